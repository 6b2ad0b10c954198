import FacialFunWire

/// Anchor positions of the network for an input size.
///
/// The first anchors belong to a grid of 8×8-pixel cells with 2 anchors each, the others to a grid
/// of 16×16-pixel cells with 6 each. Each grid is listed row by row. An anchor is at the center of
/// its cell.
struct AnchorGrid: Hashable, Sendable {
    /// Rows of the input, a multiple of 16.
    let height: Int
    /// Columns of the input, a multiple of 16.
    let width: Int

    /// Creates the anchors of an input.
    init(height: Int, width: Int) {
        precondition(
            height % 16 == 0 && width % 16 == 0, "the sides of an input must be multiples of 16")
        self.height = height
        self.width = width
    }

    private var fineCount: Int { (height / 8) * (width / 8) * 2 }

    /// Number of anchors.
    var count: Int { fineCount + (height / 16) * (width / 16) * 6 }

    /// The center of an anchor, in pixels of the input.
    subscript(index: Int) -> Point {
        let (side, cell) = index < fineCount ? (8, index / 2) : (16, (index - fineCount) / 6)
        let (row, column) = cell.quotientAndRemainder(dividingBy: width / side)
        return Point(
            x: (Double(column) + 0.5) * Double(side), y: (Double(row) + 0.5) * Double(side))
    }
}
