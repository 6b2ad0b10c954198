import CommandSupport
import Evaluation
import FacialFunWire

/// The whole report: the evaluated data, and the figures for each counting rule.
struct EvaluationReport: Sendable {
    /// The name and version of the JSON format.
    static let schemaName = "facialfun.evaluation/2"
    /// Number of errors to show.
    static let mistakesShown = 24

    /// A rule for counting faces without scores.
    enum Counting: String, CaseIterable, Sendable {
        /// All faces; those not found or refused count as wrong.
        ///
        /// These are the figures to quote.
        case all
        /// All faces. None is refused, which gives the accuracy of the scores without the gate.
        case gateOff
        /// Only faces that were found and not refused.
        case judged
        /// All crops. None is refused, and the whole crop is scored if no face was found in it.
        case wholeCrops

        /// Title of the section for people.
        var title: String {
            switch self {
            case .all: "all faces"
            case .gateOff: "gate off"
            case .judged: "judged faces only"
            case .wholeCrops: "with whole undetected crops"
            }
        }

        /// Rule for counting faces without scores.
        var explanation: String {
            switch self {
            case .all: "faces that were not found or refused count as wrong in every figure"
            case .gateOff:
                "every face that was found is judged; one that was not counts as wrong"
            case .judged: "only faces that were found and not refused"
            case .wholeCrops:
                "no face is refused, and a crop without a detected face is scored as a whole, "
                    + "unlike in the service"
            }
        }
    }

    /// Evaluated sources as given, separated by commas.
    let source: String
    /// The model that computed the scores.
    let model: ModelSummary
    /// Whether the pictures were treated as face crops.
    let areCrops: Bool
    /// Deliberate cut error of the found faces; nil for none.
    let cutError: CutError?
    /// Operating point of the scores.
    let operatingPoint: OperatingPoint
    /// The withheld emotions.
    let without: [Emotion]
    /// Number of faces that match at each level; nil if not requested.
    let levels: LevelsEvaluation?
    /// The bootstrap of the intervals.
    let bootstrap: Bootstrap
    /// Number of pictures with several faces, of which the largest was judged.
    let severalFaces: Int
    /// Number of refused faces by reason; only reasons that occur, in the vocabulary's order.
    let refusals: [(reason: CannotJudgeReason, count: Int)]
    /// The figures for each applicable counting rule, ``Counting/all`` first.
    let results: [(counting: Counting, result: EvaluationResult)]
    /// The errors with the highest scores, the worst first.
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
