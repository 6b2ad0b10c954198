import ServiceLifecycle
import TrainerServer

/// The server as a part of the running program: it is told to end gracefully.
struct GameService: Service {
    let application: TrainerApplication
    let listening: @Sendable (Int) async -> Void

    func run() async throws { try await application.run(listening: listening) }
}
