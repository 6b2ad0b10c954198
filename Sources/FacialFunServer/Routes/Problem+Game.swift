import FacialFun
import FacialFunWire
import NIOHTTP1

/// The problems of the game's routes.
extension Problem {
    /// The installation has no levels for its emotion network.
    static let noLevels = Problem(
        .serviceUnavailable, "no_levels",
        "This installation has no levels for its emotion network, so nothing can be judged; "
            + "pictures can still be scored. Start the service with --levels FILE.")

    /// The networks for movements are missing or damaged.
    static func noMovements(_ error: FacialFunError) -> Problem {
        Problem(
            .serviceUnavailable, "no_movements",
            "Movements cannot be measured: omit movements=true. "
                + error.message)
    }

    /// Unknown emotion.
    static func unknownTarget(_ name: String?) -> Problem {
        let list = Emotion.allCases.map(\.rawValue).joined(separator: ", ")
        return Problem(
            .badRequest, "unknown_target",
            "The target is \(name.map { "\"\($0.excerpt(40))\"" } ?? "missing"); it must be one of "
                + "\(list).")
    }

    /// Unknown level.
    static func unknownLevel(_ text: String?) -> Problem {
        Problem(
            .badRequest, "unknown_level",
            "The level is \(text.map { "\"\($0.excerpt(40))\"" } ?? "missing"); it must be a number "
                + "from 1 to 5.")
    }

    /// Unknown attempt.
    static let unknownAttempt = Problem(
        .notFound, "unknown_attempt",
        "Unknown attempt: it was deleted, unused for ten minutes, or finished and replaced by a "
            + "newer one. Start a new one.")

    /// The maximum number of attempts is in progress.
    static let tooManyAttempts = Problem(
        .serviceUnavailable, "too_many_attempts",
        "The limit of \(AttemptStore.capacity) attempts in progress is reached. Delete attempts that are no "
            + "longer needed; unused ones expire after ten minutes.",
        headers: [("Retry-After", "10")])

    /// The client has the maximum number of attempts in progress.
    static let tooManyAttemptsOfHolder = Problem(
        .serviceUnavailable, "too_many_attempts",
        "The limit of \(AttemptStore.capacityOfHolder) attempts in progress for each process or TCP address is "
            + "reached. Delete attempts that are no longer needed; unused ones expire after ten minutes.",
        headers: [("Retry-After", "10")])

    /// The client has the maximum number of baselines.
    static let tooManyBaselinesOfHolder = Problem(
        .serviceUnavailable, "too_many_baselines",
        "The limit of \(SharedBaselineStore.capacityOfHolder) baselines for each process or TCP address is "
            + "reached. Delete baselines that are no longer needed; they expire after half an hour.",
        headers: [("Retry-After", "60")])

    /// The service has the maximum number of baselines.
    static let tooManyBaselines = Problem(
        .serviceUnavailable, "too_many_baselines",
        "The limit of \(BaselineStore.capacity) baselines is reached. Delete baselines that are no longer "
            + "needed; they expire after half an hour.",
        headers: [("Retry-After", "60")])

    /// Unknown baseline.
    static let unknownBaseline = Problem(
        .notFound, "unknown_baseline",
        "Unknown baseline: it was deleted, or expired after half an hour. Create a new one.")

    /// The attempt has the maximum number of streams.
    static let tooManyStreams = Problem(
        .serviceUnavailable, "too_many_streams",
        "The attempt's limit of event streams is reached. Close one.",
        headers: [("Retry-After", "1")])

    /// A picture that is unsuitable as a baseline.
    init(_ problem: BaselineProblem) {
        self.init(.unprocessableEntity, problem.code, problem.sentence)
    }
}
