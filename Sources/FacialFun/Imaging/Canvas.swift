import COpenCV
package import FacialFunWire

/// A picture to draw on.
///
/// A value: drawing on one canvas changes neither other canvases nor the original image. Parts
/// outside the picture are clipped.
package struct Canvas: Sendable {
    private var buffer: PixelBuffer
    private let width: Int
    private let height: Int

    /// Whether OpenCV is available for drawing; without it any drawing ends the program.
    ///
    /// Only false in packaged programs, which load OpenCV, if its Debian package is missing.
    package static var isAvailable: Bool { facialfun_cv_is_available() }

    /// Creates a canvas with the pixels of an image, which are copied on the first drawing
    /// operation.
    package init(_ image: Image) {
        buffer = image.buffer
        width = image.width
        height = image.height
    }

    /// The drawn picture.
    package var image: Image { Image(width: width, height: height, buffer: buffer) }

    /// Draws a box's outline, `thickness` pixels inwards from its edge.
    package mutating func strokeBox(_ box: Box, color: Color, thickness: Int) {
        draw { picture in
            facialfun_cv_draw_box(
                picture, box.x, box.y, box.width, box.height, facialfun_cv_color(color),
                Int32(clamping: max(thickness, 1)))
        }
    }

    /// Fills a box.
    package mutating func fillBox(_ box: Box, color: Color) {
        draw { picture in
            facialfun_cv_draw_box(
                picture, box.x, box.y, box.width, box.height, facialfun_cv_color(color), -1)
        }
    }

    /// Draws diagonal lines over a box.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - color: The color of the lines.
    ///   - spacing: Distance of the lines, in pixels along a row.
    ///   - thickness: The width of a line, in pixels along a row.
    package mutating func hatchBox(_ box: Box, color: Color, spacing: Int, thickness: Int) {
        let columns = Self.pixels(from: box.x, length: box.width, below: width)
        let rows = Self.pixels(from: box.y, length: box.height, below: height)
        makeUnique()
        for y in rows {
            for x in columns where (x + y) % max(spacing, 1) < thickness {
                let offset = (y * width + x) * 3
                buffer.bytes[offset] = color.red
                buffer.bytes[offset + 1] = color.green
                buffer.bytes[offset + 2] = color.blue
            }
        }
    }

    /// The whole pixels of an interval inside the picture.
    private static func pixels(from start: Double, length: Double, below end: Int) -> Range<Int> {
        let first = Int(min(max(start.rounded(), 0), Double(end)))
        let last = Int(min(max((start + length).rounded(), 0), Double(end)))
        return first..<max(first, last)
    }

    /// Draws an antialiased filled circle.
    package mutating func drawDot(at center: Point, radius: Double, color: Color) {
        draw { picture in
            facialfun_cv_draw_dot(
                picture, center.x, center.y, radius, facialfun_cv_color(color))
        }
    }

    /// Draws a line of text.
    ///
    /// - Parameters:
    ///   - text: Printable ASCII; the font shows anything else as question marks.
    ///   - corner: The lower left corner, on the baseline.
    ///   - height: The height of capitals, in pixels.
    ///   - color: The color.
    package mutating func drawText(_ text: String, at corner: Point, height: Double, color: Color) {
        draw { picture in
            facialfun_cv_draw_text(
                picture, text, corner.x, corner.y, height, facialfun_cv_color(color))
        }
    }

    /// Width of a line of text, in pixels.
    package static func width(ofText text: String, height: Double) -> Int {
        Int(facialfun_cv_text_width(text, height))
    }

    /// Runs one drawing operation on uniquely owned pixels.
    private mutating func draw(_ operation: (facialfun_cv_target) -> facialfun_cv_status) {
        makeUnique()
        guard let base = buffer.bytes.baseAddress else { return }
        let picture = facialfun_cv_target(
            pixels: base, width: Int32(width), height: Int32(height))
        Image.check(operation(picture), "drawing")
    }

    /// Copies the pixels if they are shared.
    private mutating func makeUnique() {
        guard !isKnownUniquelyReferenced(&buffer) else { return }
        guard let copy = buffer.copy() else {
            fatalError("no memory for a picture of \(width)×\(height) pixels")
        }
        buffer = copy
    }
}

extension facialfun_cv_color {
    init(_ color: Color) {
        self.init(red: color.red, green: color.green, blue: color.blue)
    }
}
