import CommandSupport
import Emotions
import Evaluation
import FacialFunLevels

extension LevelsEvaluation: Encodable {
    private enum Key: String, CodingKey { case operatingPoint, withheld, alone, withBaseline }

    /// Writes what was counted without and with baselines; the latter is null where there are none.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(levels.operatingPoint, forKey: .operatingPoint)
        try container.encode(levels.withheld, forKey: .withheld)
        try container.encode(alone, forKey: .alone)
        try container.encode(withBaseline, forKey: .withBaseline)
    }
}

extension LevelsEvaluation.Counted: Encodable {
    private enum Key: String, CodingKey { case pictures, notJudged, emotions }

    private struct Row: Encodable {
        let level: Int
        let offered: Bool
        let threshold: Double
        let faces: Int
        let passes: Int
        let passRate: Double?
        let passInterval: Interval?
        let promisedPassRate: Double?
        let falseAcceptRate: Double?
        let falseAcceptInterval: Interval?
        let promisedFalseAcceptRate: Double?
        let falseAccepts: [String: Double]
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(pictures, forKey: .pictures)
        try container.encode(notJudged, forKey: .notJudged)
        var rows: [String: [Row]] = [:]
        for emotion in Emotion.allCases {
            rows[emotion.rawValue] = Level.allCases.map { level in
                let cell = self[emotion, level]
                return Row(
                    level: level.rawValue, offered: cell.goal.offered,
                    threshold: cell.goal.threshold, faces: cell.faces, passes: cell.passes,
                    passRate: cell.passRate, passInterval: cell.passInterval,
                    promisedPassRate: cell.goal.passRate, falseAcceptRate: cell.falseAcceptRate,
                    falseAcceptInterval: cell.falseAcceptInterval,
                    promisedFalseAcceptRate: cell.goal.falseAcceptRate,
                    falseAccepts: Dictionary(
                        cell.others.map {
                            ($0.emotion.rawValue, Double($0.count) / Double($0.faces))
                        }, uniquingKeysWith: { first, _ in first }))
            }
        }
        try container.encode(rows, forKey: .emotions)
    }
}
