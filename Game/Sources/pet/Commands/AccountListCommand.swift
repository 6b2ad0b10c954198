import ArgumentParser
import Foundation
import TrainerRules
import TrainerStore

/// The accounts, for whoever runs the server.
struct AccountListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts with their sizes and last logins, without names.")

    @OptionGroup var data: DataOptions

    @Flag(help: "Write usernames and emails, too.")
    var names = false

    func run() async throws {
        try await reporting {
            let store = try data.existingStore()
            let accounts = try await store.accountListings()
            let size = try await store.size()
            try store.close()
            Terminal.say("account  made        last login  players  answers  questions       kB")
            for account in accounts {
                let columns = [
                    (String(account.id.rawValue), 7), (Self.day(account.createdAt), 10),
                    (account.lastLoginAt.map(Self.day) ?? "never", 10),
                    (String(account.players), 7), (String(account.answers), 7),
                    (String(account.questions), 9),
                    (String((account.mediaBytes + 1023) / 1024), 7),
                ]
                let line = columns.map { text, width in
                    String(repeating: " ", count: max(0, width - text.count)) + text
                }.joined(separator: "  ")
                Terminal.say(line + (names ? "  \(account.username) <\(account.email)>" : ""))
            }
            Terminal.say(
                "\(size.accounts) accounts, \(size.players) players, \(size.sessions) signed in, "
                    + "\((size.bytes + 524_288) / 1_048_576) MiB.")
        }
    }

    private static func day(_ date: Date) -> String {
        Day(secondsSince1970: Int(date.timeIntervalSince1970)).description
    }
}
