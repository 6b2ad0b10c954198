import ArgumentParser
import Foundation
import TrainerRules
import TrainerStore

/// How long what is kept is kept, from the command line.
struct RetentionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Tell and delete accounts that nobody uses; make old answers into sums.",
        discussion: """
            Accounts unused for two years are listed, with how to reach their owners, in \
            \(DailyCare.noticeFile) beside the database, and deleted sixty days later if nobody \
            signs in. The server sends no mail: telling them is up to whoever runs it. Answers \
            older than five years become sums. `facialfun-family serve` does the same every hour.
            """)

    @OptionGroup var data: DataOptions

    @Flag(help: "Say what would be done, and do nothing.")
    var dryRun = false

    @Flag(help: "Write usernames and emails, too.")
    var names = false

    func run() async throws {
        try await reporting {
            let store = try data.existingStore()
            let plan =
                dryRun ? try await store.retentionPlan() : try await store.carryOutRetention()
            if !dryRun { try DailyCare.write(plan, to: data.folder) }
            try store.close()
            let verb = dryRun ? "would be" : "are"
            Terminal.say("\(plan.told.count) accounts \(verb) listed as unused from today:")
            list(plan.told)
            Terminal.say("\(plan.waiting.count) accounts were listed before:")
            list(plan.waiting)
            Terminal.say("\(plan.takenBack.count) accounts are used again.")
            Terminal.say("\(plan.deleted.count) accounts \(verb) deleted.")
            Terminal.say(
                "\(plan.rounds) rounds and \(plan.sittings) sittings older than five years \(verb) "
                    + "made into sums.")
        }
    }

    private func list(_ accounts: [RetentionPlan.Unused]) {
        for account in accounts {
            let name = names ? "  \(account.username) <\(account.email)>" : ""
            Terminal.say(
                "  account \(account.account.rawValue)\(name)  last used \(account.lastUsed), "
                    + "deleted on \(account.deletion)")
        }
    }
}
