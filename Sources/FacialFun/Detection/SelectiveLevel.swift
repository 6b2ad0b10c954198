import FacialFunWire

/// The finest level of a search, which is searched only where the previous level has not settled
/// it.
///
/// The previous level has twice the step. In addition to boxes, the network predicts for each of
/// its cells whether it contains the center of a face too small for it. A place is settled if no
/// such center is predicted there, or if it is inside a confident face of a coarser level. The
/// remaining places are searched in windows with a margin, or by a run of the whole level if that
/// is cheaper.
///
/// In a search for near faces the previous level is 1⅔ times as coarse, and finds most of the faces
/// itself. It suspects places at which its own anchors are uncertain, and a confident face of any
/// width settles its place. Without a confident face this level runs everywhere.
struct SelectiveLevel: Hashable, Sendable {
    /// Ratio of the previous level's step to this one, for which the network was trained.
    static let ratio = 2.0
    /// The same ratio in a search for near faces, in which faces of 120 pixels in 640×480 are 24
    /// samples wide on the previous level.
    static let nearRatio = 5.0 / 3
    /// Minimum face width of a search for near faces, relative to that of a service.
    static let minShareOfNear = 1.75
    /// Step of the level for faces as large as the picture, relative to the previous level.
    static let reserveRatio = 1.5
    /// Minimum ratio between the steps of a coarser level and the previous one; below it, the
    /// coarser level would find nothing new.
    static let minReserveRatio = 1.2
    /// Minimum step of a selective level; finer ones run everywhere, because the previous level was
    /// not trained for enlarged images.
    static let minStep = 1.0
    /// Minimum cost of a selective level in runs of 128×128; cheaper ones run everywhere.
    static let minEvaluations = 16.0
    /// If the smallest face to find is wider than this share of the service's, the finest level
    /// runs everywhere: its few evaluations are worth their cost.
    static let maxShareOfService = 0.9
    /// Side of a cell in samples; corresponds to eight samples of the previous level.
    static let cellSide = 16
    /// Minimum margin around a cell on each side, in samples.
    static let surroundings = 40
    /// The possible sides of a window: few, so that few workspaces are needed.
    static let sides = [96, 128, 192, 256, 384, 512]
    /// Minimum score of a face on a coarser level that settles the inside of its box.
    static let settlingScore = 0.75
    /// Minimum width of such a face, in samples of this level; it is larger than faces that need this
    /// level.
    static let settlingWidth = 100.0
    /// The same width in a search for near faces: half of the minimum width.
    static let nearSettlingWidth = 20.0
    /// Minimum logit of an anchor of the previous level that suspects a face: a score of 0.23.
    static let faintLogit: Float = -1.2

    /// Criterion by which the previous level selects places.
    enum Suspicion: Hashable, Sendable {
        /// The network's output ``FaceDetector/smallFaces``.
        case smallFaces
        /// An anchor with a low score for a face, in a search for near faces.
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

    /// Creates the level of an image.
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

    /// The cell that contains a point of the image, if any.
    func cell(_ point: Point) -> (row: Int, column: Int)? {
        let side = step * Double(Self.cellSide)
        let (row, column) = ((point.y / side).rounded(.down), (point.x / side).rounded(.down))
        guard row >= 0, row < Double(rows), column >= 0, column < Double(columns)
        else { return nil }
        return (Int(row), Int(column))
    }

    /// Whether a face settles the inside of its box.
    func isSettling(_ face: Face) -> Bool {
        let least = suspicion == .smallFaces ? Self.settlingWidth : Self.nearSettlingWidth
        return face.confidence >= Self.settlingScore && face.box.width >= least * step
    }

    /// Windows that cover all suspected cells and their surroundings.
    ///
    /// - Parameter suspected: The cells, each once.
    /// - Returns: The windows; empty without suspected cells.
    func windows(about suspected: SuspectedCells) -> [SearchPlan.Window] {
        var spans: [CellSpan] = []
        for suspectedSpan in suspected.spans() {
            var span = suspectedSpan
            // Merges two windows as long as one window around both costs no more than the two.
            while let other = spans.firstIndex(where: { isCheaper(span.union($0), span, $0) }) {
                span = span.union(spans.remove(at: other))
            }
            spans.append(span)
        }
        let windows = spans.flatMap(windows(about:))
        let isCheap = SearchPlan.evaluations(windows) < SearchPlan.evaluations(everywhere)
        return isCheap ? windows : everywhere
    }

    /// One window around all suspected cells and their surroundings, for a search that must not
    /// allocate.
    ///
    /// - Parameter suspected: The cells, at least one.
    /// - Returns: The window; nil if it would cost as much as the whole level.
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

    /// The cells of one axis with their surroundings as one span; nil if they are too long.
    private static func cut(
        _ cells: ClosedRange<Int>, length: Double
    ) -> (start: Double, side: Int)? {
        let border = SearchPlan.minBorder
        let (low, high) = bounds(cells, length: length)
        var index = 0
        while index < sides.count, Double(sides[index]) < high - low { index += 1 }
        guard index < sides.count else { return nil }
        let side = sides[index]
        // Centers the span, but keeps it inside the image and its border.
        let room = max(length + border - Double(side), -border)
        let start = (low + high - Double(side)) / 2
        return (min(max(start.rounded(.down), -border), room.rounded(.down)), side)
    }

    /// Divides the cells of one axis with their surroundings into spans of equal length.
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

    /// The smallest rectangle around both.
    func union(_ other: CellSpan) -> CellSpan {
        func both(_ a: ClosedRange<Int>, _ b: ClosedRange<Int>) -> ClosedRange<Int> {
            min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
        }
        return CellSpan(rows: both(rows, other.rows), columns: both(columns, other.columns))
    }
}
