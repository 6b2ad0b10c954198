import ServiceLifecycle
import TrainerServer

/// Runs the server as a service with a graceful shutdown.
struct GameService: Service, CustomStringConvertible {
    let application: TrainerApplication
    let listening: @Sendable (Int) async -> Void

    /// The name in the log.
    ///
    /// By default, the log would contain the server's whole state.
    var description: String { "the game's server" }

    func run() async throws { try await application.run(listening: listening) }
}
