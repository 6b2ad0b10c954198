import ArgumentParser
import Foundation
import TrainerContent
import TrainerSimulation
import TrainerStore

/// Lets a simulated child play as a child of an account: for pictures of the screens, and for whoever
/// wants to see the family's page filled.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Let a simulated child play for an account's child. For developers.",
        shouldDisplay: false)

    @OptionGroup var data: DataOptions
    @OptionGroup var resources: ResourceOptions

    @Argument(help: "The username or the email.")
    var username: String

    @Option(help: "Which child, by its place among the family's, from 1.")
    var child = 1

    @Option(help: "How it learns: fast, slow, guessing, forgetting or confusing.")
    var kind = Learner.Kind.fast.rawValue

    @Option(help: "How many times it plays, the last one today.")
    var sittings = 24

    @Option(help: "Decides everything that it does.")
    var seed: UInt64 = 7

    func run() async throws {
        try await reporting {
            let content = try Content(
                folder: try resources.contentFolder(), additions: data.addedFolders())
            let clock = SimulatedClock(
                Date().addingTimeInterval(-SimulatedPlay.sittingSeconds - 600))
            var options = TrainerStore.Options.family
            options.now = { clock.now }
            let store = try TrainerStore(folder: data.folder, options: options)
            guard let account = try await store.credentials(login: username)?.account,
                account.players.indices.contains(child - 1), (1...400).contains(sittings),
                let kind = Learner.Kind(rawValue: kind)
            else {
                throw Failure(
                    "There is no such child or kind, or not 1 to 400 sittings. Look at how it is "
                        + "written.")
            }
            var play = SimulatedPlay(
                store: store, clock: clock, bank: content.questions, kind: kind, seed: seed)
            try await play.play(
                sittings: sittings, player: account.players[child - 1].id, account: account.id)
            try store.close()
        }
    }
}
