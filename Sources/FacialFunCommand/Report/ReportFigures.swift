import CommandSupport
import FacialFunWire

/// Counts over the photographs of a run, without frames of films.
struct ReportFigures {
    /// Inputs that failed for the same reason.
    struct Failures: Hashable {
        /// Their number.
        var count = 0
        /// The first paths.
        var paths: [String] = []
        /// The message of the first failure.
        var message = ""
    }

    /// The number of faces in each of several equal bins.
    struct Histogram: Hashable {
        /// The end of the range, which starts at 0.
        let end: Double
        /// Number of judgeable faces by bin.
        private(set) var judged: [Int]
        /// Number of other faces by bin.
        private(set) var refused: [Int]

        /// Makes an empty one.
        init(end: Double, parts: Int) {
            self.end = end
            judged = Array(repeating: 0, count: parts)
            refused = judged
        }

        /// Counts a value; larger values count in the last bin.
        mutating func add(_ value: Double, isJudged: Bool) {
            let part = Int(max(value, 0) / end * Double(judged.count))
            let bin = min(part, judged.count - 1)
            if isJudged { judged[bin] += 1 } else { refused[bin] += 1 }
        }
    }

    /// The faces of one folder.
    struct Folder: Hashable {
        /// Pictures that were scored.
        var images = 0
        /// All faces in these pictures.
        var faces = 0
        /// Number of judgeable faces by top emotion.
        var tops = [Int](repeating: 0, count: Emotion.allCases.count)
        /// The number of judgeable faces.
        var judged: Int { tops.reduce(0, +) }
    }

    /// Maximum number of paths listed for a kind of failure.
    private static let namedPaths = 5

    /// All faces.
    private(set) var all = Folder()
    /// Pictures without a face.
    private(set) var withoutFace = 0
    /// The folders of the pictures, in order.
    private(set) var folders: [(path: String, figures: Folder)] = []
    /// The sum of each score over the judgeable faces.
    private(set) var sums = SIMD8<Double>.zero
    /// The number of judgeable faces by the highest of the model's own classes, and the sum of the scores
    /// of each; empty without such classes.
    private(set) var classes: [UTF8Key: (tops: Int, sum: Double)] = [:]
    /// The highest score of each face.
    private(set) var topScores = Histogram(end: 1, parts: 20)
    /// The sharpness of each face.
    private(set) var sharpness = Histogram(end: 0.6, parts: 24)
    /// The width of each face in pixels.
    private(set) var widths = Histogram(end: 600, parts: 24)
    /// Number of unjudgeable faces by reason; a face may have several.
    private(set) var reasons: [CannotJudgeReason: Int] = [:]
    /// Inputs that were not scored, by code.
    private(set) var failures: [String: Failures] = [:]
    private var indices: [String: Int] = [:]

    /// The number of unjudgeable faces.
    var refused: Int { all.faces - all.judged }
    /// The number of inputs that were not scored.
    var failed: Int { failures.values.reduce(0) { $0 + $1.count } }

    /// The mean score of an emotion over the judgeable faces.
    func mean(_ emotion: Emotion) -> Double {
        all.judged > 0 ? sums[emotion.index] / Double(all.judged) : 0
    }

    /// Counts a picture.
    mutating func add(_ report: ImageReport) {
        let folder = folderIndex(of: report.path)
        all.images += 1
        folders[folder].figures.images += 1
        if report.faces.isEmpty { withoutFace += 1 }
        for face in report.faces {
            let isJudged = face.judgeable
            all.faces += 1
            folders[folder].figures.faces += 1
            topScores.add(Double(face.scores[face.top]), isJudged: isJudged)
            sharpness.add(face.quality.sharpness, isJudged: isJudged)
            widths.add(face.box.width, isJudged: isJudged)
            for reason in face.reasons { reasons[reason, default: 0] += 1 }
            guard isJudged else { continue }
            all.tops[face.top.index] += 1
            folders[folder].figures.tops[face.top.index] += 1
            sums += SIMD8<Double>(face.scores.values)
            guard let own = face.classes else { continue }
            for (name, value) in zip(own.names, own.values) {
                classes[UTF8Key(name), default: (0, 0)].sum += Double(value)
            }
            classes[UTF8Key(own.top)]?.tops += 1
        }
    }

    /// Counts an input that was not scored, or a film that could not be read to its end.
    mutating func add(_ report: FailureReport) {
        var failures = self.failures[report.error.code] ?? Failures()
        if failures.count == 0 { failures.message = report.error.message }
        failures.count += 1
        if failures.paths.count < Self.namedPaths { failures.paths.append(report.path) }
        self.failures[report.error.code] = failures
    }

    private mutating func folderIndex(of path: String) -> Int {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        if let folderIndex = indices[folder] { return folderIndex }
        indices[folder] = folders.count
        folders.append((folder, Folder()))
        return folders.count - 1
    }
}
