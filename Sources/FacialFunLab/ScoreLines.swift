import CommandSupport
import Evaluation
import FacialFunWire

/// Results of the pipeline for each picture as JSON Lines, for choosing thresholds, calibration and
/// plots.
///
/// A line is `{"path": …, "label": …, "outcome": …, "reason": … or null, "scores": {…} or null,
/// "promptedScores": {…} or null}`, with the scores at both operating points; the outcome is
/// `judged`, `not_detected`, `refused` or `unreadable`. A refused face has a reason and still has
/// scores.
enum ScoreLines {
    /// One line per picture, in the order of the pictures.
    static func text(of judged: [EvaluatedImage]) -> String {
        judged.map { line(of: $0).compactText + "\n" }.joined()
    }

    private static func line(of judged: EvaluatedImage) -> JSONValue {
        let judgement = judged.judgement
        return .object([
            ("path", .string(judged.picture.item.path.text)),
            ("label", .string(judgement.truth.rawValue)),
            ("outcome", .string(name(of: judgement.outcome))),
            ("reason", judged.refusal.map { .string($0.rawValue) } ?? .null),
            ("scores", judged.ungatedJudgement.scores?.json ?? .null),
            ("promptedScores", judged.promptedScores?.json ?? .null),
        ])
    }

    private static func name(of outcome: Judgement.Outcome) -> String {
        switch outcome {
        case .judged: "judged"
        case .notDetected: "not_detected"
        case .refused: "refused"
        case .unreadable: "unreadable"
        }
    }
}
