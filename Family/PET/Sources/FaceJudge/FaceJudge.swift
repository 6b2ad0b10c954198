public import Foundation
public import Logging
import FacialFunWire

/// The game's access to the scoring service, which may be running, start later, or be missing.
///
/// The game checks ``state`` before it offers Facial Fun; calls throw `away` without a service.
public final class FaceJudge: Sendable {
    private let source: Source
    let client: ScoringClient?
    /// Whether the service was started with its own camera.
    public let hasCamera: Bool

    private enum Source {
        case supervised(ServiceSupervisor)
        case watched(ServiceWatch)
        case several([FaceJudge])
        case none(JudgeAbsence)
    }

    private let dispatcher: Dispatcher

    private init(_ source: Source, socket: String?, hasCamera: Bool = false) {
        self.source = source
        self.hasCamera = hasCamera
        client = socket.map { ScoringClient(endpoint: .unix(path: $0)) }
        if case .several(let judges) = source {
            dispatcher = Dispatcher(judges.count)
        } else {
            dispatcher = Dispatcher(1)
        }
    }

    /// Uses a service started by the game.
    ///
    /// - Parameters:
    ///   - program: The program facialfun.
    ///   - camera: The service's own camera, as listed by `facialfun cameras`; nil for none.
    ///   - policy: Timeouts and intervals.
    ///   - logger: Also receives the service's output.
    /// - Throws: `noRuntimeFolder`, `cannotStart`.
    public convenience init(
        program: URL, camera: String? = nil, policy: SupervisionPolicy = .standard, logger: Logger
    ) throws(FaceJudgeError) {
        let supervisor = try ServiceSupervisor(
            program: program, arguments: camera.map { ["--camera", $0] } ?? [], policy: policy,
            logger: logger)
        self.init(
            .supervised(supervisor), socket: supervisor.socket, hasCamera: camera != nil)
    }

    /// A service that a supervisor keeps running.
    public convenience init(_ supervisor: ServiceSupervisor) {
        self.init(.supervised(supervisor), socket: supervisor.socket)
    }

    /// Uses a running service that listens on a socket at this path.
    public convenience init(
        socket: String, policy: SupervisionPolicy = .standard, logger: Logger
    ) {
        self.init(
            .watched(ServiceWatch(socket: socket, policy: policy, logger: logger)), socket: socket)
    }

    /// Uses several running services, each on a socket; selects the least busy one.
    public convenience init(
        sockets: [String], policy: SupervisionPolicy = .standard, logger: Logger
    ) {
        let judges = sockets.map { FaceJudge(socket: $0, policy: policy, logger: logger) }
        self.init(.several(judges), socket: nil)
    }

    /// No service: the game runs without Facial Fun and says why.
    public convenience init(without absence: JudgeAbsence) {
        self.init(.none(absence), socket: nil)
    }

    /// No service, by configuration.
    public convenience init() { self.init(without: .switchedOff) }

    // MARK: - State

    /// The current state, without waiting.
    public var state: JudgeState {
        switch source {
        case .supervised(let supervisor): supervisor.state
        case .watched(let watch): watch.state
        case .several(let judges):
            judges.map(\.state).first { $0 == .ready } ?? judges.first?.state
                ?? .away(.switchedOff)
        case .none(let absence): .away(absence)
        }
    }

    /// The state of each service; one element for a single service.
    public var states: [JudgeState] {
        if case .several(let judges) = source { judges.map(\.state) } else { [state] }
    }

    /// The number of pending requests of each service, if there are several.
    public var running: [Int] { dispatcher.running }

    /// Whether pictures can be judged now.
    public var isReady: Bool { state == .ready }

    /// Starts the service, or monitors the running one.
    public func start() {
        switch source {
        case .supervised(let supervisor): supervisor.start()
        case .watched(let watch): watch.start()
        case .several(let judges): for judge in judges { judge.start() }
        case .none: break
        }
    }

    /// Stops everything that ``start()`` began; returns when it has ended, within seconds.
    public func stop() async {
        switch source {
        case .supervised(let supervisor): await supervisor.stop()
        case .watched(let watch): await watch.stop()
        case .several(let judges): for judge in judges { await judge.stop() }
        case .none: break
        }
    }

    /// Waits until the service is ready or the timeout has passed.
    ///
    /// - Returns: The state at the end.
    @discardableResult
    public func waitUntilReady(within limit: Duration) async -> JudgeState {
        let end = ContinuousClock.now + limit
        while !isReady, ContinuousClock.now < end, !Task.isCancelled {
            if case .none = source { break }
            // If the task is canceled, the loop ends at its next check.
            try? await Task.sleep(for: .milliseconds(50))
        }
        return state
    }

    /// Sends a request to the service and translates errors to those of this library.
    ///
    /// - Parameters:
    ///   - name: The attempt or baseline concerned, which only its creator knows.
    ///   - question: The request.
    /// - Returns: The response.
    /// - Throws: `away`, `refused`, `noAnswer`, `badAnswer`.
    func ask<Answer: Sendable>(
        about name: String? = nil,
        _ question: @Sendable (ScoringClient) async throws -> Answer
    ) async throws(FaceJudgeError) -> Answer {
        if case .several(let judges) = source {
            let index = dispatcher.begin(about: name) { judges[$0].isReady }
            defer { dispatcher.end(index) }
            let answer = try await judges[index].ask(question)
            if let made = answer as? any NamedAnswer { dispatcher.note(made.id, at: index) }
            return answer
        }
        guard let client else { throw FaceJudgeError(absenceReason) }
        if case .away(let absence) = state { throw FaceJudgeError(absence) }
        do {
            return try await question(client)
        } catch let error as ScoringClientError {
            throw FaceJudgeError(error)
        } catch {
            throw FaceJudgeError(
                .badAnswer, "The request to the scoring service failed: \(error).", cause: error)
        }
    }

    var absenceReason: JudgeAbsence {
        if case .away(let absence) = state { absence } else { .switchedOff }
    }
}

/// A response that names an object in the service's memory.
private protocol NamedAnswer { var id: String { get } }
extension AttemptResponse: NamedAnswer {}
extension BaselineResponse: NamedAnswer {}
