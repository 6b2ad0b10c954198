import FacialFun
import FacialFunWire
import NIOHTTP1

/// The problems of the game's routes.
extension Problem {
    /// The installation has no levels for its emotion network.
    static let noLevels = Problem(
        .serviceUnavailable, "no_levels",
        "This installation has no levels for its emotion network, so nothing can be judged; "
            + "pictures are scored all the same. Start the service with --levels FILE.")

    /// The installation has no networks of movements, or damaged ones.
    static func noMovements(_ error: RecognizerError) -> Problem {
        Problem(
            .serviceUnavailable, "no_movements",
            "Movements cannot be measured; all else can: ask without movements=true. "
                + error.message)
    }

    /// An emotion that there is not.
    static func unknownTarget(_ name: String?) -> Problem {
        let list = Emotion.allCases.map(\.rawValue).joined(separator: ", ")
        return Problem(
            .badRequest, "unknown_target",
            "The target is \(name.map { "\"\($0.excerpt(40))\"" } ?? "missing"); it must be one of "
                + "\(list).")
    }

    /// A level that there is not.
    static func unknownLevel(_ text: String?) -> Problem {
        Problem(
            .badRequest, "unknown_level",
            "The level is \(text.map { "\"\($0.excerpt(40))\"" } ?? "missing"); it must be a number "
                + "from 1 to 5.")
    }

    /// No attempt has this name.
    static let unknownAttempt = Problem(
        .notFound, "unknown_attempt",
        "There is no such attempt: it was deleted, or not used for ten minutes, or had ended "
            + "when another one needed its place. Begin a new one.")

    /// As many attempts go on as are kept.
    static let tooManyAttempts = Problem(
        .serviceUnavailable, "too_many_attempts",
        "\(AttemptStore.capacity) attempts go on, and no more are kept. Delete those that are over, or "
            + "wait until they have not been used for ten minutes.",
        headers: [("Retry-After", "10")])

    /// As many attempts of one client go on as one may have.
    static let tooManyAttemptsOfHolder = Problem(
        .serviceUnavailable, "too_many_attempts",
        "\(AttemptStore.capacityOfHolder) attempts of this process, or of this address of TCP, go on, and one "
            + "may have no more. Delete those that are over, or wait until they have not been used for "
            + "ten minutes.",
        headers: [("Retry-After", "10")])

    /// As many baselines of one client live as one may have.
    static let tooManyBaselinesOfHolder = Problem(
        .serviceUnavailable, "too_many_baselines",
        "\(SharedBaselineStore.capacityOfHolder) baselines of this process, or of this address of TCP, live, "
            + "and one may have no more. Delete those that nobody needs any more, or wait until half an "
            + "hour has passed for one.",
        headers: [("Retry-After", "60")])

    /// As many baselines live as are kept.
    static let tooManyBaselines = Problem(
        .serviceUnavailable, "too_many_baselines",
        "\(BaselineStore.capacity) baselines live, and no more are kept. Delete those that nobody needs "
            + "any more, or wait until half an hour has passed for one.",
        headers: [("Retry-After", "60")])

    /// No baseline has this name.
    static let unknownBaseline = Problem(
        .notFound, "unknown_baseline",
        "There is no such baseline: it was deleted, or half an hour has passed. Make a new one.")

    /// More streams than one attempt serves.
    static let tooManyStreams = Problem(
        .serviceUnavailable, "too_many_streams",
        "This attempt has as many event streams as it may have. Close one.",
        headers: [("Retry-After", "1")])

    /// A picture that does not do as a baseline.
    init(_ problem: BaselineProblem) {
        self.init(.unprocessableEntity, problem.code, problem.sentence)
    }
}
