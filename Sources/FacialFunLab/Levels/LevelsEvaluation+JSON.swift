import Evaluation
import FacialFun
import FacialFunWire

extension LevelsEvaluation {
    /// Counts without and with baselines; null for the latter if there are no baselines.
    var json: JSONValue {
        .object([
            ("operatingPoint", .string(levels.operatingPoint.rawValue)),
            ("withheld", .names(levels.withheld)), ("alone", alone.json),
            ("withBaseline", withBaseline?.json ?? .null),
        ])
    }
}

extension LevelsEvaluation.Counted {
    fileprivate var json: JSONValue {
        .object([
            ("pictures", .integer(pictures)), ("notJudged", .integer(notJudged)),
            (
                "emotions",
                .each { emotion in
                    .array(Level.allCases.map { row($0, self[emotion, $0]) })
                }
            ),
        ])
    }

    /// Counts at a level; undefined figures are omitted.
    private func row(_ level: Level, _ cell: LevelsEvaluation.Cell) -> JSONValue {
        let figures: [(String, JSONValue?)] = [
            ("level", .integer(level.rawValue)), ("offered", .bool(cell.goal.offered)),
            ("threshold", .number(cell.goal.threshold)), ("faces", .integer(cell.faces)),
            ("passes", .integer(cell.matches)), ("passRate", cell.passRate.map { .number($0) }),
            ("passInterval", cell.passInterval?.json),
            ("promisedPassRate", cell.goal.passRate.map { .number($0) }),
            ("falseAcceptRate", cell.falseAcceptRate.map { .number($0) }),
            ("falseAcceptInterval", cell.falseAcceptInterval?.json),
            ("promisedFalseAcceptRate", cell.goal.falseAcceptRate.map { .number($0) }),
            (
                "falseAccepts",
                .object(
                    cell.others.map {
                        ($0.emotion.rawValue, .number(Double($0.count) / Double($0.faces)))
                    })
            ),
        ]
        return .object(figures.compactMap { name, value in value.map { (name, $0) } })
    }
}

extension Interval {
    fileprivate var json: JSONValue { .object([("low", .number(low)), ("high", .number(high))]) }
}
