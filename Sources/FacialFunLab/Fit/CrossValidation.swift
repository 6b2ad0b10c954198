import FacialFunWire
import Glibc
import NeuralNetwork
import Synchronization

/// A judgeable face with its class.
struct FitFace: Sendable {
    /// The network's embedding.
    let embedding: [Float]
    /// The index of its class.
    let label: Int
    /// The person in the picture; nil if unknown.
    let person: String?
}

/// Judges each face by a fit without that person, in up to five folds.
///
/// Each fold chooses its penalty on people whom the fits with that penalty have not seen. The
/// figures therefore apply to the whole procedure on new people.
struct CrossValidation: Sendable {
    /// The penalties to try, the strongest first.
    static let penalties = [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001]
    /// The number of folds if there are enough people.
    static let maxFolds = 5

    /// The number of folds.
    let folds: Int
    /// The fold of each face.
    let fold: [Int]
    /// The logits of each face, from the fit that did not use its person.
    let logits: [[Double]]
    /// The penalty of the fit on all faces: the median of the penalties that the folds chose.
    let penalty: Double
    /// The temperature that calibrates the scores of unseen people.
    let temperature: Double

    /// Runs all folds.
    ///
    /// - Parameters:
    ///   - faces: The faces, of at least two people or pictures.
    ///   - classCount: Number of classes.
    ///   - jobs: Number of folds to fit concurrently; it does not affect the result.
    init(_ faces: [FitFace], classCount: Int, jobs: Int) {
        let (fold, count) = Self.folds(of: faces, classCount: classCount)
        let results = Mutex<[Int: (penalty: Double, logits: [Int: [Double]])]>([:])
        parallelFor(count, threads: jobs) { held in
            let seen = faces.indices.filter { fold[$0] != held }
            let choosing = (held + 1) % count
            let inner = seen.filter { fold[$0] != choosing }
            // With two folds, no data remain for choosing the penalty, so it is chosen on the data
            // of the fit.
            let fitted = inner.isEmpty ? seen : inner
            let judged = inner.isEmpty ? seen : seen.filter { fold[$0] == choosing }
            let table = Self.table(of: fitted, in: faces, classCount)
            var best = (penalty: Self.penalties[0], loss: Double.infinity)
            var start: [Double]?
            for penalty in Self.penalties {
                let fit = LogisticRegression(table, penalty: penalty, startingFrom: start)
                start = fit.parameters
                let loss = judged.reduce(0) { sum, position in
                    sum
                        - LogisticRegression.logProbability(
                            of: faces[position].label,
                            logits: fit.logits(of: faces[position].embedding))
                }
                if loss < best.loss { best = (penalty, loss) }
            }
            let fit = LogisticRegression(
                Self.table(of: seen, in: faces, classCount), penalty: best.penalty)
            var logits: [Int: [Double]] = [:]
            for position in faces.indices where fold[position] == held {
                logits[position] = fit.logits(of: faces[position].embedding)
            }
            results.withLock { [best, logits] in $0[held] = (best.penalty, logits) }
        }
        let found = results.withLock { $0 }
        var all = [[Double]](repeating: [], count: faces.count)
        for (_, result) in found {
            for (position, logits) in result.logits { all[position] = logits }
        }
        (self.fold, folds, logits) = (fold, count, all)
        penalty = found.values.map(\.penalty).sorted()[(found.count - 1) / 2]
        temperature = Self.temperature(of: all, faces)
    }

    /// The predicted class of each face.
    var answers: [Int] {
        logits.map { logits in
            logits.indices.dropFirst().reduce(0) { logits[$1] > logits[$0] ? $1 : $0 }
        }
    }

    /// Assigns each person to the fold in which the person's classes are rarest.
    ///
    /// People with the most faces come first.
    ///
    /// A face without a person counts as a separate person.
    static func folds(of faces: [FitFace], classCount: Int) -> (fold: [Int], count: Int) {
        var groups: [UTF8Key: [Int]] = [:]
        for (position, face) in faces.enumerated() {
            // NUL cannot occur in the name of a person.
            groups[UTF8Key(face.person ?? "\0\(position)"), default: []].append(position)
        }
        let count = min(maxFolds, groups.count)
        let sizes = (0..<classCount).map { label in
            Double(max(1, faces.count { $0.label == label }))
        }
        var shares = [[Double]](repeating: [Double](repeating: 0, count: classCount), count: count)
        var fold = [Int](repeating: 0, count: faces.count)
        // The order is scrambled, because faces of one person may be evenly spaced in the list.
        let ordered = groups.values.sorted {
            ($1.count, mixed($0[0])) < ($0.count, mixed($1[0]))
        }
        for group in ordered {
            let own = group.reduce(into: [Double](repeating: 0, count: classCount)) {
                own, position in
                own[faces[position].label] += 1 / sizes[faces[position].label]
            }
            let target = (0..<count).min { one, other in
                Self.crowding(shares[one], own) < Self.crowding(shares[other], own)
            }
            let chosen = target ?? 0
            for position in group { fold[position] = chosen }
            shares[chosen] = zip(shares[chosen], own).map { $0 + $1 }
        }
        return (fold, count)
    }

    /// Scrambles a number, always in the same way (the finalizer of SplitMix64).
    private static func mixed(_ number: Int) -> UInt64 {
        var value = UInt64(number) &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// Number of faces that a fold already has of a person's classes and, to break ties, in total.
    private static func crowding(_ shares: [Double], _ own: [Double]) -> Double {
        zip(shares, own).reduce(0) { $0 + $1.0 * $1.1 } + 1e-6 * shares.reduce(0, +)
    }

    private static func table(
        of indices: [Int], in faces: [FitFace], _ classCount: Int
    ) -> LogisticRegression.Table {
        LogisticRegression.Table(
            features: indices.map { faces[$0].embedding }, labels: indices.map { faces[$0].label },
            classCount: classCount)
    }

    /// The temperature from 1 to 4 with the maximum likelihood of the labels, by golden-section
    /// search on its logarithm.
    ///
    /// A temperature below 1 would exaggerate the scores of classes that few faces happen to
    /// separate without errors.
    private static func temperature(of logits: [[Double]], _ faces: [FitFace]) -> Double {
        func loss(_ logarithm: Double) -> Double {
            faces.indices.reduce(0) { sum, position in
                sum
                    - LogisticRegression.logProbability(
                        of: faces[position].label, logits: logits[position],
                        temperature: exp(logarithm))
            }
        }
        let ratio = (5.0.squareRoot() - 1) / 2
        var (low, high) = (0.0, log(4.0))
        while high - low > 1e-3 {
            let (one, other) = (high - ratio * (high - low), low + ratio * (high - low))
            if loss(one) < loss(other) { high = other } else { low = one }
        }
        return exp((low + high) / 2)
    }
}
