import FacialFunWire

/// A failure of the scoring service, or its absence.
public struct FaceJudgeError: Error, CustomStringConvertible, Sendable {
    /// The stable kind of failure.
    public enum Code: String, Sendable {
        /// There is no service now; ``FaceJudgeError/absence`` says why.
        case away
        /// The service refused; ``FaceJudgeError/problem`` is its stable code.
        case refused
        /// The service did not answer in time.
        case noAnswer = "no_answer"
        /// The service has an unsupported version.
        case badAnswer = "bad_answer"
        /// The folder for the service's socket cannot be made.
        case noRuntimeFolder = "no_runtime_folder"
        /// The program of the service cannot be started.
        case cannotStart = "cannot_start"
    }

    /// The kind of failure.
    public let code: Code
    /// The message: the failure and its remedy.
    public let message: String
    /// The service's code for a refusal, such as `too_many_bytes`; otherwise nil.
    public let problem: String?
    /// The reason that there is no service; nil if there is one.
    public let absence: JudgeAbsence?
    /// The underlying error, if any.
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

    /// Translates an error of the service's client.
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
