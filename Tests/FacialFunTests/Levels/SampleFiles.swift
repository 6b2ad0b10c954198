import FacialFun
import FacialFunWire

/// Files of levels and hints for tests.
enum SampleFiles {
    /// The network of the samples.
    static let model = ModelSummary(name: "emotion", version: "1")

    /// The thresholds of every emotion, by level.
    static let thresholds = [0.2, 0.3, 0.4, 0.5, 0.6]
    /// The hold times, by level.
    static let holds = [0, 300, 500, 800, 1000]

    /// The text of a valid levels file, with a line for each level of each emotion.
    static func levelsText() -> String {
        let rules = (0..<5).map { place in
            """
            {"level": \(place + 1), "passRate": 0.\(9 - place), "holdMilliseconds": \(holds[place]), \
            "hintAfterMilliseconds": \(place == 4 ? "null" : "\(place * 1000)")}
            """
        }
        let emotions = Emotion.allCases.map { emotion in
            let goals = (0..<5).map { place in
                """
                {"level": \(place + 1), "threshold": \(thresholds[place]), "offered": true, \
                "interval": [0.1, 0.7], "passRate": 0.\(9 - place), "falseAcceptRate": 0.05, \
                "falseAccepts": {"\(emotion == .anger ? "fear" : "anger")": 0.1}}
                """
            }
            return "  \"\(emotion.rawValue)\": [\n    \(goals.joined(separator: ",\n    "))]"
        }
        return """
            {"schema": "facialfun.levels/1",
             "model": {"name": "emotion", "version": "1"},
             "levels": [
            \(rules.joined(separator: ",\n"))],
             "emotions": {
            \(emotions.joined(separator: ",\n"))},
             "measured": {"images": "drawn by hand", "faces": {"happiness": 12}}}
            """
    }

    /// The same file at the operating point `prompted`, with contempt withheld and half the
    /// thresholds with a baseline.
    static func promptedText() -> String {
        let emotions = Emotion.allCases.map { emotion in
            let goals = (0..<5).map {
                #"{"level": \#($0 + 1), "threshold": \#(thresholds[$0] / 2), "offered": true}"#
            }
            return "\"\(emotion.rawValue)\": [\(goals.joined(separator: ", "))]"
        }
        return levelsText().replacing(
            "\"levels\": [",
            with: """
                "operatingPoint": "prompted", "withheld": ["contempt"],
                "withBaseline": {"operatingPoint": "photograph", "emotions": {\(emotions.joined(separator: ",\n"))},
                "measured": {"images": "people", "faces": {}}},
                "levels": [
                """)
    }

    /// A valid levels file.
    static func levels() throws -> LevelsFile {
        try LevelsFile(bytes: Array(levelsText().utf8))
    }

    /// The text of a valid hints file: surprise lifts the brows and opens the mouth, anger lowers
    /// the brows, contempt lifts one mouth corner, neutral rests.
    static func hintsText() -> String {
        let rest = GeometricFeature.allCases.map {
            "  \"\($0.rawValue)\": {\"mean\": 0.3, \"spread\": 0.01}"
        }
        func entry(_ hint: String, goal: Double, gain: Double, raised: Double, offered: Bool)
            -> String
        {
            """
            {"hint": "\(hint)", "goal": \(goal), "gain": \(gain), "raised": \(raised), "cases": 40, \
            "offered": \(offered)}
            """
        }
        let entries: [Emotion: [String]] = [
            .neutral: [entry("relax_face", goal: -1.5, gain: 0.2, raised: 0.9, offered: true)],
            .surprise: [
                entry("raise_eyebrows", goal: 3, gain: 0.2, raised: 0.95, offered: true),
                entry("open_mouth", goal: 10, gain: 0.3, raised: 1, offered: true),
                entry("open_eyes_wide", goal: 1, gain: 0.5, raised: 0.6, offered: false),
            ],
            .anger: [entry("lower_brows", goal: 2, gain: 0.2, raised: 0.85, offered: true)],
            .contempt: [
                entry("lift_one_mouth_corner", goal: 2, gain: 0.2, raised: 0.85, offered: true)
            ],
        ]
        let targets = Emotion.allCases.map { emotion in
            "  \"\(emotion.rawValue)\": [\((entries[emotion] ?? []).joined(separator: ",\n    "))]"
        }
        let all = GeometricFeature.allCases.map { "\"\($0.rawValue)\": 0.05" }.joined(
            separator: ", ")
        return """
            {"schema": "facialfun.hints/1",
             "model": {"name": "emotion", "version": "1"},
             "hintBelow": 0.5, "praiseFrom": 0.8,
             "rest": {
            \(rest.joined(separator: ",\n"))},
             "movements": {
              "raise_eyebrows": {"kind": "sum", "weights": {
                "outerBrowHeightRight": 0.5, "outerBrowHeightLeft": 0.5}},
              "lower_brows": {"kind": "sum", "weights": {
                "innerBrowHeightRight": -0.5, "innerBrowHeightLeft": -0.5}},
              "open_mouth": {"kind": "sum", "weights": {"mouthOpening": 1}},
              "close_mouth": {"kind": "sum", "weights": {"mouthOpening": -1}},
              "open_eyes_wide": {"kind": "sum", "weights": {
                "eyeOpeningRight": 0.5, "eyeOpeningLeft": 0.5}},
              "lift_one_mouth_corner": {"kind": "asymmetry", "weights": {
                "mouthCornerLiftRight": 0.5, "mouthCornerLiftLeft": -0.5}},
              "relax_face": {"kind": "distance", "weights": {\(all)}}},
             "targets": {
            \(targets.joined(separator: ",\n"))},
             "measured": "drawn by hand"}
            """
    }

    /// A valid hints file.
    static func hints() throws -> HintTable {
        try HintTable(bytes: Array(hintsText().utf8))
    }
}
