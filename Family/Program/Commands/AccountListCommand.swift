import ArgumentParser
import FamilyAccounts
import Foundation
import TrainerRules
import TrainerStore

/// Lists the accounts for the server's operator.
struct AccountListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts with their sizes and last logins, without names.")

    @OptionGroup var data: DataOptions

    @Flag(help: "Include usernames and emails.")
    var names = false

    func run() async throws {
        try await reporting {
            let store = try data.existingStore()
            let accounts = try await store.accountListings()
            let size = try await store.size()
            let load = try await store.load()
            try store.close()
            Terminal.printLine(
                "account  created       last login  players  answers  questions       kB")
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
                Terminal.printLine(line + (names ? "  \(account.username) <\(account.email)>" : ""))
            }
            Terminal.printLine(
                "\(size.accounts) accounts, \(size.players) players, \(size.sessions) signed in, "
                    + "\((size.bytes + 524_288) / 1_048_576) MiB.")
            Terminal.printLine(
                "Load: \(load.playing) playing, \(load.answersOfHour) answers in the last hour; "
                    + Self.machine(data.folder))
        }
    }

    /// The load of the machine and the free space on its disk.
    private static func machine(_ folder: URL) -> String {
        var averages = [0.0, 0.0, 0.0]
        let processors = ProcessInfo.processInfo.activeProcessorCount
        let isKnown = getloadavg(&averages, 3) == 3
        let busy =
            isKnown
            ? "\((averages[1] * 10).rounded() / 10) of \(processors) processors over five minutes"
            : "\(processors) processors"
        var disk = statvfs()
        guard statvfs(folder.path, &disk) == 0, disk.f_blocks > 0 else { return "\(busy)." }
        let free = UInt64(disk.f_bavail) * UInt64(disk.f_frsize) / 1_000_000
        let share = UInt64(disk.f_bavail) * 100 / UInt64(disk.f_blocks)
        return "\(busy), \(free) MB (\(share) %) of the disk free."
    }

    private static func day(_ date: Date) -> String {
        Day(secondsSince1970: Int(date.timeIntervalSince1970)).description
    }
}
