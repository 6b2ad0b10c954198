import CommandSupport
import FacialFun
import FacialFunWire

/// A drawing operation, in pixels of the picture.
enum Drawing: Hashable, Sendable {
    /// The outline of a box.
    case outline(Box, Color, thickness: Int)
    /// A filled box.
    case fill(Box, Color)
    /// Diagonal lines over a box.
    case hatch(Box, Color, spacing: Int, thickness: Int)
    /// A filled circle.
    case dot(Point, Color, radius: Double)
    /// A line of ASCII text; the point is its lower left corner on the baseline, the height that of
    /// a capital.
    case text(String, Point, Color, height: Double)

    /// Draws it.
    func draw(on canvas: inout Canvas) {
        switch self {
        case .outline(let box, let color, let thickness):
            canvas.strokeBox(box, color: color, thickness: thickness)
        case .fill(let box, let color):
            canvas.fillBox(box, color: color)
        case .hatch(let box, let color, let spacing, let thickness):
            canvas.hatchBox(box, color: color, spacing: spacing, thickness: thickness)
        case .dot(let center, let color, let radius):
            canvas.drawDot(at: center, radius: radius, color: color)
        case .text(let text, let corner, let color, let height):
            canvas.drawText(text, at: corner, height: height, color: color)
        }
    }
}
