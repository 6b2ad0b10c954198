/// How long the supervisor of the service waits for what.
public struct SupervisionPolicy: Hashable, Sendable {
    /// The pause before the first restart; each further one is twice as long.
    public var firstPause: Duration = .milliseconds(250)
    /// The longest pause.
    public var longestPause: Duration = .seconds(30)
    /// After so long a time of health the pauses begin anew.
    public var healthyAfter: Duration = .seconds(60)
    /// Within this time the service must become ready.
    public var startLimit: Duration = .seconds(60)
    /// How often a service that starts is asked whether it is ready.
    public var startingProbeInterval: Duration = .milliseconds(100)
    /// How often a service that is ready is asked whether it still is.
    public var probeInterval: Duration = .seconds(5)
    /// How long the service may take to say whether it is ready, in milliseconds, 1…60,000.
    public var probeDeadlineMilliseconds = 5000
    /// After so many silences in a row it counts as hung.
    public var silencesOfHung = 3
    /// How long after SIGTERM it has until SIGKILL.
    public var grace: Duration = .seconds(3)

    /// What the game uses.
    public static let standard = SupervisionPolicy()

    /// The standard; change what is to be otherwise.
    public init() {}
}

/// The pauses between restarts: doubled each time up to a limit, with chance in them, so that several
/// games on a machine do not start their services in step.
struct RestartBackoff {
    private let policy: SupervisionPolicy
    private var restarts = 0

    init(_ policy: SupervisionPolicy) { self.policy = policy }

    /// The pause before the next restart.
    ///
    /// - Parameters:
    ///   - healthy: How long the service had been ready before it ended.
    ///   - chance: 0…1; the pause is between half and all of its full length.
    /// - Returns: The pause.
    mutating func pause(afterHealthy healthy: Duration, chance: Double) -> Duration {
        if healthy >= policy.healthyAfter { restarts = 0 }
        var full = policy.firstPause
        for _ in 0..<restarts where full < policy.longestPause { full *= 2 }
        restarts += 1
        return min(full, policy.longestPause) * (0.5 + 0.5 * min(1, max(0, chance)))
    }
}
