import ArgumentParser
import FamilyAccounts
import Foundation
import TrainerRules
import TrainerStore

/// Applies the retention periods from the command line.
struct RetentionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "List and delete unused accounts; aggregate old answers.",
        discussion: """
            Accounts unused for two years are listed with their owners' contact data in \
            \(DailyCare.noticeFile), next to the database. They are deleted sixty days later unless \
            their owners sign in. The server sends no mail; its operator notifies the owners. Answers \
            older than five years are aggregated. `facialfun-family serve` does the same every hour.
            """)

    @OptionGroup var data: DataOptions

    @Flag(help: "Print what would be done, without doing it.")
    var dryRun = false

    @Flag(help: "Include usernames and emails.")
    var names = false

    func run() async throws {
        try await reporting {
            let store = try data.existingStore()
            let plan =
                dryRun ? try await store.retentionPlan() : try await store.applyRetention()
            if !dryRun { try DailyCare.write(plan, to: data.folder) }
            try store.close()
            let verb = dryRun ? "would be" : "are"
            Terminal.printLine(
                "\(plan.notified.count) accounts \(verb) listed as unused from today:")
            list(plan.notified)
            Terminal.printLine("\(plan.waiting.count) accounts were listed before:")
            list(plan.waiting)
            Terminal.printLine("\(plan.withdrawn.count) accounts are used again.")
            Terminal.printLine("\(plan.deleted.count) accounts \(verb) deleted.")
            Terminal.printLine(
                "\(plan.rounds) rounds and \(plan.sittings) sittings older than five years \(verb) "
                    + "aggregated.")
        }
    }

    private func list(_ accounts: [RetentionPlan.Unused]) {
        for account in accounts {
            let name = names ? "  \(account.username) <\(account.email)>" : ""
            Terminal.printLine(
                "  account \(account.account.rawValue)\(name)  last used \(account.lastUsed), "
                    + "deleted on \(account.deletion)")
        }
    }
}
