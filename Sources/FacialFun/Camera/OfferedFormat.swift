/// A pixel format that a camera offers, with its sizes and rates.
package struct OfferedFormat: Hashable, Sendable {
    /// Sizes of a format: one, or all from the smallest to the largest in steps.
    package struct Size: Hashable, Sendable {
        /// The width, or the smallest one, in pixels.
        package var width: Int
        /// The height, or the smallest one, in pixels.
        package var height: Int
        /// The largest width; ``width`` where there is one size.
        package var maxWidth: Int
        /// The largest height; ``height`` where there is one size.
        package var maxHeight: Int
        /// Step between heights; 0 for a single size.
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

        /// The size of the range that comes next to a wanted one, itself where it is there.
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

    /// The camera's code of it.
    package var code: FourCC
    /// The camera's own words for it.
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
