import Foundation

@testable import TrainerContent

/// A small, entirely valid folder of content that tests change.
final class SampleContent {
    /// The folder.
    let folder: URL
    /// The entries of questions.json.
    var questions: [[String: Any]]
    /// The texts of each language's only file, and whether they are spoken.
    var texts: [String: [String: String]]
    var spoken: [String: [String]]
    /// Licenses by path; all other files have CC0-1.0.
    var licences: [String: String] = [:]
    /// Paths that are missing in the manifest.
    var unlisted: Set<String> = []

    private static let picture = Data(Array("RIFF\u{4}\0\0\0WEBPVP8 ".utf8))
    private static let sound = Data([0xFF, 0xFB, 0x90, 0x44, 0, 0])
    private static let drawing = Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)

    /// A folder with one question of each level, or eight.
    init(questionsPerLevel: Int = 1) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "content-\(UUID())", directoryHint: .isDirectory)
        let emotions = ["happiness", "sadness", "anger", "surprise", "fear"]
        (questions, texts, spoken) = ([], ["en": [:]], ["en": []])
        for level in 1...5 {
            for number in 1...questionsPerLevel {
                let id = "l\(level)-happiness-0\(number)"
                let count = [3, 3, 4, 4, 5][level - 1]
                questions.append([
                    "id": id, "level": level, "emotion": "happiness", "form": "cartoon",
                    "part": "whole", "strength": 1.0, "person": "cartoon-01", "probe": false,
                    "picture": "pictures/\(id).webp",
                    "answers": emotions.prefix(count).map { ["id": $0, "emotion": $0] },
                    "right": "happiness", "point": ["x": 0.5, "y": 0.5, "radius": 0.1],
                ])
                for (part, text) in [
                    ("prompt", "How does \(id) feel?"), ("tip", "The mouth of \(id) goes up."),
                    ("description", "A drawing of \(id)."),
                ] {
                    texts["en"]?["question.\(id).\(part)"] = text
                    if part != "description" { spoken["en"]?.append("question.\(id).\(part)") }
                }
                try write("pictures/\(id).webp", Self.picture + Data(id.utf8))
            }
        }
        for emotion in emotions { try write("symbols/\(emotion).svg", Self.drawing) }
        for sound in ["press", "right", "wrong"] { try write("sounds/\(sound).mp3", Self.sound) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Adds the parts that only built-in content must have: words of emotions, recordings.
    func makeWhole() throws {
        for emotion in ["happiness", "sadness", "anger", "surprise", "fear"] {
            texts["en"]?["emotion.\(emotion)"] = emotion
            spoken["en"]?.append("emotion.\(emotion)")
        }
        try record(voice: "one")
    }

    /// Records all spoken texts.
    func record(voice: String) throws {
        for (language, keys) in spoken {
            for key in keys {
                guard let text = texts[language]?[key] else { continue }
                try write("narration/\(voice)/\(NarrationClip.name(of: text))", Self.sound)
            }
        }
    }

    /// Writes a file.
    func write(_ path: String, _ bytes: Data) throws {
        let place = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: place)
    }

    /// Writes a text file.
    func write(_ path: String, _ text: String) throws { try write(path, Data(text.utf8)) }

    /// Writes questions, texts and manifest in their present state.
    @discardableResult
    func save() throws -> URL {
        try write("questions.json", json(["version": 1, "questions": questions]))
        for (language, texts) in texts {
            try write(
                "languages/\(language)/all.json",
                json(["texts": texts, "spoken": spoken[language] ?? []]))
        }
        try write("manifest.json", json(["version": 1, "assets": try assets()]))
        return folder
    }

    private func assets() throws -> [[String: Any]] {
        let root = folder.path
        let walk = FileManager.default.enumerator(atPath: root)
        var assets: [[String: Any]] = []
        while let path = walk?.nextObject() as? String {
            guard ["webp", "svg", "mp3", "png"].contains((path as NSString).pathExtension),
                !unlisted.contains(path)
            else { continue }
            let bytes = try Data(contentsOf: folder.appending(path: path))
            let digest = FileCheck.checksum(of: bytes)
            assets.append([
                "file": path, "kind": "picture", "bytes": bytes.count, "sha256": digest,
                "licence": licences[path] ?? "CC0-1.0", "origin": "made here", "maker": "a test",
                "seed": NSNull(), "checked": NSNull(),
            ])
        }
        return assets
    }

    private func json(_ value: [String: Any]) throws -> Data {
        try JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted, .sortedKeys])
    }
}
