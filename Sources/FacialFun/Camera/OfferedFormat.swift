/// A pixel format that a camera offers, with its sizes and rates.
package struct OfferedFormat: Hashable, Sendable {
    /// Sizes of a format: a single one, or a range in steps.
    package struct Size: Hashable, Sendable {
        /// The width, or the minimum width, in pixels.
        package var width: Int
        /// The height, or the minimum height, in pixels.
        package var height: Int
        /// The maximum width; ``width`` for a single size.
        package var maxWidth: Int
        /// The maximum height; ``height`` for a single size.
        package var maxHeight: Int
        /// Step between widths; 0 for a single size.
        package var stepWidth: Int
        /// Step between heights; 0 for a single size.
        package var stepHeight: Int
        /// Frame rates in frames per second, highest first; empty if unknown.
        package var rates: [Double]

        /// Makes one size.
        package init(width: Int, height: Int, rates: [Double]) {
            self.init(
                width: width, height: height, maxWidth: width, maxHeight: height, stepWidth: 0,
                stepHeight: 0, rates: rates)
        }

        /// Makes a range of sizes.
        package init(
            width: Int, height: Int, maxWidth: Int, maxHeight: Int, stepWidth: Int,
            stepHeight: Int, rates: [Double]
        ) {
            self.width = width
            self.height = height
            self.maxWidth = maxWidth
            self.maxHeight = maxHeight
            self.stepWidth = stepWidth
            self.stepHeight = stepHeight
            self.rates = rates
        }

        /// The size in the range closest to the requested one.
        func nearest(width wanted: Int, height wantedHeight: Int) -> (width: Int, height: Int) {
            func nearest(_ wanted: Int, _ least: Int, _ most: Int, _ step: Int) -> Int {
                guard step > 0 else { return least }
                let steps = (min(max(wanted, least), most) - least + step / 2) / step
                return min(least + steps * step, most)
            }
            return (
                nearest(wanted, width, maxWidth, stepWidth),
                nearest(wantedHeight, height, maxHeight, stepHeight)
            )
        }
    }

    /// The camera's code for the format.
    package var code: FourCC
    /// The camera's description of the format.
    package var name: String
    /// Corresponding pixel format; nil if it has to be converted.
    package var pixelFormat: PixelFormat?
    /// The sizes, in the camera's order.
    package var sizes: [Size]

    /// Makes a format.
    package init(code: FourCC, name: String, pixelFormat: PixelFormat?, sizes: [Size]) {
        self.code = code
        self.name = name
        self.pixelFormat = pixelFormat
        self.sizes = sizes
    }
}
