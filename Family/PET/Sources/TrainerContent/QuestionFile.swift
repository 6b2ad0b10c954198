import FacialFunWire
import Foundation
import TrainerRules

/// `questions.json`: its valid questions, and findings about the others.
struct QuestionFile {
    /// A question with its position.
    struct Entry {
        /// Its index in the list.
        let index: Int
        /// The line of its beginning.
        let line: Int
        /// The question.
        let question: Question
        /// The ``Question/Answer/id``s of answers in words.
        let wordAnswers: Set<String>
    }

    /// The file's name.
    static let name = "questions.json"
    /// The valid questions, in the file's order.
    private(set) var entries: [Entry] = []
    /// The findings.
    private(set) var findings: [ContentFinding] = []

    /// Reads the file of a folder.
    init(below folder: URL) {
        do {
            let file = try JSONFile(Self.name, below: folder)
            let shape = try file.decoded(version: Shape.self)
            for (index, element) in shape.questions.enumerated() {
                switch element.result {
                case .success(let shape):
                    entries.append(
                        Entry(
                            index: index,
                            line: file.places.line(of: [.name("questions"), .index(index)]),
                            question: shape.question, wordAnswers: shape.wordAnswers))
                case .failure(let error): findings.append(file.fault(error))
                }
            }
        } catch {
            findings.append(error)
        }
    }
}

extension QuestionFile {
    private struct Shape: VersionedShape {
        let version: Int
        let questions: [Attempted<QuestionShape>]
    }

    private struct QuestionShape: Decodable {
        let question: Question
        let wordAnswers: Set<String>

        private struct Words: Decodable {
            let id: String
            let text: Bool?
        }

        private enum Key: String, CodingKey, CaseIterable {
            case id, level, emotion, form, part, strength, person, probe, picture, answers, right
            case plausible, point
        }

        init(from decoder: any Decoder) throws {
            try decoder.refuseUnknownKeys(except: Set(Key.allCases.map(\.rawValue)))
            let container = try decoder.container(keyedBy: Key.self)
            var answers = try container.nestedUnkeyedContainer(forKey: .answers)
            while !answers.isAtEnd {
                try answers.superDecoder()
                    .refuseUnknownKeys(except: ["id", "emotion", "text", "picture"])
            }
            if container.contains(.point) {
                try container.superDecoder(forKey: .point)
                    .refuseUnknownKeys(except: ["x", "y", "radius"])
            }
            let words = try container.decode([Words].self, forKey: .answers)
            wordAnswers = Set(words.filter { $0.text == true }.map(\.id))
            question = try Question(from: decoder)
        }
    }
}

/// A key of any name.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Checks that an object has no other keys: an unknown key is probably a typo.
    func refuseUnknownKeys(except known: Set<String>) throws {
        // `null` for an optional object has no keys.
        if try singleValueContainer().decodeNil() { return }
        let container = try container(keyedBy: AnyKey.self)
        for key in container.allKeys where !known.contains(key.stringValue) {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "unknown key")
        }
    }
}
