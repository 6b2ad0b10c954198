import FacialFunWire
import Foundation

/// The stored format of a round, with a version. It is compact because it is written at every
/// answer.
extension Round: Codable {
    /// The version of the written format.
    static let formVersion = 1
    /// Plausible maximum of a round's events; a larger number means that the state is damaged.
    static let mostEvents = Int(Int32.max)

    private enum Key: String, CodingKey {
        case version = "v"
        case id
        case level
        case revision = "n"
        case presentation = "at"
        case disabledAnswers = "off"
        case done
        case setAside = "aside"
        case items = "ask"
        case presentations = "shown"
        case answered = "tried"
        case waiting = "wait"
        case remembered = "seen"
    }

    /// Encodes the round in about 1 kB for eight questions.
    public func encode(to encoder: any Encoder) throws {
        var form = encoder.container(keyedBy: Key.self)
        try form.encode(Self.formVersion, forKey: .version)
        try form.encode(id, forKey: .id)
        try form.encode(level.description, forKey: .level)
        try form.encode(revision, forKey: .revision)
        try form.encode(presentation, forKey: .presentation)
        try form.encode(disabledAnswers.sorted(), forKey: .disabledAnswers)
        try form.encode(done, forKey: .done)
        try form.encode(setAside, forKey: .setAside)
        try form.encode(items.map(StoredItem.init), forKey: .items)
        try form.encode(progress.map(\.presentations), forKey: .presentations)
        try form.encode(progress.indices.filter { progress[$0].answered }, forKey: .answered)
        try form.encode(waiting, forKey: .waiting)
        // One string: a third shorter than a list of names.
        let bytes = remembered.reduce(into: Data()) { data, name in
            withUnsafeBytes(of: name.uuid) { data.append(contentsOf: $0) }
        }
        try form.encode(bytes.base64EncodedString(), forKey: .remembered)
    }

    /// Decodes a round.
    ///
    /// - Throws: `DecodingError` for another version or an inconsistent state, because a damaged
    ///   round must not be continued.
    public init(from decoder: any Decoder) throws {
        let form = try decoder.container(keyedBy: Key.self)
        try form.requireForm(Self.formVersion, forKey: .version)
        let levelText = try form.decode(String.self, forKey: .level)
        guard let level = PlayedLevel(levelText) else {
            throw DecodingError.dataCorruptedError(
                forKey: .level, in: form, debugDescription: "Unknown level \(levelText).")
        }
        let items = try form.decode([StoredItem].self, forKey: .items).map(\.item)
        let presentations = try form.decode([Int].self, forKey: .presentations)
        let answered = Set(try form.decode([Int].self, forKey: .answered))
        guard answered.allSatisfy(items.indices.contains) else {
            throw DecodingError.dataCorruptedError(
                forKey: .answered, in: form,
                debugDescription: "An answered question is not in the round.")
        }
        self.init(
            id: try form.decode(UUID.self, forKey: .id), level: level, items: items,
            progress: presentations.enumerated().map {
                Progress(presentations: $1, answered: answered.contains($0))
            },
            waiting: try form.decode([Int].self, forKey: .waiting))
        revision = try form.decode(Int.self, forKey: .revision)
        presentation = try form.decode(Int.self, forKey: .presentation)
        disabledAnswers = Set(try form.decode([String].self, forKey: .disabledAnswers))
        done = try form.decode(Int.self, forKey: .done)
        setAside = try form.decode(Int.self, forKey: .setAside)
        guard let bytes = Data(base64Encoded: try form.decode(String.self, forKey: .remembered)),
            bytes.count.isMultiple(of: MemoryLayout<uuid_t>.size)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .remembered, in: form, debugDescription: "The ids of events are damaged.")
        }
        remembered = stride(from: 0, to: bytes.count, by: MemoryLayout<uuid_t>.size).map { start in
            bytes.dropFirst(start).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
        if let contradiction {
            throw DecodingError.dataCorruptedError(
                forKey: .waiting, in: form,
                debugDescription: "The round is damaged: \(contradiction).")
        }
    }

    /// The inconsistency of the state; nil if it is valid.
    var contradiction: String? {
        guard progress.count == items.count else {
            return "the number of states differs from the number of questions"
        }
        guard Set(items.map(\.id)).count == items.count else { return "a question is duplicated" }
        guard Set(waiting).count == waiting.count, waiting.allSatisfy(items.indices.contains) else {
            return "a waiting question is unknown or duplicated"
        }
        // Checks each number first: the sum of damaged numbers may overflow.
        guard (0...items.count).contains(done), (0...items.count).contains(setAside),
            done + setAside + waiting.count == items.count
        else { return "the counts do not add up to the number of questions" }
        guard
            progress.allSatisfy({ (0...Self.maximumPresentations).contains($0.presentations) }),
            waiting.allSatisfy({ progress[$0].presentations < Self.maximumPresentations }),
            progress.map(\.presentations).reduce(0, +) == presentation
        else { return "the showings do not add up to \(presentation)" }
        guard
            disabledAnswers.isEmpty
                || disabledAnswers.isStrictSubset(of: current?.wrongAnswers ?? [])
        else { return "the disabled answers must be some of the question's wrong ones" }
        guard (presentation...Self.mostEvents).contains(revision) else {
            return "it cannot have \(revision) events"
        }
        return nil
    }
}

/// An item with short keys.
private struct StoredItem: Codable {
    let item: Round.Item

    private enum Key: String, CodingKey {
        case id = "q"
        case level = "l"
        case emotion = "e"
        case form = "f"
        case part = "p"
        case probe = "x"
        case helped = "h"
        case tipped = "t"
        case contrast = "c"
        case answers = "a"
        case right = "r"
    }

    init(_ item: Round.Item) {
        self.item = item
    }

    func encode(to encoder: any Encoder) throws {
        var form = encoder.container(keyedBy: Key.self)
        try form.encode(item.id, forKey: .id)
        try form.encode(item.level, forKey: .level)
        try form.encode(item.emotion.index, forKey: .emotion)
        try form.encode(item.form, forKey: .form)
        if item.part != .whole { try form.encode(item.part, forKey: .part) }
        if item.probe { try form.encode(true, forKey: .probe) }
        if item.helped { try form.encode(true, forKey: .helped) }
        if item.tipped { try form.encode(true, forKey: .tipped) }
        try form.encodeIfPresent(item.contrast?.index, forKey: .contrast)
        try form.encode(item.answers.map(StoredAnswer.init), forKey: .answers)
        try form.encode(item.right, forKey: .right)
    }

    init(from decoder: any Decoder) throws {
        let form = try decoder.container(keyedBy: Key.self)
        let index = try form.decode(Int.self, forKey: .emotion)
        guard Emotion.allCases.indices.contains(index) else {
            throw DecodingError.dataCorruptedError(
                forKey: .emotion, in: form, debugDescription: "Unknown emotion \(index).")
        }
        let answers = try form.decode([StoredAnswer].self, forKey: .answers).map(\.answer)
        let contrast = try form.decodeIfPresent(Int.self, forKey: .contrast)
        if let contrast, !Emotion.allCases.indices.contains(contrast) {
            throw DecodingError.dataCorruptedError(
                forKey: .contrast, in: form, debugDescription: "Unknown emotion \(contrast).")
        }
        item = Round.Item(
            Question(
                id: try form.decode(String.self, forKey: .id),
                level: try form.decode(Int.self, forKey: .level),
                emotion: Emotion.allCases[index],
                form: try form.decode(Question.Form.self, forKey: .form),
                part: try form.decodeIfPresent(Question.Part.self, forKey: .part) ?? .whole,
                probe: try form.decodeIfPresent(Bool.self, forKey: .probe) ?? false,
                picture: nil, answers: answers,
                right: try form.decode(String.self, forKey: .right)),
            answers: answers,
            helped: try form.decodeIfPresent(Bool.self, forKey: .helped) ?? false,
            tipped: try form.decodeIfPresent(Bool.self, forKey: .tipped) ?? false,
            contrast: contrast.map { Emotion.allCases[$0] })
    }
}

/// Encodes an answer as the emotion's number if it is only that, otherwise in full.
private struct StoredAnswer: Codable {
    let answer: Question.Answer

    init(_ answer: Question.Answer) {
        self.answer = answer
    }

    func encode(to encoder: any Encoder) throws {
        var form = encoder.singleValueContainer()
        if let emotion = answer.emotion, answer == .init(id: emotion.rawValue, emotion: emotion) {
            try form.encode(emotion.index)
        } else {
            try form.encode(answer)
        }
    }

    init(from decoder: any Decoder) throws {
        let form = try decoder.singleValueContainer()
        guard let index = try? form.decode(Int.self) else {
            // Not a number: a complete answer, whose own errors name the problem.
            answer = try form.decode(Question.Answer.self)
            return
        }
        guard Emotion.allCases.indices.contains(index) else {
            throw DecodingError.dataCorruptedError(
                in: form, debugDescription: "Unknown emotion \(index).")
        }
        let emotion = Emotion.allCases[index]
        answer = .init(id: emotion.rawValue, emotion: emotion)
    }
}
