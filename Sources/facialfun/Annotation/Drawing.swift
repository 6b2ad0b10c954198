import CommandSupport
import FaceGeometry
import FaceImaging

/// One thing to draw into a picture, in its pixels.
enum Drawing: Hashable, Sendable {
    /// The outline of a box.
    case outline(Box, Colour, thickness: Int)
    /// A filled box.
    case fill(Box, Colour)
    /// A filled circle.
    case dot(Point, Colour, radius: Double)
    /// A line of ASCII text; the point is its lower left corner, on the baseline, the height
    /// that of a capital.
    case text(String, Point, Colour, height: Double)

    /// Draws it.
    func draw(on canvas: inout Canvas) {
        switch self {
        case .outline(let box, let colour, let thickness):
            canvas.strokeBox(box, colour: colour, thickness: thickness)
        case .fill(let box, let colour):
            canvas.fillBox(box, colour: colour)
        case .dot(let centre, let colour, let radius):
            canvas.drawDot(at: centre, radius: radius, colour: colour)
        case .text(let text, let corner, let colour, let height):
            canvas.drawText(text, at: corner, height: height, colour: colour)
        }
    }
}
