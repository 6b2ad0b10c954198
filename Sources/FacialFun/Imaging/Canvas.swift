import COpenCV
package import FacialFunWire

/// A picture to draw on.
///
/// A value: drawing on one canvas changes no other, and not the image that it came from. What lies
/// outside the picture is left out.
package struct Canvas: Sendable {
    private var buffer: PixelBuffer
    private let width: Int
    private let height: Int

    /// Whether OpenCV is there to draw with; without it any drawing ends the program.
    ///
    /// False only in packaged programs, which load OpenCV, where its Debian package is missing.
    package static var isAvailable: Bool { facialfun_cv_is_available() }

    /// Begins with the pixels of an image; they are copied at the first stroke.
    package init(_ image: Image) {
        buffer = image.buffer
        width = image.width
        height = image.height
    }

    /// What has been drawn.
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

    /// Draws a filled circle with smooth edges.
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

    /// How many pixels wide a line of text will be.
    package static func width(ofText text: String, height: Double) -> Int {
        Int(facialfun_cv_text_width(text, height))
    }

    /// Runs one drawing operation on pixels that nobody else sees.
    private mutating func draw(_ operation: (facialfun_cv_target) -> facialfun_cv_status) {
        if !isKnownUniquelyReferenced(&buffer) {
            guard let copy = buffer.copy() else {
                fatalError("no memory for a picture of \(width)×\(height) pixels")
            }
            buffer = copy
        }
        guard let base = buffer.bytes.baseAddress else { return }
        let picture = facialfun_cv_target(
            pixels: base, width: Int32(width), height: Int32(height))
        Image.check(operation(picture), "drawing")
    }
}

extension facialfun_cv_color {
    init(_ color: Color) {
        self.init(red: color.red, green: color.green, blue: color.blue)
    }
}
