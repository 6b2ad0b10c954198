import CommandSupport
import Evaluation
import FacialFunWire

extension EvaluationReport {
    /// The JSON text with a line break; each result has the name of its counting rule as key.
    var jsonText: String {
        let ignored = areCrops ? ScoringPipeline.ignoredInCrops.map(\.rawValue).sorted() : []
        var members: [(String, JSONValue)] = [
            ("schema", .string(Self.schemaName)), ("model", model.json),
            ("operatingPoint", .string(operatingPoint.rawValue)), ("without", .names(without)),
            ("source", .string(source)), ("crops", .bool(areCrops)),
            ("cutError", cutError.map { .string($0.text) } ?? .null),
            ("severalFaces", .integer(severalFaces)),
            ("refusals", .object(refusals.map { ($0.reason.rawValue, .integer($0.count)) })),
            ("ignoredReasons", .array(ignored.map { .string($0) })),
            ("bootstrap", bootstrap.json),
        ]
        if let levels { members.append(("levels", levels.json)) }
        members.append(("results", .object(results.map { ($0.counting.rawValue, $0.result.json) })))
        members.append(("worstMistakes", .array(mistakes.map(\.json))))
        return JSONValue.object(members).indentedText() + "\n"
    }
}

extension Bootstrap {
    fileprivate var json: JSONValue {
        .object([
            // Integers beyond the range that every JSON reader supports are rounded.
            ("seed", Int(exactly: seed).map { .integer($0) } ?? .number(Double(seed))),
            ("replicates", .integer(replicates)),
        ])
    }
}

extension Misclassification {
    fileprivate var json: JSONValue {
        .object([
            ("path", .string(picture.item.path.text)), ("label", .string(picture.truth.rawValue)),
            ("called", .string(called.rawValue)), ("score", .float(score)),
            ("scoreOfLabel", .float(scoreOfTruth)),
        ])
    }
}
