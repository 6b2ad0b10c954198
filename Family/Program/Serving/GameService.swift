import ServiceLifecycle
import TrainerServer

/// The server as a part of the running program: it is told to end gracefully.
struct GameService: Service, CustomStringConvertible {
    let application: TrainerApplication
    let listening: @Sendable (Int) async -> Void

    /// What the log calls it: without this, all that the server knows.
    var description: String { "the game's server" }

    func run() async throws { try await application.run(listening: listening) }
}
