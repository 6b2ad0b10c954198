import FacialFunWire

/// The finest level of a search, looked at only where the level before has not settled it.
///
/// The previous level has twice the step. In addition to boxes, the network predicts for each of
/// its cells whether it contains the center of a face too small for it. A place is settled if it
/// does not, or if it is inside a confident face of a coarser level. The remaining places are
/// searched in windows with a margin, or by a run of the whole level if that is cheaper.
///
/// In a search for near faces the level before is seen 1⅔ times as coarse, and itself finds most of what
/// is wanted. What it suspects is where its own anchors hesitate, and a face of any width that it is
/// sure of settles its place; where it is sure of none, this level is run everywhere.
struct SelectiveLevel: Hashable, Sendable {
    /// The step of the level before, in steps of this one: what the network was taught for.
    static let ratio = 2.0
    /// The same in a search for near faces, in which the level before shows those of 120 pixels in
    /// 640×480 24 samples wide.
    static let nearRatio = 5.0 / 3
    /// A search for faces at least so many times as wide as a service looks for is one for near faces.
    static let minShareOfNear = 1.75
    /// Step of the level for faces as large as the picture, relative to the previous level.
    static let reserveRatio = 1.5
    /// A coarser level that is nearer to that before shows nothing else.
    static let minReserveRatio = 1.2
    /// A finer level is run everywhere: an image that is enlarged, or seen pixel by pixel at half the
    /// size only, does not show the level before what it was taught.
    static let minStep = 1.0
    /// A level that costs less, in runs of 128×128, is run everywhere.
    static let minEvaluations = 16.0
    /// The finest level of a search for faces wider than this share of the service's smallest face
    /// runs completely: its few evaluations are worth their cost.
    static let maxShareOfService = 0.9
    /// Side of a cell in samples: as much as eight samples of the level before.
    static let cellSide = 16
    /// Minimum margin around a cell on each side, in samples.
    static let surroundings = 40
    /// The sides that a window can have: few, so that few workspaces are made.
    static let sides = [96, 128, 192, 256, 384, 512]
    /// A coarser level settles the inside of the box of a face whose score is at least this.
    static let settlingScore = 0.75
    /// And that this level would see so wide, in samples: wider than it needs to see any.
    static let settlingWidth = 100.0
    /// The same in a search for near faces: half the width of the narrowest wanted.
    static let nearSettlingWidth = 20.0
    /// An anchor of the level before suspects a face from this logit on, a score of 0.23.
    static let faintLogit: Float = -1.2

    /// Criterion by which the previous level selects places.
    enum Suspicion: Hashable, Sendable {
        /// The network's output ``FaceDetector/smallFaces``.
        case smallFaces
        /// An anchor that sees a face there, though faintly, in a search for near faces.
        case faintAnchors
    }

    /// Pixels of the image between samples.
    let step: Double
    /// The image's width in samples.
    let width: Double
    /// The image's height in samples.
    let height: Double
    /// The windows of the whole level.
    let everywhere: [SearchPlan.Window]
    /// Criterion by which places are selected.
    let suspicion: Suspicion

    /// Makes the level of an image.
    init(
        step: Double, width: Int, height: Int, everywhere: [SearchPlan.Window],
        suspicion: Suspicion = .smallFaces
    ) {
        self.suspicion = suspicion
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
        guard row >= 0, row < Double(rows), column >= 0, column < Double(columns)
        else { return nil }
        return (Int(row), Int(column))
    }

    /// Whether a face settles what lies inside its box.
    func isSettling(_ face: Face) -> Bool {
        let least = suspicion == .smallFaces ? Self.settlingWidth : Self.nearSettlingWidth
        return face.confidence >= Self.settlingScore && face.box.width >= least * step
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

    /// One window about all suspected cells with their surroundings, for a search that must not
    /// allocate.
    ///
    /// - Parameter suspected: The cells, at least one.
    /// - Returns: The window; nil where it would cost as much as the whole level.
    func window(about suspected: SuspectedCells) -> SearchPlan.Window? {
        guard let span = suspected.span,
            let column = Self.cut(span.columns, length: width),
            let row = Self.cut(span.rows, length: height)
        else { return nil }
        let window = SearchPlan.Window(
            height: row.side, width: column.side,
            inputToImage: SimilarityTransform(
                a: step, b: 0, tx: column.start * step, ty: row.start * step))
        var pixels = 0
        for index in 0..<everywhere.count {
            pixels += everywhere[index].width * everywhere[index].height
        }
        return window.width * window.height < pixels ? window : nil
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

    /// Bounds of the cells of one axis with their margins, in samples.
    private static func bounds(
        _ cells: ClosedRange<Int>, length: Double
    ) -> (low: Double, high: Double) {
        let border = SearchPlan.minBorder
        return (
            max(Double(cells.lowerBound * cellSide - surroundings), -border),
            min(Double((cells.upperBound + 1) * cellSide + surroundings), length + border)
        )
    }

    /// The cells of one axis, with their surroundings, as one span; nil where they are too long.
    private static func cut(
        _ cells: ClosedRange<Int>, length: Double
    ) -> (start: Double, side: Int)? {
        let border = SearchPlan.minBorder
        let (low, high) = bounds(cells, length: length)
        var index = 0
        while index < sides.count, Double(sides[index]) < high - low { index += 1 }
        guard index < sides.count else { return nil }
        let side = sides[index]
        // In the middle, but not further beyond the image than a border.
        let room = max(length + border - Double(side), -border)
        let start = (low + high - Double(side)) / 2
        return (min(max(start.rounded(.down), -border), room.rounded(.down)), side)
    }

    /// Cuts the cells of one axis, with their surroundings, into spans of one side.
    private static func cuts(
        _ cells: ClosedRange<Int>, length: Double
    ) -> [(start: Double, side: Int)] {
        if let cut = cut(cells, length: length) { return [cut] }
        let (low, high) = bounds(cells, length: length)
        let needed = high - low
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
