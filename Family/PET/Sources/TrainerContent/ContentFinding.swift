/// A problem of a content folder, with its position and remedy.
public struct ContentFinding: Error, Hashable, Sendable, CustomStringConvertible {
    /// The severity.
    public enum Severity: String, Sendable {
        /// The game cannot work with it: the folder is refused.
        case error
        /// The game works with reduced content.
        case warning
    }

    /// The stable kind of finding.
    public enum Code: String, CaseIterable, Sendable {
        /// A file or folder is missing.
        case missing
        /// A file cannot be read or is not a regular file.
        case unreadable
        /// A text file is invalid JSON.
        case notJSON = "not_json"
        /// A value is missing, has the wrong type, or is out of range; a key is unknown.
        case wrongShape = "wrong_shape"
        /// A file has an unsupported version.
        case version
        /// A name is duplicated.
        case duplicate
        /// A path is absolute, leads outside the folder, or is a symbolic link.
        case outside
        /// The right answer of a question is not one of its answers.
        case noRightAnswer = "no_right_answer"
        /// More than one answer of a question is right.
        case severalRightAnswers = "several_right_answers"
        /// A question has too many or too few answers for its level.
        case answerCount = "answer_count"
        /// A name is not one of the eight emotions.
        case unknownEmotion = "unknown_emotion"
        /// A file has no entry in the manifest, or its entry has no license.
        case unlicensed
        /// A file is too large for its kind.
        case tooLarge = "too_large"
        /// A file differs from its entry in the manifest.
        case checksum
        /// A file's content does not match its extension.
        case wrongType = "wrong_type"
        /// A required text is missing.
        case noText = "no_text"
        /// A text is missing in this language; English replaces it.
        case notTranslated = "not_translated"
        /// A text contains markup or unprintable characters.
        case unfitText = "unfit_text"
        /// A spoken text has no recording.
        case noNarration = "no_narration"
        /// A level has no or too few questions.
        case fewQuestions = "few_questions"
        /// A file is unused.
        case unused
    }

    /// The kind of finding.
    public let code: Code
    /// The severity.
    public let severity: Severity
    /// The file's path below the folder.
    public let file: String
    /// The position in the file: `line 12`, `key login.title`; nil for the whole file.
    public let position: String?
    /// The problem, without a subject, to follow the file's path.
    public let problem: String
    /// The remedy, as a sentence.
    public let remedy: String

    init(
        _ code: Code, _ severity: Severity = .error, file: String, position: String? = nil,
        _ problem: String, remedy: String
    ) {
        self.code = code
        self.severity = severity
        self.file = file
        self.position = position
        self.problem = problem
        self.remedy = remedy
    }

    /// File, position, problem and remedy in one line.
    public var description: String {
        let location = position.map { "\(file), \($0)" } ?? file
        return "\(location): \(problem). \(remedy)"
    }
}
