import ArgumentParser
import FamilyAccounts
import FamilyStore
import Foundation
import TrainerStore

/// Manages accounts from the command line.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "List accounts, delete one, or make a recovery code.",
        subcommands: [AccountListCommand.self, Delete.self, MakeRecoveryCode.self],
        defaultSubcommand: AccountListCommand.self)

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Permanently delete an account with all its data.")

        @OptionGroup var data: DataOptions

        @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
        var yes = false

        @Argument(help: "The username or the email.")
        var username: String

        func run() async throws {
            try await reporting {
                let store = try data.existingStore()
                let account = try await store.account(named: username)
                guard yes || confirmsDeletion(account) else {
                    Terminal.printLine("Nothing was deleted.")
                    throw ExitCodes.findings
                }
                try await store.deleteAccount(account.id)
                try store.close()
                Terminal.printLine("Deleted the account \(account.username).")
            }
        }

        private func confirmsDeletion(_ account: Account) -> Bool {
            Terminal.printLine(
                "Delete the account \(account.username) with all its players and answers? "
                    + "Enter the username to delete it:")
            return readLine()?.trimmingCharacters(in: .whitespaces) == account.username
        }
    }
}

extension AccountsCommand {
    /// Prints a new recovery code for a user who can no longer log in.
    struct MakeRecoveryCode: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "recovery-code",
            abstract: "Print a new recovery code, for resetting a forgotten password.")

        @OptionGroup var data: DataOptions

        @Argument(help: "The username or the email.")
        var username: String

        func run() async throws {
            try await reporting {
                let store = try data.existingStore()
                let account = try await store.account(named: username)
                let accounts = Authenticator(store: store, hasher: PasswordHasher())
                let code = try await accounts.renewRecoveryCode(
                    of: account.login, address: "local")
                try await store.note(
                    .changed, .account, of: nil, account: account.id, by: .commandLine)
                try store.close()
                guard let code else {
                    throw StoreError(
                        .timedOut, "The code could not be hashed in time. Try again.")
                }
                print(code.text)
            }
        }
    }
}

/// Exports all data of an account.
struct ExportAccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Write all data of an account to standard output, as JSON.")

    @OptionGroup var data: DataOptions

    @Argument(help: "The username or the email.")
    var username: String

    func run() async throws {
        try await reporting {
            let store = try data.existingStore()
            let account = try await store.account(named: username)
            let export = try await store.export(account.id)
            try await store.note(
                .exported, .everything, of: nil, account: account.id, by: .commandLine)
            try await store.writeExport(export, isPretty: true) {
                try FileHandle.standardOutput.write(contentsOf: $0)
            }
            try FileHandle.standardOutput.write(contentsOf: Data("\n".utf8))
            try store.close()
        }
    }
}

extension TrainerStore {
    /// The account with a username or an email.
    fileprivate func account(named login: String) async throws -> Account {
        guard let account = try await credentials(login: login)?.account else {
            throw StoreError(
                .notFound, "There is no account \(login). Check the spelling.")
        }
        return account
    }
}
