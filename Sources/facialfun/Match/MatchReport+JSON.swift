import Emotions
import FacialFunLevels

extension MatchReport {
    /// The report as `match-report.schema.json` describes it.
    var json: JSONText {
        .object([
            ("schema", .string(Self.schemaName)),
            ("path", .string(path.text)),
            ("target", .string(target.rawValue)),
            ("level", .integer(level.rawValue)),
            ("offered", .boolean(isOffered)),
            ("operatingPoint", .string(operatingPoint.rawValue)),
            ("threshold", .number(threshold)),
            ("verdict", verdict.json),
            ("scores", scores?.json ?? .null),
            ("judgedScores", reading?.scores.json ?? .null),
            ("changeShare", reading?.changeShare.map { .number($0) } ?? .null),
            ("baselinePictures", baselinePictures.map { .integer($0) } ?? .null),
            (
                "model",
                .object([("name", .string(model.name)), ("version", .string(model.version))])
            ),
        ])
    }

    /// The record of a picture that could not be read.
    static func json(path: InputPath, failed reason: FailureReport.Reason) -> JSONText {
        .object([
            ("schema", .string(schemaName)),
            ("path", .string(path.text)),
            (
                "error",
                .object([("code", .string(reason.code)), ("message", .string(reason.message))])
            ),
        ])
    }
}

extension Verdict {
    /// The verdict as its own `encode(to:)` writes it.
    var json: JSONText {
        let word = ("verdict", JSONText.string(kind.rawValue))
        func words(_ code: String?, _ sentence: String?) -> JSONText {
            guard let code, let sentence else { return .null }
            return .object([("code", .string(code)), ("sentence", .string(sentence))])
        }
        switch self {
        case .matched(let praise):
            return .object([word, ("praise", words(praise?.rawValue, praise?.sentence))])
        case .notYet(let progress, let hint, let praise):
            return .object([
                word, ("progress", .number(progress)),
                ("hint", words(hint?.rawValue, hint?.sentence)),
                ("praise", words(praise?.rawValue, praise?.sentence)),
            ])
        case .cannotJudge(let reason):
            return .object([
                word,
                (
                    "reason",
                    .object([
                        ("code", .string(reason.rawValue)), ("remedy", .string(reason.remedy)),
                        ("sentence", .string(reason.sentence)),
                    ])
                ),
            ])
        }
    }
}
