import FacialFunWire

#if canImport(Glibc)
    import Glibc
#endif

/// Parts of an image that the network examines, and their scales.
///
/// The coarsest level contains the whole image with a border; each finer one divides the step, down
/// to the level at which the smallest face has the minimum width for the network. A level runs
/// fully convolutionally, in windows of bounded size. If the finest one would be most of the work,
/// it runs only where the previous level, of twice its step, suspects small faces
/// (``SelectiveLevel``).
///
/// A search for near faces only, as for a camera, starts with the one level that finds most of
/// them. If that has no certain face, the others run, too; otherwise a finer one runs where it was
/// uncertain.
struct SearchPlan: Hashable, Sendable {
    /// One run of the network.
    struct Window: Hashable, Sendable {
        /// Rows of the input.
        let height: Int
        /// Columns of the input.
        let width: Int
        /// From the input to points of the image: a scale and a shift.
        let inputToImage: SimilarityTransform
    }

    /// Side of the network's own input; runs are counted in units of this square.
    static let baseSide = 128
    /// Minimum face width in network pixels on the finest level.
    static let smallestSeen = 40.0
    /// Share of the input taken by the longer side of the image on the coarsest level, so that a
    /// face that fills the image has a border around it.
    static let coarsestShare = 2.0 / 3
    /// Minimum border of the coarsest level above and below a wide image, or left and right of a
    /// tall one, in samples; less if the longest side leaves no room.
    static let minBorder = 16.0
    /// Maximum ratio of the steps of neighboring levels: the network finds faces whose width is a
    /// quarter to almost all of its input's width.
    static let maxRatio = 2.6
    /// Sides of inputs are multiples of this, so that many image sizes share few workspaces.
    static let sideMultiple = 32
    /// Minimum side of an input.
    static let minSide = 96
    /// Maximum side of an input, which bounds the memory.
    static let longestSide = 512
    /// Overlap of neighboring windows in pixels: more than the widest face first found on a level,
    /// with some surroundings.
    static let windowOverlap = 128
    /// Minimum length of the image's shorter side in samples for a level.
    ///
    /// Faces large enough for a coarser level do not fit in the image. An image with fewer pixels
    /// is not searched at all.
    static let minShorterSide = 18.0
    /// Minimum step: further enlargement adds no information, and the work must be bounded.
    static let finestStep = 0.2

    /// Pixels of the image between samples, from the coarsest level to the finest.
    let steps: [Double]
    /// The runs of the levels that are searched completely, from the coarsest to the finest, row by
    /// row.
    let windows: [Window]
    /// The finest level if it is searched only in parts, which the last windows select.
    let selective: SelectiveLevel?
    /// Number of trailing windows that select places for the next level.
    let selectingWindows: Int
    /// The runs of a coarser level, which is searched only if the windows have settled nothing.
    let reserve: [Window]

    /// Plans the search of an image.
    ///
    /// - Parameters:
    ///   - width: The image's width in pixels, at least 1.
    ///   - height: The image's height in pixels, at least 1.
    ///   - smallestFace: The width of the narrowest box to find, in pixels, above 0.
    ///   - selects: Whether the network has an output for suspected small faces.
    init(width: Int, height: Int, smallestFace: Double, selects: Bool = true) {
        precondition(width > 0 && height > 0, "an image needs at least one pixel")
        precondition(
            smallestFace > 0 && smallestFace.isFinite, "the width of a face must be positive")
        let (longer, shorter) = (Double(max(width, height)), Double(min(width, height)))
        let coarsest = longer / (Double(Self.baseSide) * Self.coarsestShare)
        let finest = min(max(smallestFace / Self.smallestSeen, Self.finestStep), coarsest)
        func windows(_ step: Double) -> [Window] {
            Self.windows(width: width, height: height, step: step, isCoarsest: step == coarsest)
        }
        let everywhere = windows(finest)
        let served = SearchBudget.service.smallestFace(width: width, height: height)
        let near = finest * SelectiveLevel.nearRatio
        if smallestFace >= served * SelectiveLevel.minShareOfNear,
            finest >= SelectiveLevel.minStep, near <= coarsest,
            shorter / near >= Self.minShorterSide
        {
            // Faces that fill the picture need a border, if the longer side leaves space for it.
            let border = (
                x: width < height ? Self.minBorder : 0, y: width < height ? 0 : Self.minBorder
            )
            self.windows = Self.windows(width: width, height: height, step: near, border: border)
            selectingWindows = self.windows.count
            selective = SelectiveLevel(
                step: finest, width: width, height: height, everywhere: everywhere,
                suspicion: .faintAnchors)
            let coarser = min(coarsest, near * SelectiveLevel.reserveRatio)
            let hasReserve =
                coarser >= near * SelectiveLevel.minReserveRatio
                && shorter / coarser >= Self.minShorterSide
            let around = (x: Self.minBorder, y: Self.minBorder)
            reserve =
                hasReserve
                ? Self.windows(width: width, height: height, step: coarser, border: around) : []
            steps = (hasReserve ? [coarser] : []) + [near, finest]
            return
        }
        reserve = []
        let before = finest * SelectiveLevel.ratio
        guard selects, smallestFace <= served * SelectiveLevel.maxShareOfService,
            finest >= SelectiveLevel.minStep, before <= coarsest,
            shorter / before >= Self.minShorterSide,
            Self.evaluations(everywhere) >= SelectiveLevel.minEvaluations
        else {
            steps = Self.steps(shorter: shorter, coarsest: coarsest, finest: finest)
            (self.windows, selective, selectingWindows) = (steps.flatMap(windows), nil, 0)
            return
        }
        let coarse = Self.steps(shorter: shorter, coarsest: coarsest, finest: before)
        steps = coarse + [finest]
        self.windows = coarse.flatMap(windows)
        selectingWindows = coarse.last.map { windows($0).count } ?? 0
        selective = SelectiveLevel(
            step: finest, width: width, height: height, everywhere: everywhere)
    }

    /// Maximum total cost of the runs, in runs of 128×128.
    var evaluations: Double {
        Self.evaluations(windows) + Self.evaluations(reserve)
            + Self.evaluations(selective?.everywhere ?? [])
    }

    /// Total cost of windows, in runs of 128×128.
    static func evaluations(_ windows: [Window]) -> Double {
        let base = Double(Self.baseSide * Self.baseSide)
        var sum = 0.0
        for index in 0..<windows.count {
            sum += Double(windows[index].width * windows[index].height) / base
        }
        return sum
    }

    private static func steps(shorter: Double, coarsest: Double, finest: Double) -> [Double] {
        let ratio = coarsest / finest
        let gaps = ratio <= 1.05 ? 0 : max(1, Int((log2(ratio) / log2(maxRatio)).rounded(.up)))
        let all = (0...gaps).map { gap in
            gap == 0 ? coarsest : coarsest / pow(ratio, Double(gap) / Double(gaps))
        }
        let useful = all.filter { shorter / $0 >= minShorterSide }
        if !useful.isEmpty { return useful }
        return shorter < minShorterSide ? [] : [finest]
    }

    private static func windows(
        width: Int, height: Int, step: Double, isCoarsest: Bool
    ) -> [Window] {
        let border = isCoarsest ? minBorder : 0
        return windows(
            width: width, height: height, step: step, border: (border, border),
            least: isCoarsest ? minSide : baseSide)
    }

    private static func windows(
        width: Int, height: Int, step: Double, border: (x: Double, y: Double), least: Int = minSide
    ) -> [Window] {
        let columns = spans(length: Double(width) / step, border: border.x, least: least)
        let rows = spans(length: Double(height) / step, border: border.y, least: least)
        return rows.flatMap { row in
            columns.map { column in
                Window(
                    height: row.side, width: column.side,
                    inputToImage: SimilarityTransform(
                        a: step, b: 0, tx: column.start * step, ty: row.start * step))
            }
        }
    }

    /// Divides a length into equal spans that cover it, centered as a whole.
    private static func spans(
        length: Double, border: Double, least: Int
    ) -> [(start: Double, side: Int)] {
        let multiple = Double(sideMultiple)
        let shown = length + 2 * border
        let needed = max(least, Int((shown / multiple).rounded(.up)) * sideMultiple)
        if length <= Double(longestSide) {
            let side = min(needed, longestSide)
            return [((length - Double(side)) / 2, side)]
        }
        let overlap = Double(windowOverlap)
        let count = ((length - overlap) / (Double(longestSide) - overlap)).rounded(.up)
        let share = (length + overlap * (count - 1)) / count
        let side = (share / multiple).rounded(.up) * multiple
        return (0..<Int(count)).map {
            ((length - side) * Double($0) / (count - 1), Int(side))
        }
    }
}
