import ArgumentParser
import FamilyAccounts
import FamilyStore
import Foundation
import TrainerContent
import TrainerSimulation
import TrainerStore

/// Simulates a child of an account, to fill the family page for screenshots and previews.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Simulate answers of an account's child. For developers.",
        shouldDisplay: false)

    @OptionGroup var data: DataOptions
    @OptionGroup var resources: ResourceOptions

    @Argument(help: "The username or the email.")
    var username: String

    @Option(help: "The child, by its position in the family, from 1.")
    var child = 1

    @Option(help: "How the child learns: fast, slow, guessing, forgetting or confusing.")
    var kind = Learner.Kind.fast.rawValue

    @Option(help: "The number of sittings, the last one today.")
    var sittings = 24

    @Option(help: "The seed of the random numbers.")
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
                    "Unknown child or kind, or the number of sittings is not 1 to 400; "
                        + "--help lists the kinds.")
            }
            var play = SimulatedPlay(
                store: store, clock: clock, bank: content.questions, kind: kind, seed: seed)
            try await play.play(
                sittings: sittings, player: account.players[child - 1].id, account: account.id)
            try store.close()
        }
    }
}
