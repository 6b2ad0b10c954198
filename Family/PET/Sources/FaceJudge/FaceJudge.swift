public import Foundation
public import Logging
import FacialFunWire

/// The judge of faces as the game sees it: a scoring service that may be there, or come later, or not
/// at all.
///
/// The game asks ``state`` before it offers Facial Fun; the calls throw `away` where there is no
/// service.
public final class FaceJudge: Sendable {
    private let source: Source
    let client: ScoringClient?
    /// Whether the service was started with a camera of its own.
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

    /// A service that the game starts itself.
    ///
    /// - Parameters:
    ///   - program: The program facialfun.
    ///   - camera: The camera that the service opens for itself, as `facialfun cameras` names it; nil
    ///     for none.
    ///   - policy: How long it waits for what.
    ///   - logger: Gets the service's lines, too.
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

    /// A service that runs already and listens at the path of this socket.
    public convenience init(
        socket: String, policy: SupervisionPolicy = .standard, logger: Logger
    ) {
        self.init(
            .watched(ServiceWatch(socket: socket, policy: policy, logger: logger)), socket: socket)
    }

    /// Services that run already, each at a socket's path; the least busy one is asked.
    public convenience init(
        sockets: [String], policy: SupervisionPolicy = .standard, logger: Logger
    ) {
        let judges = sockets.map { FaceJudge(socket: $0, policy: policy, logger: logger) }
        self.init(.several(judges), socket: nil)
    }

    /// No service: the game plays on without Facial Fun and says why.
    public convenience init(without absence: JudgeAbsence) {
        self.init(.none(absence), socket: nil)
    }

    /// No service, because nobody wants it.
    public convenience init() { self.init(without: .switchedOff) }

    // MARK: - How it is

    /// How the judge is, at once.
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

    /// How each of several services is; one state where there is one service.
    public var states: [JudgeState] {
        if case .several(let judges) = source { judges.map(\.state) } else { [state] }
    }

    /// How many requests each service is answering, where there are several.
    public var running: [Int] { dispatcher.running }

    /// Whether pictures can be judged now.
    public var isReady: Bool { state == .ready }

    /// Starts the service, or the watch over the one that runs.
    public func start() {
        switch source {
        case .supervised(let supervisor): supervisor.start()
        case .watched(let watch): watch.start()
        case .several(let judges): for judge in judges { judge.start() }
        case .none: break
        }
    }

    /// Ends what ``start()`` began, and returns when it is gone: within seconds.
    public func stop() async {
        switch source {
        case .supervised(let supervisor): await supervisor.stop()
        case .watched(let watch): await watch.stop()
        case .several(let judges): for judge in judges { await judge.stop() }
        case .none: break
        }
    }

    /// Waits until the judge is ready or the time has passed.
    ///
    /// - Returns: How it is then.
    @discardableResult
    public func waitUntilReady(within limit: Duration) async -> JudgeState {
        let end = ContinuousClock.now + limit
        while !isReady, ContinuousClock.now < end, !Task.isCancelled {
            if case .none = source { break }
            // Cancelled while it sleeps: the loop ends by itself.
            try? await Task.sleep(for: .milliseconds(50))
        }
        return state
    }

    /// Asks the service; what it throws becomes an error of this library.
    ///
    /// - Parameters:
    ///   - name: the attempt or baseline that it is about, which only the service that made it knows.
    ///   - question: what is asked.
    /// - Returns: the answer.
    /// - Throws: `away`, `refused`, `noAnswer`, `badAnswer`.
    func ask<Answer: Sendable>(
        about name: String? = nil,
        _ question: @Sendable (ScoringClient) async throws -> Answer
    ) async throws(FaceJudgeError) -> Answer {
        if case .several(let judges) = source {
            let place = dispatcher.begin(about: name) { judges[$0].isReady }
            defer { dispatcher.end(place) }
            let answer = try await judges[place].ask(question)
            if let made = answer as? any NamedAnswer { dispatcher.note(made.id, at: place) }
            return answer
        }
        guard let client else { throw FaceJudgeError(whyAway) }
        if case .away(let absence) = state { throw FaceJudgeError(absence) }
        do {
            return try await question(client)
        } catch let error as ScoringClientError {
            throw FaceJudgeError(error)
        } catch {
            throw FaceJudgeError(
                .badAnswer, "The service cannot be asked: \(error).", cause: error)
        }
    }

    var whyAway: JudgeAbsence {
        if case .away(let absence) = state { absence } else { .switchedOff }
    }
}

/// An answer that names what the service keeps in its memory.
private protocol NamedAnswer { var id: String { get } }
extension AttemptResponse: NamedAnswer {}
extension BaselineResponse: NamedAnswer {}
