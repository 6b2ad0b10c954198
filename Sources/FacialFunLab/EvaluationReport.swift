import CommandSupport
import Evaluation
import FacialFunWire

/// The whole report: what was evaluated, and the figures of each way to count.
struct EvaluationReport: Sendable {
    /// The name and version of the JSON shape.
    static let schemaName = "facialfun.evaluation/2"
    /// Number of mistakes to show.
    static let mistakesShown = 24

    /// A way to count the faces that got no scores.
    enum Counting: String, CaseIterable, Sendable {
        /// All faces; those that were not found or refused count as wrong. The figures to quote.
        case all
        /// All faces, none refused: what the scores are worth without the gate.
        case gateOff
        /// The faces alone that were found and not refused.
        case judged
        /// All crops, none refused; one in which no face was found is scored from the whole crop.
        case wholeCrops

        /// Title of the section for people.
        var title: String {
            switch self {
            case .all: "all faces"
            case .gateOff: "gate off"
            case .judged: "judged faces alone"
            case .wholeCrops: "undetected crops scored whole"
            }
        }

        /// Rule for counting faces without scores.
        var explanation: String {
            switch self {
            case .all: "faces that were not found or refused count as wrong in every figure"
            case .gateOff:
                "every face that was found is judged; one that was not counts as wrong"
            case .judged: "faces that were not found or refused are left out"
            case .wholeCrops:
                "no face is refused, and a crop in which none was found is scored as if the whole crop were the face's "
                    + "rectangle, which the pipeline that serves does not do"
            }
        }
    }

    /// Evaluated sources as given, separated by commas.
    let source: String
    /// The model that gave the scores.
    let model: ModelSummary
    /// Whether the pictures were taken as face crops.
    let areCrops: Bool
    /// Deliberate cut error of the found faces; nil for none.
    let cutError: CutError?
    /// Which question the scores answer.
    let operatingPoint: OperatingPoint
    /// The emotions that were not on offer.
    let without: [Emotion]
    /// Number of faces that pass each level; nil if not requested.
    let levels: LevelsEvaluation?
    /// The bootstrap of the intervals.
    let bootstrap: Bootstrap
    /// In how many pictures several faces were found, so that the largest was judged.
    let severalFaces: Int
    /// Number of refused faces by reason; only reasons that occur, in the vocabulary's order.
    let refusals: [(reason: CannotJudgeReason, count: Int)]
    /// The figures for each way to count that applies, ``Counting/all`` first.
    let results: [(counting: Counting, result: EvaluationResult)]
    /// The surest mistakes, the worst first.
    let mistakes: [Misclassification]
    /// The first pictures in which no face was found.
    let notDetected: [LabeledImage]
    /// The first pictures with a face that was not judged, each with the reason.
    let refused: [(picture: LabeledImage, reason: CannotJudgeReason)]

    /// Computes the report.
    init(
        source: String, model: ModelSummary, areCrops: Bool, cutError: CutError? = nil,
        operatingPoint: OperatingPoint = .photograph, without: [Emotion] = [],
        bootstrap: Bootstrap, judged: [EvaluatedImage], levels: LevelsEvaluation? = nil
    ) {
        let judged = judged.map { $0.at(operatingPoint, without: without) }
        self.operatingPoint = operatingPoint
        self.without = without
        self.levels = levels
        self.source = source
        self.model = model
        self.areCrops = areCrops
        self.cutError = cutError
        self.bootstrap = bootstrap
        severalFaces = judged.count(where: \.hasSeveralFaces)
        let judgements = judged.map(\.judgement)
        refusals = CannotJudgeReason.allCases.compactMap { reason in
            let count = judged.count { $0.refusal == reason }
            return count > 0 ? (reason, count) : nil
        }
        results = Counting.allCases.compactMap { counting in
            let counted: [Judgement]
            switch counting {
            case .all: counted = judgements
            case .gateOff: counted = judged.map(\.ungatedJudgement)
            case .judged: counted = judgements.filter { $0.scores != nil }
            case .wholeCrops:
                guard areCrops else { return nil }
                counted = judged.map(\.wholeCropJudgement)
            }
            return (counting, EvaluationResult(counted, bootstrap: bootstrap))
        }
        mistakes = Misclassification.worst(Self.mistakesShown, of: judged)
        notDetected = judged.filter { $0.judgement.outcome == .notDetected }
            .prefix(Self.mistakesShown).map(\.picture)
        refused = Array(
            judged.lazy.compactMap { judged in judged.refusal.map { (judged.picture, $0) } }
                .prefix(Self.mistakesShown))
    }

    /// The result over all faces.
    var all: EvaluationResult { results[0].result }
}
