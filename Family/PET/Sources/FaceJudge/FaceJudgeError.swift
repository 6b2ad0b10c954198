import FacialFunWire

/// Why a face was not judged, or why there is no judge.
public struct FaceJudgeError: Error, CustomStringConvertible, Sendable {
    /// What kind of failure it is; stable.
    public enum Code: String, Sendable {
        /// There is no service to ask now; ``FaceJudgeError/absence`` says why.
        case away
        /// The service refused; ``FaceJudgeError/problem`` is its stable name for the reason.
        case refused
        /// The service did not answer in time.
        case noAnswer = "no_answer"
        /// The service is another version than this game knows.
        case badAnswer = "bad_answer"
        /// The folder for the service's socket cannot be made.
        case noRuntimeFolder = "no_runtime_folder"
        /// The program of the service cannot be started.
        case cannotStart = "cannot_start"
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened and what to do about it.
    public let message: String
    /// The service's name for why it refused, as `too_many_bytes`; nil where it did not.
    public let problem: String?
    /// Why there is no service; nil where there is one.
    public let absence: JudgeAbsence?
    /// The error behind it, where there is one.
    public let cause: (any Error)?

    init(
        _ code: Code, _ message: String, problem: String? = nil, absence: JudgeAbsence? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.problem = problem
        self.absence = absence
        self.cause = cause
    }

    /// The message.
    public var description: String { message }

    /// There is no service.
    init(_ absence: JudgeAbsence) {
        self.init(.away, absence.description, absence: absence)
    }

    /// What the client of the service threw.
    init(_ error: ScoringClientError) {
        let code: Code =
            switch error.code {
            case .cannotConnect: .away
            case .noAnswer: .noAnswer
            case .badAnswer: .badAnswer
            case .refused: .refused
            }
        let absence = JudgeAbsence(
            .notReachable, error.message, remedy: "Try again in a moment.")
        self.init(
            code, error.message, problem: error.problem?.code,
            absence: code == .away ? absence : nil, cause: error)
    }
}
