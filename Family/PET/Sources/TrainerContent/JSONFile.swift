import FamilyText
import Foundation
import TrainerRules

/// A JSON file of the content, read with a size limit, whose errors have line numbers.
struct JSONFile {
    /// The file's path below the folder.
    let name: String
    private let bytes: Data
    /// The positions of its values.
    let places: TextPlaces

    /// Larger than any file of texts or questions.
    static let largest = 10_000_000

    /// Reads a file.
    init(_ name: String, below folder: URL) throws(ContentFinding) {
        self.name = name
        let url = folder.appending(path: name, directoryHint: .notDirectory)
        switch ContentPath.kind(of: url) {
        case .file: break
        case .nothing:
            throw ContentFinding(
                .missing, file: name, "the file is missing",
                remedy: "Add it, or choose another folder.")
        case .link:
            throw ContentFinding(
                .outside, file: name, "it is a symbolic link",
                remedy: "Replace it with the file itself.")
        case .folder, .other:
            throw ContentFinding(
                .unreadable, file: name, "it is not a file", remedy: "Replace it with a file.")
        }
        do {
            let handle = try FileHandle(forReadingFrom: url)
            // The file was only read: an error on closing loses nothing.
            defer { try? handle.close() }
            bytes = try handle.read(upToCount: Self.largest + 1) ?? Data()
        } catch {
            throw ContentFinding(
                .unreadable, file: name, "it cannot be read (\(error.localizedDescription))",
                remedy: "Make it readable for this user.")
        }
        guard bytes.count <= Self.largest else {
            throw ContentFinding(
                .tooLarge, file: name, "it is larger than \(Self.largest / 1_000_000) MB",
                remedy: "Split it into several files.")
        }
        // Checks the size before the text is parsed.
        guard !CombiningMarks.isLimitExceeded(in: bytes, escaping: .json) else {
            throw ContentFinding(
                .unfitText, file: name,
                "a letter has more than \(CombiningMarks.longestRun) combining marks",
                remedy: "Remove some of them.")
        }
        places = TextPlaces(Array(bytes))
    }

    /// Its value if it has the supported version.
    ///
    /// - Throws: As ``decoded(_:)``; `version` for an unsupported one.
    func decoded<Value: VersionedShape>(version type: Value.Type) throws(ContentFinding) -> Value {
        let value = try decoded(type)
        guard value.version == 1 else {
            throw ContentFinding(
                .version, file: name, "its version is \(value.version)",
                remedy:
                    "This program supports only version 1. Update the program, or use version 1.")
        }
        return value
    }

    /// Its value; errors have line numbers.
    func decoded<Value: Decodable>(_ type: Value.Type) throws(ContentFinding) -> Value {
        let value: Value
        do {
            value = try JSONDecoder().decode(type, from: bytes)
        } catch {
            throw fault(error)
        }
        if let twice = places.duplicates.first {
            throw ContentFinding(
                .duplicate, file: name, position: "line \(places.line(of: twice))",
                "duplicate key \(Self.text(of: twice))", remedy: "Remove one.")
        }
        return value
    }

    /// The finding for a decoder's error.
    func fault(_ error: any Error) -> ContentFinding {
        guard let error = error as? DecodingError else {
            return ContentFinding(
                .notJSON, file: name, "it cannot be read (\(error))", remedy: "Rewrite it as JSON.")
        }
        switch error {
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            return ContentFinding(
                .notJSON, file: name, position: places.brokenLine.map { "line \($0)" },
                "it is not valid JSON",
                remedy: "Correct it there; `python3 -m json.tool` also shows the position.")
        case .dataCorrupted(let context):
            return shape(context.codingPath, context.debugDescription)
        case .keyNotFound(let key, let context):
            return shape(context.codingPath, "the key \"\(key.stringValue)\" is missing")
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return shape(context.codingPath, context.debugDescription)
        @unknown default:
            return ContentFinding(
                .wrongShape, file: name, "it cannot be read (\(error))",
                remedy: "Rewrite it as JSON.")
        }
    }

    private func shape(_ path: [any CodingKey], _ words: String) -> ContentFinding {
        let steps = path.map { key in
            key.intValue.map(TextPlaces.Step.index) ?? .name(key.stringValue)
        }
        let way = Self.text(of: steps)
        let sentence = words.hasSuffix(".") ? String(words.dropLast()) : words
        let code: ContentFinding.Code =
            words.contains("Emotion from invalid") ? .unknownEmotion : .wrongShape
        return ContentFinding(
            code, file: name, position: "line \(places.line(of: steps))",
            way.isEmpty ? sentence : "\(way): \(sentence)",
            remedy: code == .unknownEmotion
                ? "The emotions are neutral, happiness, surprise, sadness, anger, disgust, fear, "
                    + "contempt."
                : "See the game's own Content folder for examples.")
    }

    /// `questions[3].answers[1]`.
    static func text(of steps: [TextPlaces.Step]) -> String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .name(let name): text += text.isEmpty ? name : ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}

/// The content of a file with a version number.
protocol VersionedShape: Decodable {
    /// The version of the format.
    var version: Int { get }
}
