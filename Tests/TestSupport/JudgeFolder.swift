package import FacialFunWire
import Foundation

/// A folder of models with levels and hints of the test's choice and the package's networks.
package struct JudgeFolder {
    /// The temporary folder.
    package let folder: TemporaryFolder
    /// The network's name and version.
    package let model: ModelSummary

    /// Makes a folder in which every emotion has the same thresholds, by level.
    package init(thresholds: [Double]) throws {
        folder = try TemporaryFolder()
        for name in ["emotion-v1", "face-detector", "face-mesh"] {
            try folder.link(name, to: Program.package + "/Models/" + name)
        }
        let others = try FileManager.default.contentsOfDirectory(
            atPath: Program.package + "/Models")
        for name in others where !FileManager.default.fileExists(atPath: folder.path(name)) {
            guard name != "levels.json", name != "hints.json" else { continue }
            try folder.link(name, to: Program.package + "/Models/" + name)
        }
        let manifest = try JSONDocument(
            parsing: Data(
                contentsOf: URL(fileURLWithPath: folder.path("emotion-v1/manifest.json"))))
        model = ModelSummary(
            name: manifest["name"]?.text ?? "", version: manifest["version"]?.text ?? "")
        try folder.write("levels.json", Self.levels(thresholds, model).utf8)
        try folder.write("hints.json", Self.hints(model).utf8)
    }

    /// The environment that makes the program use the folder.
    package var variables: [String: String] { ["FACIALFUN_MODELS": folder.path, "D": folder.path] }

    /// The text of a levels file.
    package static func levels(_ thresholds: [Double], _ model: ModelSummary) -> String {
        let rules = (1...5).map { level in
            """
            {"level": \(level), "passRate": 0.5, "holdMilliseconds": 300, \
            "hintAfterMilliseconds": 0}
            """
        }
        let emotions = Emotion.allCases.map { emotion in
            let goals = zip(1...5, thresholds).map { level, threshold in
                #"{"level": \#(level), "threshold": \#(threshold), "offered": \#(level < 5)}"#
            }
            return "\"\(emotion.rawValue)\": [\(goals.joined(separator: ",\n"))]"
        }
        return """
            {"schema": "facialfun.levels/1", "operatingPoint": "prompted",
            "model": {"name": "\(model.name)", "version": "\(model.version)"},
            "levels": [\(rules.joined(separator: ",\n"))],
            "emotions": {\(emotions.joined(separator: ",\n"))}}
            """
    }

    /// The text of a hints file in which every target requires a mouth opened wider than possible.
    private static func hints(_ model: ModelSummary) -> String {
        let rest = GeometricFeature.allCases.map {
            #""\#($0.rawValue)": {"mean": 0, "spread": 0.01}"#
        }
        let entry =
            #"{"hint": "open_mouth", "goal": 99, "gain": 0.1, "raised": 1, "cases": 20, "#
            + #""offered": true}"#
        let targets = Emotion.allCases.map { "\"\($0.rawValue)\": [\(entry)]" }
        return """
            {"schema": "facialfun.hints/1",
            "model": {"name": "\(model.name)", "version": "\(model.version)"},
            "hintBelow": 0.9, "praiseFrom": 0.9, "rest": {\(rest.joined(separator: ", "))},
            "movements": {"open_mouth": {"kind": "sum", "weights": {"mouthOpening": 1}}},
            "targets": {\(targets.joined(separator: ", "))}, "measured": "chosen for a test"}
            """
    }
}
