import FaceGeometry

/// The finest level of a search, looked at only where the level before has not settled it.
///
/// The level before has twice the step. Besides its boxes the network says of each of its cells how much
/// it looks like the middle of a face that is too small for it. A place is settled where it does not,
/// and inside a face that a coarser level is sure of. What is left is looked at in windows, with
/// surroundings about each place; where they would cost as much as the whole level, that is run.
struct SelectiveLevel: Hashable, Sendable {
    /// The step of the level before, in steps of this one: what the network was taught for.
    static let ratio = 2.0
    /// A finer level is run everywhere: an image that is enlarged, or seen pixel by pixel at half the
    /// size only, does not show the level before what it was taught.
    static let minStep = 1.0
    /// A level that costs less, in runs of 128×128, is run everywhere.
    static let minEvaluations = 16.0
    /// So is the finest level of a search for faces wider than this share of what a service looks for:
    /// its few evaluations are worth their price to it.
    static let maxShareOfService = 0.9
    /// Side of a cell in samples: as much as eight samples of the level before.
    static let cellSide = 16
    /// So many samples are looked at about a cell on each side, at least.
    static let surroundings = 40
    /// The sides that a window can have: few, so that few workspaces are made.
    static let sides = [96, 128, 192, 256, 384, 512]
    /// A coarser level settles the inside of the box of a face whose score is at least this.
    static let settlingScore = 0.75
    /// And that this level would see so wide, in samples: wider than it needs to see any.
    static let settlingWidth = 100.0

    /// Pixels of the image between samples.
    let step: Double
    /// The image's width in samples.
    let width: Double
    /// The image's height in samples.
    let height: Double
    /// The windows of the whole level.
    let everywhere: [SearchPlan.Window]

    /// Makes the level of an image.
    init(step: Double, width: Int, height: Int, everywhere: [SearchPlan.Window]) {
        self.step = step
        self.width = Double(width) / step
        self.height = Double(height) / step
        self.everywhere = everywhere
    }

    /// Cells in a row.
    var columns: Int { Int((width / Double(Self.cellSide)).rounded(.up)) }
    /// Rows of cells.
    var rows: Int { Int((height / Double(Self.cellSide)).rounded(.up)) }

    /// The cell in which a point of the image lies, if any.
    func cell(_ point: Point) -> (row: Int, column: Int)? {
        let side = step * Double(Self.cellSide)
        let (row, column) = ((point.y / side).rounded(.down), (point.x / side).rounded(.down))
        guard 0..<Double(rows) ~= row, 0..<Double(columns) ~= column else { return nil }
        return (Int(row), Int(column))
    }

    /// Whether a face settles what lies inside its box.
    func isSettling(_ face: Face) -> Bool {
        face.confidence >= Self.settlingScore && face.box.width >= Self.settlingWidth * step
    }

    /// The windows in which all suspected cells lie, with their surroundings.
    ///
    /// - Parameter suspected: The cells, each once.
    /// - Returns: The windows, none where no cell is suspected.
    func windows(about suspected: SuspectedCells) -> [SearchPlan.Window] {
        var spans: [CellSpan] = []
        for place in suspected.places() {
            var span = place
            // As long as one window about both costs no more than two.
            while let other = spans.firstIndex(where: { isCheaper(span.union($0), span, $0) }) {
                span = span.union(spans.remove(at: other))
            }
            spans.append(span)
        }
        let windows = spans.flatMap(windows(about:))
        let isCheap = SearchPlan.evaluations(windows) < SearchPlan.evaluations(everywhere)
        return isCheap ? windows : everywhere
    }

    private func isCheaper(_ union: CellSpan, _ a: CellSpan, _ b: CellSpan) -> Bool {
        evaluations(union) <= evaluations(a) + evaluations(b)
    }

    private func evaluations(_ span: CellSpan) -> Double {
        SearchPlan.evaluations(windows(about: span))
    }

    private func windows(about span: CellSpan) -> [SearchPlan.Window] {
        let columns = Self.cuts(span.columns, length: width)
        let rows = Self.cuts(span.rows, length: height)
        return rows.flatMap { row in
            columns.map { column in
                SearchPlan.Window(
                    height: row.side, width: column.side,
                    inputToImage: SimilarityTransform(
                        a: step, b: 0, tx: column.start * step, ty: row.start * step))
            }
        }
    }

    /// Cuts the cells of one axis, with their surroundings, into spans of one side.
    private static func cuts(
        _ cells: ClosedRange<Int>, length: Double
    ) -> [(start: Double, side: Int)] {
        let border = SearchPlan.minBorder
        let low = max(Double(cells.lowerBound * cellSide - surroundings), -border)
        let high = min(Double((cells.upperBound + 1) * cellSide + surroundings), length + border)
        let needed = high - low
        if let side = sides.first(where: { Double($0) >= needed }) {
            // In the middle, but not further beyond the image than a border.
            let room = max(length + border - Double(side), -border)
            let start = (low + high - Double(side)) / 2
            return [(min(max(start.rounded(.down), -border), room.rounded(.down)), side)]
        }
        let (side, overlap) = (Double(SearchPlan.longestSide), Double(SearchPlan.windowOverlap))
        let count = ((needed - overlap) / (side - overlap)).rounded(.up)
        return (0..<Int(count)).map {
            (low + ((needed - side) * Double($0) / (count - 1)).rounded(.down), Int(side))
        }
    }
}

/// A rectangle of cells.
struct CellSpan: Hashable, Sendable {
    /// Its rows.
    var rows: ClosedRange<Int>
    /// Its columns.
    var columns: ClosedRange<Int>

    /// The least rectangle about both.
    func union(_ other: CellSpan) -> CellSpan {
        func both(_ a: ClosedRange<Int>, _ b: ClosedRange<Int>) -> ClosedRange<Int> {
            min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
        }
        return CellSpan(rows: both(rows, other.rows), columns: both(columns, other.columns))
    }
}
