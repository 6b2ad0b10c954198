import FacialFunWire

/// The cells of a level that may contain the center of a face.
struct SuspectedCells: Hashable, Sendable {
    private var isSuspected: [Bool] = []
    private var columns = 0
    /// Number of selected cells.
    private(set) var count = 0

    /// Creates a grid without cells.
    init() {}

    /// Resets to a grid without selected cells and reuses its memory.
    mutating func begin(rows: Int, columns: Int) {
        isSuspected.removeAll(keepingCapacity: true)
        // Writes one element at a time, because replacing a sequence would allocate in unoptimized
        // code.
        for _ in 0..<rows * columns { isSuspected.append(false) }
        (self.columns, count) = (columns, 0)
    }

    /// Whether a cell is suspected.
    func contains(row: Int, column: Int) -> Bool { isSuspected[row * columns + column] }

    /// Adds a cell.
    mutating func insert(row: Int, column: Int) {
        guard !isSuspected[row * columns + column] else { return }
        isSuspected[row * columns + column] = true
        count += 1
    }

    /// Adds the cells of another set with the same grid.
    mutating func formUnion(_ other: SuspectedCells) {
        precondition(
            other.isSuspected.count == isSuspected.count, "both sets must have the same grid")
        for index in 0..<isSuspected.count where other.isSuspected[index] && !isSuspected[index] {
            isSuspected[index] = true
            count += 1
        }
    }

    /// Removes the cells whose center is inside a box of the image.
    mutating func remove(inside box: Box, of level: SelectiveLevel) {
        let side = level.step * Double(SelectiveLevel.cellSide)
        for index in 0..<isSuspected.count where isSuspected[index] {
            let x = (Double(index % columns) + 0.5) * side
            let y = (Double(index / columns) + 0.5) * side
            guard x >= box.x, x <= box.x + box.width, y >= box.y, y <= box.y + box.height
            else { continue }
            isSuspected[index] = false
            count -= 1
        }
    }

    /// The rectangle around all cells; nil if there are none.
    var span: CellSpan? {
        guard count > 0 else { return nil }
        // Uses a loop, because frames of a camera must not allocate.
        var (top, bottom, left, right) = (Int.max, 0, Int.max, 0)
        for index in 0..<isSuspected.count where isSuspected[index] {
            let (row, column) = (index / columns, index % columns)
            if row < top { top = row }
            if row > bottom { bottom = row }
            if column < left { left = column }
            if column > right { right = column }
        }
        return CellSpan(rows: top...bottom, columns: left...right)
    }

    /// Rectangles around groups of adjacent cells, including diagonal neighbors, in the order of
    /// their first cells.
    func spans() -> [CellSpan] {
        var (left, spans, open) = (isSuspected, [CellSpan](), [Int]())
        for first in 0..<left.count where left[first] {
            var span = Self.span(first, columns)
            left[first] = false
            open.append(first)
            while let cell = open.popLast() {
                span = span.union(Self.span(cell, columns))
                forNeighbors(of: cell) { neighbor in
                    guard left[neighbor] else { return }
                    left[neighbor] = false
                    open.append(neighbor)
                }
            }
            spans.append(span)
        }
        return spans
    }

    private static func span(_ cell: Int, _ columns: Int) -> CellSpan {
        let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
        return CellSpan(rows: row...row, columns: column...column)
    }

    private func forNeighbors(of cell: Int, _ body: (Int) -> Void) {
        let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
        let rows = isSuspected.count / columns
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
            for x in max(column - 1, 0)...min(column + 1, columns - 1) where y != row || x != column
            {
                body(y * columns + x)
            }
        }
    }
}
