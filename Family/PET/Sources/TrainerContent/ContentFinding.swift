/// One thing that is wrong with a folder of content, with its place and its remedy.
public struct ContentFinding: Error, Hashable, Sendable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable {
        /// The game cannot do without: the folder is refused.
        case error
        /// The game plays on, with less than it could have.
        case warning
    }

    /// What kind of finding it is; stable.
    public enum Code: String, CaseIterable, Sendable {
        /// A file or folder is not there.
        case missing
        /// A file cannot be read, or is none.
        case unreadable
        /// A text file is no JSON.
        case notJSON = "not_json"
        /// A value is absent, of the wrong kind, or out of its range; a key is unknown.
        case wrongShape = "wrong_shape"
        /// A file is of another version than this program reads.
        case version
        /// A name is there twice.
        case duplicate
        /// A path is absolute, leads outside the folder, or is a symbolic link.
        case outside
        /// The right answer of a question is not one of its answers.
        case noRightAnswer = "no_right_answer"
        /// More than one answer of a question is right.
        case severalRightAnswers = "several_right_answers"
        /// A question has more or fewer answers than its level wants.
        case answerCount = "answer_count"
        /// A name is none of the eight emotions.
        case unknownEmotion = "unknown_emotion"
        /// A file has no entry in the manifest, or its entry no licence.
        case unlicensed
        /// A file is larger than its kind may be.
        case tooLarge = "too_large"
        /// A file is another one than the manifest says.
        case checksum
        /// A file is not of the kind that its name says.
        case wrongType = "wrong_type"
        /// A text that is wanted is not there.
        case noText = "no_text"
        /// A text that is not in this language; English stands in.
        case notTranslated = "not_translated"
        /// A text holds what only a web page understands, or characters that are not for reading.
        case unfitText = "unfit_text"
        /// A text that is to be spoken has no recording.
        case noNarration = "no_narration"
        /// A level has no or too few questions.
        case fewQuestions = "few_questions"
        /// Nothing uses a file.
        case unused
    }

    /// What kind of finding it is.
    public let code: Code
    /// How bad it is.
    public let severity: Severity
    /// The file's path below the folder.
    public let file: String
    /// Where in the file: `line 12`, `key login.title`; nil for the whole file.
    public let place: String?
    /// What is wrong, as the end of a sentence.
    public let problem: String
    /// What mends it, as a sentence.
    public let remedy: String

    init(
        _ code: Code, _ severity: Severity = .error, file: String, place: String? = nil,
        _ problem: String, remedy: String
    ) {
        self.code = code
        self.severity = severity
        self.file = file
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }

    /// File, place, problem and remedy in one line.
    public var description: String {
        let location = place.map { "\(file), \($0)" } ?? file
        return "\(location): \(problem). \(remedy)"
    }
}
