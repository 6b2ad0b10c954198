public import Foundation
public import Logging
import Synchronization

/// Runs `facialfun serve` as a child of the game: starts it on a private socket, checks whether it
/// is ready, restarts it after a crash, and ends it with the game.
public final class ServiceSupervisor: Sendable {
    private let program: String
    private let arguments: [String]
    private let folder: RuntimeFolder
    private let policy: SupervisionPolicy
    private let logger: Logger
    private let wakePipe: WakePipe
    private let shared = Mutex(Shared())

    private struct Shared {
        var state = JudgeState.starting
        var isStarted = false
        var isStopping = false
        var isOver = false
        var restarts = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Makes a supervisor without starting anything.
    ///
    /// - Parameters:
    ///   - program: The program facialfun.
    ///   - arguments: The arguments after `serve --socket PATH`.
    ///   - runtimeFolder: The parent folder of the socket's folder; nil for `$XDG_RUNTIME_DIR`,
    ///     otherwise `/tmp`.
    ///   - policy: Timeouts and intervals.
    ///   - logger: Also receives the service's output.
    /// - Throws: `noRuntimeFolder`, `cannotStart`.
    public init(
        program: URL, arguments: [String] = [], runtimeFolder: String? = nil,
        policy: SupervisionPolicy = .standard, logger: Logger
    ) throws(FaceJudgeError) {
        self.program = program.path(percentEncoded: false)
        self.arguments = arguments
        self.policy = policy
        self.logger = logger
        folder = try RuntimeFolder(base: runtimeFolder)
        wakePipe = try WakePipe()
    }

    /// The path of the service's socket, accessible only to this user.
    public var socket: String { folder.socket }

    /// The state of the service.
    public var state: JudgeState { shared.withLock { $0.state } }

    /// The number of restarts.
    public var restarts: Int { shared.withLock { $0.restarts } }

    /// Starts the service and restarts it after crashes; a second call does nothing.
    public func start() {
        let isFirst = shared.withLock { shared in
            defer { shared.isStarted = true }
            return !shared.isStarted && !shared.isStopping
        }
        guard isFirst else { return }
        if ChildProcess.deathLink == nil {
            logger.warning(
                "setpriv (util-linux) is missing: the service survives if the game is killed.")
        }
        // A dedicated thread, because the kernel ends the service when its parent thread exits.
        let thread = Thread { self.supervise() }
        thread.name = "pet-scoring"
        thread.start()
    }

    /// Ends the service, with SIGKILL after the policy's grace period, and returns when it is gone.
    public func stop() async {
        let wasStarted = shared.withLock { shared in
            shared.isStopping = true
            shared.state = .away(.stopped)
            return shared.isStarted
        }
        wakePipe.wake()
        if wasStarted {
            await withCheckedContinuation { continuation in
                let isOver = shared.withLock { shared in
                    if !shared.isOver { shared.waiting.append(continuation) }
                    return shared.isOver
                }
                if isOver { continuation.resume() }
            }
        }
        folder.remove()
    }

    // MARK: - On the supervisor's thread

    private var isStopping: Bool { shared.withLock { $0.isStopping } }

    private func supervise() {
        var backoff = RestartBackoff(policy)
        while !isStopping {
            change(to: .starting)
            let (absence, healthy) = runOnce()
            guard !isStopping else { break }
            let pause = backoff.pause(afterHealthy: healthy, chance: .random(in: 0...1))
            logger.warning("\(absence.message) It will be restarted in \(pause.inSeconds) s.")
            change(to: .away(absence))
            wait(pause)
            shared.withLock { $0.restarts += 1 }
        }
        let waiting = shared.withLock { shared in
            shared.isOver = true
            defer { shared.waiting = [] }
            return shared.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func wait(_ pause: Duration) {
        let end = ContinuousClock.now + pause
        while !isStopping, ContinuousClock.now < end {
            wakePipe.wait(for: ContinuousClock.now.duration(to: end))
        }
    }

    private func change(to state: JudgeState) {
        let isNew = shared.withLock { shared in
            guard !shared.isStopping, shared.state != state else { return false }
            shared.state = state
            return true
        }
        if isNew, state == .ready { logger.info("The scoring service is ready.") }
    }

    /// Runs the service once; returns the reason for its end and the time it was ready.
    private func runOnce() -> (JudgeAbsence, healthy: Duration) {
        do throws(FaceJudgeError) {
            let run = try ServiceRun(
                program: program,
                arguments: ["serve", "--socket", folder.socket] + arguments,
                socket: folder.socket, policy: policy, wakePipe: wakePipe, logger: logger,
                readiness: { [self] in change(to: $0 ? .ready : .starting) })
            let outcome = run.watch { [self] in isStopping }
            return (absence(outcome), outcome.healthy)
        } catch {
            let absence = JudgeAbsence(
                .cannotStart, error.message,
                remedy: "Check that the program \(program) exists and is executable.")
            return (absence, .zero)
        }
    }

    private func absence(_ outcome: ServiceRun.RunResult) -> JudgeAbsence {
        let again = "It restarts automatically; run `facialfun-family doctor` for details."
        switch outcome.reason {
        case .neverReady:
            return JudgeAbsence(
                .neverReady,
                "The scoring service was not ready after \(policy.startLimit.inSeconds) seconds.",
                remedy: again)
        case .hung:
            return JudgeAbsence(
                .hung, "The scoring service stopped responding.", remedy: again)
        default:
            let how =
                switch outcome.ending {
                case .exit(let code): "with exit code \(code)"
                case .signal(let number): "on signal \(number)"
                }
            let words = outcome.lastLine.map { ": \($0)" } ?? "."
            return JudgeAbsence(
                .ended, "The scoring service ended \(how)\(words)", remedy: again)
        }
    }
}

extension Duration {
    /// Seconds with one decimal, for messages.
    var inSeconds: String {
        let (seconds, attoseconds) = components
        let tenths = (seconds * 10) + attoseconds / 100_000_000_000_000_000
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
