/// The timeouts and intervals of the service's supervisor.
public struct SupervisionPolicy: Hashable, Sendable {
    /// The pause before the first restart; it doubles with each further one.
    public var firstPause: Duration = .milliseconds(250)
    /// Maximum pause.
    public var longestPause: Duration = .seconds(30)
    /// The time a service must be ready before the pauses are reset to the first.
    public var healthyAfter: Duration = .seconds(60)
    /// Time limit for becoming ready.
    public var startLimit: Duration = .seconds(60)
    /// Interval between checks of a starting service.
    public var startingProbeInterval: Duration = .milliseconds(100)
    /// Interval between checks of a ready service.
    public var probeInterval: Duration = .seconds(5)
    /// Timeout of a check, in milliseconds, 1…60,000.
    public var probeDeadlineMilliseconds = 5000
    /// Number of consecutive unanswered checks after which the service counts as hung.
    public var silencesOfHung = 3
    /// Time between SIGTERM and SIGKILL.
    public var grace: Duration = .seconds(3)

    /// The game's policy.
    public static let standard = SupervisionPolicy()

    /// Makes the default policy, whose values can be changed.
    public init() {}
}

/// The pauses between restarts, doubled up to a limit and randomized, so that several games on a
/// machine do not restart their services at the same time.
struct RestartBackoff {
    private let policy: SupervisionPolicy
    private var restarts = 0

    init(_ policy: SupervisionPolicy) { self.policy = policy }

    /// The pause before the next restart.
    ///
    /// - Parameters:
    ///   - healthy: The time for which the service was ready.
    ///   - chance: 0…1; the pause is between half of its full length and all of it.
    /// - Returns: The pause.
    mutating func pause(afterHealthy healthy: Duration, chance: Double) -> Duration {
        if healthy >= policy.healthyAfter { restarts = 0 }
        var full = policy.firstPause
        for _ in 0..<restarts where full < policy.longestPause { full *= 2 }
        restarts += 1
        return min(full, policy.longestPause) * (0.5 + 0.5 * min(1, max(0, chance)))
    }
}
