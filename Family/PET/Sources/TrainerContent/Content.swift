public import Foundation
public import TrainerRules

/// The game's content: questions, texts, recordings, pictures.
///
/// An immutable value, read once and shared. All its paths are below `/content/` on the server;
/// ``file(at:)`` returns the files.
public struct Content: Sendable {
    /// The folder that was read.
    public let folder: URL
    /// All questions in the file's order, followed by those of additions.
    public let questions: [Question]
    /// The languages of the texts, English (`en`) first.
    public let languages: [String]
    /// The default language: English, unless ``speaking(_:)`` chose another.
    public private(set) var language = "en"
    /// The voices with recordings, by name.
    public let voices: [String]

    private let byID: [Question.ID: Question]
    private let byLevel: [Int: [Question]]
    private let texts: [String: [String: String]]
    private let spoken: Set<String>
    private let clips: [String: [String: String]]
    private let additions: [String: URL]

    /// Reads a folder and its additions.
    ///
    /// - Parameters:
    ///   - folder: The built-in content.
    ///   - additions: Folders of the same form with more questions, whose paths begin with
    ///     `added/<folder's name>/`; see ``ContentAddition``.
    /// - Throws: `noFolder`; `unfit` if a text file is damaged or a question cannot be played.
    ///   Other findings of ``ContentCheck``, such as missing pictures, do not prevent the game from
    ///   starting.
    public init(folder: URL, additions: [URL] = []) throws(ContentError) {
        let base = try ContentFolder(folder)
        try Self.refuse(base.findings + QuestionCheck.findings(base.questions), folder)
        self.folder = folder
        var questions = base.questions.entries.map(\.question)
        var texts: [String: [String: String]] = [:]
        var spoken: Set<String> = []
        var clips: [String: [String: String]] = [:]
        var places: [String: URL] = [:]
        Self.merge(base, prefix: "", &texts, &spoken, &clips)
        for addition in additions {
            let name = addition.lastPathComponent
            let more = try ContentFolder(addition)
            let taken = Set(questions.map(\.id))
            try Self.refuse(
                more.findings + QuestionCheck.findings(more.questions)
                    + QuestionCheck.taken(more.questions, by: taken)
                    + CatalogueCheck.foreignKeys(more), addition)
            let prefix = "added/\(name)/"
            questions += more.questions.entries.map { $0.question.prefixingPaths(by: prefix) }
            Self.merge(more, prefix: prefix, &texts, &spoken, &clips)
            places[name] = addition
        }
        self.questions = questions
        self.additions = places
        byID = Dictionary(questions.map { ($0.id, $0) }) { first, _ in first }
        byLevel = Dictionary(grouping: questions, by: \.level)
        self.texts = texts
        self.spoken = spoken
        self.clips = clips
        languages = texts.keys.sorted { ($0 == "en" ? 0 : 1, $0) < ($1 == "en" ? 0 : 1, $1) }
        voices = clips.keys.sorted()
    }

    // MARK: - Languages

    /// The same content in another language, with English for missing texts.
    ///
    /// - Parameter language: One of ``languages``.
    /// - Returns: The content with this ``language``.
    /// - Throws: `noLanguage`, which names the available ones.
    public func speaking(_ language: String) throws(ContentError) -> Content {
        guard languages.contains(language) else {
            throw ContentError(
                .noLanguage,
                "The language \"\(language)\" has no texts. Choose one of: "
                    + languages.joined(separator: ", ") + ".")
        }
        var content = self
        content.language = language
        return content
    }

    // MARK: - Questions

    /// Looks up a question by its name; nil if there is none.
    public func question(_ id: Question.ID) -> Question? { byID[id] }

    /// The questions of a level, 1…5; none for other numbers.
    public func questions(level: Int) -> [Question] { byLevel[level] ?? [] }

    // MARK: - Texts

    /// A text in a language, with English for missing texts.
    ///
    /// - Parameters:
    ///   - key: A key such as `login.title`; ``TextKey`` builds those of questions and emotions.
    ///   - language: A language such as `en`; nil for ``language``.
    ///   - values: Replacements of `{name}`.
    /// - Returns: The text; nil if English lacks it, too.
    public func text(
        _ key: String, language: String? = nil, values: [String: String] = [:]
    ) -> String? {
        guard var text = texts[language ?? self.language]?[key] ?? texts["en"]?[key] else {
            return nil
        }
        for (name, value) in values {
            text = text.replacingOccurrences(of: "{\(name)}", with: value)
        }
        return text
    }

    /// All texts of a language by key, with English for missing ones.
    public func texts(_ language: String) -> [String: String] {
        (texts["en"] ?? [:]).merging(texts[language] ?? [:]) { _, own in own }
    }

    // MARK: - Recordings

    /// The path of a text's recording; nil if the voice has none.
    public func clip(for text: String, voice: String) -> String? {
        clips[voice]?[NarrationClip.name(of: text)]
    }

    /// All recordings by text, for lookups in the browser.
    public func narrationIndex(voice: String, language: String) -> [String: String] {
        var index: [String: String] = [:]
        for key in spoken {
            guard let text = text(key, language: language) else { continue }
            index[text] = clip(for: text, voice: voice)
        }
        return index
    }

    // MARK: - Files

    /// The file for a path of a question, a recording, a sound or a symbol.
    ///
    /// - Parameter path: A path below the content's folder, such as `pictures/l1/happiness-01.webp`
    ///   or `added/<name>/…`; may be untrusted.
    /// - Returns: A regular file below the folder; nil for anything else, including symbolic links
    ///   and paths that leave the folder.
    public func file(at path: String) -> URL? {
        let steps = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard steps.first == "added", steps.count == 3 else {
            return ContentPath.file(path, below: folder)
        }
        return additions[String(steps[1])].flatMap {
            ContentPath.file(String(steps[2]), below: $0)
        }
    }

    // MARK: - Reading

    private static func refuse(
        _ findings: [ContentFinding], _ folder: URL
    ) throws(ContentError) {
        let errors = findings.filter { $0.severity == .error }
        guard let first = errors.first else { return }
        let more = errors.count > 1 ? " (\(errors.count - 1) more)" : ""
        throw ContentError(
            .unfit,
            "The content in \(folder.path(percentEncoded: false)) cannot be used: \(first)\(more) "
                + "Run `facialfun-family content check` for all errors.", findings: errors)
    }

    private static func merge(
        _ folder: ContentFolder, prefix: String, _ texts: inout [String: [String: String]],
        _ spoken: inout Set<String>, _ clips: inout [String: [String: String]]
    ) {
        for catalogue in folder.catalogues {
            for (key, entry) in catalogue.entries {
                texts[catalogue.language, default: [:]][key] = entry.text
                if entry.isSpoken { spoken.insert(key) }
            }
        }
        for (voice, names) in folder.clips {
            for name in names where clips[voice]?[name] == nil {
                clips[voice, default: [:]][name] = "\(prefix)narration/\(voice)/\(name)"
            }
        }
    }
}

extension Question {
    /// The same question with its pictures in another folder.
    fileprivate func prefixingPaths(by prefix: String) -> Question {
        var question = self
        question.picture = picture.map { prefix + $0 }
        for index in question.answers.indices {
            question.answers[index].picture = answers[index].picture.map { prefix + $0 }
        }
        return question
    }
}
