import CommandSupport
import FacialFun
import FacialFunWire

extension MatchReport {
    /// The report in the format of `match-report.schema.json`.
    var json: JSONValue {
        let moved = movements.map { [("movements", $0.json)] } ?? []
        let own = classes.map { [("classes", $0.json)] } ?? []
        let members: [(String, JSONValue)] = [
            ("schema", .string(Self.schemaName)),
            ("path", .string(path.text)),
            ("target", .string(target.rawValue)),
            ("level", .integer(level.rawValue)),
            ("offered", .bool(isOffered)),
            ("operatingPoint", .string(operatingPoint.rawValue)),
            ("threshold", .number(threshold)),
            ("verdict", verdict.json),
            ("scores", scores?.json ?? .null),
            ("judgedScores", reading?.scores.json ?? .null),
            ("changeShare", JSONValue(reading?.changeShare)),
            ("baselinePictures", JSONValue(baselinePictures)),
            ("model", model.json),
        ]
        return .object(members + own + moved)
    }

    /// The record of an unreadable picture.
    static func json(path: InputPath, failed error: CommandError) -> JSONValue {
        .object([
            ("schema", .string(schemaName)),
            ("path", .string(path.text)),
            (
                "error",
                .object([("code", .string(error.name)), ("message", .string(error.message))])
            ),
        ])
    }
}
