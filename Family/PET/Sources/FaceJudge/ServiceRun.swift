import Foundation
import Logging
import FacialFunWire

/// One run of the service, from its start through health checks to its exit.
///
/// Used only on the supervisor's thread.
final class ServiceRun {
    /// The result of a run.
    struct RunResult {
        /// The reason that the game ended it; nil if it ended by itself.
        let reason: JudgeAbsence.Reason?
        /// The way the process ended.
        let ending: ChildProcess.Ending
        /// The time for which it was ready.
        let healthy: Duration
        /// The last line of its output.
        let lastLine: String?
    }

    private let child: ChildProcess
    private let policy: SupervisionPolicy
    private let wakePipe: WakePipe
    private var log: ServiceLog
    private let readiness: (Bool) -> Void

    private let start = ContinuousClock.now
    private var readySince: ContinuousClock.Instant?
    private var nextProbe = ContinuousClock.now
    private var isProbing = false
    private var silences = 0
    private let probe: ReadinessProbe
    private var logIsOpen = true
    private var reason: JudgeAbsence.Reason?
    private var killAt: ContinuousClock.Instant?

    /// Starts the service; `readiness` is called when it becomes ready and when it no longer is.
    ///
    /// - Throws: `cannotStart`.
    init(
        program: String, arguments: [String], socket: String, policy: SupervisionPolicy,
        wakePipe: WakePipe, logger: Logger, readiness: @escaping (Bool) -> Void
    ) throws(FaceJudgeError) {
        child = try ChildProcess(program, arguments)
        probe = ReadinessProbe(
            ScoringClient(
                endpoint: .unix(path: socket),
                deadlineMilliseconds: policy.probeDeadlineMilliseconds),
            wakePipe: wakePipe)
        self.policy = policy
        self.wakePipe = wakePipe
        self.readiness = readiness
        log = ServiceLog(logger)
    }

    /// Monitors the service until it has ended.
    func watch(isStopping: () -> Bool) -> RunResult {
        while true {
            let now = ContinuousClock.now
            readLog(now)
            if let ending = child.ending() {
                readLog(now)
                log.end(now: now)
                return RunResult(
                    reason: reason, ending: ending,
                    healthy: readySince.map { $0.duration(to: now) } ?? .zero,
                    lastLine: log.lastLine)
            }
            if isStopping() { end(for: .stopped, now) }
            if let killAt, now >= killAt { child.send(SIGKILL) }
            takeProbe(now)
            if readySince == nil, start.duration(to: now) > policy.startLimit {
                end(for: .neverReady, now)
            }
            beginProbe(now)
            wakePipe.wait(for: sleep(now), orRead: logIsOpen ? child.output : nil)
        }
    }

    /// Sends SIGTERM; a later check sends SIGKILL if necessary.
    private func end(for reason: JudgeAbsence.Reason, _ now: ContinuousClock.Instant) {
        guard killAt == nil else { return }
        self.reason = reason
        readiness(false)
        child.send(SIGTERM)
        killAt = now + policy.grace
    }

    /// The time until the next action.
    private func sleep(_ now: ContinuousClock.Instant) -> Duration {
        // The end of output signals the child's exit; a child that closed its output, or whose own
        // children keep it open, is checked by timer.
        var longest: Duration = .milliseconds(logIsOpen ? 1000 : 100)
        if let killAt, killAt > now { longest = min(longest, now.duration(to: killAt)) }
        if !isProbing { longest = min(longest, now.duration(to: nextProbe)) }
        return longest
    }

    private func readLog(_ now: ContinuousClock.Instant) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        // Limits the number of lines read at once, so that a flood of output does not block other
        // work.
        for _ in 0..<16 where logIsOpen {
            let count = read(child.output, &buffer, buffer.count)
            if count > 0 {
                log.add(buffer[..<count], now: now)
            } else if count == 0 {
                logIsOpen = false
            } else if errno != EINTR {
                return
            }
        }
    }

    // MARK: - Health checks

    private func beginProbe(_ now: ContinuousClock.Instant) {
        guard !isProbing, killAt == nil, now >= nextProbe else { return }
        isProbing = true
        probe.begin()
    }

    private func takeProbe(_ now: ContinuousClock.Instant) {
        guard isProbing, let answer = probe.takeAnswer() else { return }
        isProbing = false
        let wasReady = readySince != nil
        silences = answer == .silent && wasReady ? silences + 1 : 0
        if killAt == nil {
            switch answer {
            case .ready:
                if readySince == nil { readySince = now }
                readiness(true)
            case .notReady: readiness(false)
            case .silent where silences >= policy.silencesOfHung: end(for: .hung, now)
            case .silent: break
            }
        }
        nextProbe =
            now + (readySince == nil ? policy.startingProbeInterval : policy.probeInterval)
    }
}
