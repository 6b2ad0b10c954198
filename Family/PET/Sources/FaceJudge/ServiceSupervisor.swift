public import Foundation
public import Logging
import Synchronization

/// Keeps `facialfun serve` running as a child of the game: starts it on a private socket, asks it
/// whether it is ready, starts it again when it dies, ends it with the game.
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

    /// Makes a supervisor; nothing is started yet.
    ///
    /// - Parameters:
    ///   - program: The program facialfun.
    ///   - arguments: What stands behind `serve --socket PATH`.
    ///   - runtimeFolder: Where the folder for the socket is made; nil for `$XDG_RUNTIME_DIR`, else
    ///     `/tmp`.
    ///   - policy: How long it waits for what.
    ///   - logger: Gets the service's lines, too.
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

    /// The path of the service's socket, which only this user may open.
    public var socket: String { folder.socket }

    /// How the service is.
    public var state: JudgeState { shared.withLock { $0.state } }

    /// How often the service was started anew.
    public var restarts: Int { shared.withLock { $0.restarts } }

    /// Starts the service, and goes on to do so when it dies; a second call does nothing.
    public func start() {
        let isFirst = shared.withLock { shared in
            defer { shared.isStarted = true }
            return !shared.isStarted && !shared.isStopping
        }
        guard isFirst else { return }
        if ChildProcess.deathLink == nil {
            logger.warning(
                "setpriv of util-linux is missing: if the game is killed, the service goes on.")
        }
        // A thread of its own, as long as the service lives: its end is the service's end.
        let thread = Thread { self.supervise() }
        thread.name = "pet-scoring"
        thread.start()
    }

    /// Ends the service, by force if it does not within the policy's grace, and returns when it is
    /// gone.
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
            logger.warning("\(absence.message) It is started again in \(pause.inSeconds) s.")
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

    /// Lets the service live once: why it is away then, and how long it was well.
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
                remedy: "See that the program \(program) is there and may be started.")
            return (absence, .zero)
        }
    }

    private func absence(_ outcome: ServiceRun.Outcome) -> JudgeAbsence {
        let again = "It is started again by itself; `facialfun-family doctor` says more."
        switch outcome.reason {
        case .neverReady:
            return JudgeAbsence(
                .neverReady,
                "The scoring service was not ready after \(policy.startLimit.inSeconds) seconds.",
                remedy: again)
        case .hung:
            return JudgeAbsence(
                .hung, "The scoring service did not answer any more.", remedy: again)
        default:
            let how =
                switch outcome.ending {
                case .exit(let code): "with the exit code \(code)"
                case .signal(let number): "by the signal \(number)"
                }
            let words = outcome.lastLine.map { ": \($0)" } ?? "."
            return JudgeAbsence(
                .ended, "The scoring service ended \(how)\(words)", remedy: again)
        }
    }
}

extension Duration {
    /// Seconds with one digit behind the point, for messages.
    var inSeconds: String {
        let (seconds, attoseconds) = components
        let tenths = (seconds * 10) + attoseconds / 100_000_000_000_000_000
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
