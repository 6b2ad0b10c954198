import Foundation

/// The texts of one language, from all files of its folder.
struct CatalogueFiles {
    /// A text with its position.
    struct Entry: Hashable {
        /// The text.
        let text: String
        /// Whether it is spoken.
        let isSpoken: Bool
        /// The file's path below the folder.
        let file: String
        /// The line of the text.
        let line: Int
    }

    /// The language, as `en`.
    let language: String
    /// The texts by key.
    private(set) var entries: [String: Entry] = [:]
    /// The findings.
    private(set) var findings: [ContentFinding] = []

    private struct Shape: Decodable {
        let texts: [String: String]
        let spoken: [String]

        private enum Key: String, CodingKey { case texts, spoken }

        init(from decoder: any Decoder) throws {
            try decoder.refuseUnknownKeys(except: ["texts", "spoken"])
            let container = try decoder.container(keyedBy: Key.self)
            texts = try container.decode([String: String].self, forKey: .texts)
            spoken = try container.decodeIfPresent([String].self, forKey: .spoken) ?? []
        }
    }

    /// Reads `languages/<language>/*.json`.
    init(language: String, below folder: URL) {
        self.language = language
        let path = "languages/\(language)"
        for name in FolderTree.names(in: path, below: folder) where name.hasSuffix(".json") {
            do {
                try add(JSONFile("\(path)/\(name)", below: folder))
            } catch {
                findings.append(error)
            }
        }
    }

    private mutating func add(_ file: JSONFile) throws(ContentFinding) {
        let shape = try file.decoded(Shape.self)
        let spoken = Set(shape.spoken)
        for (key, text) in shape.texts.sorted(by: { $0.key < $1.key }) {
            let line = file.places.line(of: [.name("texts"), .name(key)])
            if let first = entries[key] {
                findings.append(
                    ContentFinding(
                        .duplicate, file: file.name, position: "line \(line)",
                        "the key \(key) is also in \(first.file), line \(first.line)",
                        remedy: "Remove one of them."))
            } else {
                entries[key] = Entry(
                    text: text, isSpoken: spoken.contains(key), file: file.name, line: line)
            }
        }
        for key in spoken.subtracting(shape.texts.keys).sorted() {
            findings.append(
                ContentFinding(
                    .noText, file: file.name, position: "key \(key)",
                    "\"spoken\" has a key that is missing in \"texts\" of this file",
                    remedy: "Add the text, or remove the key from \"spoken\"."))
        }
    }
}
