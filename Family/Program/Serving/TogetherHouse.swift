import ArgumentParser
import FamilyWeb
import Foundation
import GRDB
import Logging
import PrepServer
import TogetherServer
import TrainerStore

/// Options for the mail of Modern Family.
struct MailOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The sendmail command for Modern Family's mails; without it, no mail is sent.",
            discussion: """
                Program and options, separated by spaces, such as "/usr/sbin/sendmail -i" or \
                "msmtp -a family". The recipient is appended. Each family still decides about mail.
                """, valueName: "command"))
    var sendmail: String?

    @Option(
        help: ArgumentHelp("The sender address of mails.", valueName: "address"))
    var mailFrom: String?

    func validate() throws {
        if let mailFrom, !MailAddress.isValid(mailFrom) {
            throw ValidationError("\(mailFrom) is not an email address such as family@example.org.")
        }
        if let command, command.isEmpty {
            throw ValidationError("--sendmail needs a program, such as /usr/sbin/sendmail.")
        }
        if sendmail != nil, mailFrom == nil {
            throw ValidationError("Add --mail-from ADDRESS: mails need a sender.")
        }
    }

    /// Program and arguments.
    ///
    /// A program without a path is searched for in PATH.
    private var command: [String]? {
        sendmail.map { $0.split(separator: " ").map(String.init) }
    }

    /// The configuration of a server's outbox.
    func outbox(data: URL) -> Outbox.Configuration {
        var configuration = Self.noMail(data: data)
        configuration.command = command
        if let mailFrom { configuration.sender = mailFrom }
        return configuration
    }

    /// The configuration of an outbox that sends nothing.
    static func noMail(data: URL) -> Outbox.Configuration {
        Outbox.Configuration(
            command: nil, sender: "family@localhost",
            folder: data.appending(path: "outbox", directoryHint: .isDirectory))
    }
}

extension ResourceOptions {
    /// Modern Family with its tables in a database; nil if its pages are not installed.
    ///
    /// Without options for mail, it sends none.
    func together(
        data: URL, store: TrainerStore, prep: PrepApp?, mail: MailOptions? = nil,
        calendarHosts: [String] = [], logger: Logger
    ) throws -> TogetherApp? {
        guard let web = installed("Together/Web", holding: "index.html") else { return nil }
        let content = web.deletingLastPathComponent().appending(
            path: "Content", directoryHint: .isDirectory)
        let outbox = mail?.outbox(data: data) ?? MailOptions.noMail(data: data)
        return try TogetherApp(
            configuration: .init(web: web, content: content, mail: outbox),
            database: AppDatabase(store: store), family: .accounts, logger: logger,
            parts: TogetherParts(
                data: data, store: store, prep: prep, calendarHosts: calendarHosts,
                logger: logger
            ).make)
    }
}

extension FamilyDirectory {
    /// The members and logins of the server's accounts.
    static let accounts = FamilyDirectory(
        members: { db, household in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT member.id, role, name, badge, email
                    FROM member LEFT JOIN login ON login.member = member.id
                    WHERE household = ?
                    ORDER BY role = 'child', role = 'adult', member.id
                    """, arguments: [household]
            ).compactMap { row in
                HouseholdRole(rawValue: row["role"]).map {
                    FamilyMember(
                        id: row["id"], name: row["name"], role: $0, email: row["email"],
                        badge: row["badge"])
                }
            }
        },
        memberOfLogin: { db, login in
            try Int64.fetchOne(db, sql: "SELECT member FROM login WHERE id = ?", arguments: [login])
        },
        householdOfMember: { db, member in
            try Int64.fetchOne(
                db, sql: "SELECT household FROM member WHERE id = ?", arguments: [member])
        },
        exists: { db, household in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM household WHERE id = ?)",
                arguments: [household]) ?? false
        })
}
