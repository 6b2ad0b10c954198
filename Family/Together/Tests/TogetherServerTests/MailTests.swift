import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Synchronization
import Testing

@testable import TogetherServer

@Suite struct MailTests {
    @Test func textsOfUsersNeverBecomeHeaders() throws {
        let evil = "Zoo\r\nBcc: victim@example.org\n\n<script>\u{2028}\u{0}\u{85}end"
        let message = MailMessage(
            from: "family@example.net",
            mail: Mail(
                recipient: "bo@example.org", subject: evil, text: evil,
                attachment: MailAttachment(
                    name: "a\"\r\nX: y.ics", type: "text/calendar\r\nX-Evil: 1",
                    content: Data(evil.utf8))),
            messageID: "1@example.net", moment: 1_800_000_000)
        let text = String(decoding: message.data(), as: UTF8.self)
        #expect(text.utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A) })
        #expect(!text.contains("\nBcc:") && !text.contains("\nX") && !text.contains("victim"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 78 })
        #expect(text.hasPrefix("From: Modern Family <family@example.net>\nTo: bo@example.org\n"))
        #expect(text.contains("\nDate: Fri, 15 Jan 2027 08:00:00 +0000\n"))
        let words = MailMessage.words(String(repeating: "Ä😀", count: 60))
        for word in words.split(separator: "\n") {
            let inner = word.trimmingPrefix(" ")
            let code = inner.dropFirst("=?utf-8?B?".count).dropLast(2)
            let data = try #require(Data(base64Encoded: String(code)))
            #expect(String(data: data, encoding: .utf8) != nil)
        }
    }

    @Test(arguments: [
        ("bo@example.org", true), ("b.o+x@localhost", true), ("bo@example.org\nBcc: x@y", false),
        ("-oQ/tmp@example.org", false), ("a b@example.org", false), ("a@b@c", false), ("@b", false),
        ("a@-b.org", false), ("a,b@example.org", false), ("\"a\"@example.org", false),
        ("a@example..org", false), ("", false), ("ä@example.org", false), (".a@b.org", false),
        (String(repeating: "a", count: 65) + "@b.org", false),
    ])
    func addresses(_ address: String, _ isValid: Bool) {
        #expect(MailAddress.isValid(address) == isValid)
    }

    @Test func statusOfSendmailDecides() {
        #expect(MailDelivery.result(0, "") == .sent)
        for code in [64, 65, 67] { #expect(MailDelivery.result(code, "no") == .refused("no")) }
        for code in [1, 69, 75, 78, 124, 127] {
            #expect(MailDelivery.result(code, "no") == .postponed("status \(code): no"))
        }
    }

    /// A folder with a `sendmail` that collects what it gets.
    private static func sendmail(_ script: String) throws -> (URL, [String]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appending(path: "sendmail")
        try Data("#!/bin/sh\ncd '\(folder.path)'\n\(script)\n".utf8).write(to: program)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: program.path)
        return (folder, [program.path, "-i"])
    }

    private static func wait(_ condition: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while try await !condition() {
            try #require(ContinuousClock.now < end)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private static func states(_ ask: Caller) async throws -> [String] {
        let mails = try await ask(.get, "mails", as: 11, headers: [.pin: "1"])
        return mails.mails.list.compactMap(\.state.text)
    }

    private static func switchOn(_ ask: Caller) async throws {
        _ = try await ask(
            .put, "settings/connections/mail", as: 11, #"{"isOn": true}"#, headers: [.pin: "1"])
        _ = try await ask.ok(.put, "settings/mail", as: 12, #"{"isOn": true}"#)
    }

    @Test func invitationIsSentOnceWithACalendarFile() async throws {
        let (folder, command) = try Self.sendmail(
            "cat >>mails; echo \"$@\" >>arguments")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TogetherHouse(sendmail: command).test { ask in
            try await ask.house.app.start()
            // Nothing leaves before a parent and the member want it.
            _ = try await ask.poll()
            #expect(try await Self.states(ask).isEmpty)
            try await Self.switchOn(ask)
            _ = try await ask.invited()
            try await Self.wait { try await Self.states(ask) == ["sent"] }
            let text = try String(contentsOf: folder.appending(path: "mails"), encoding: .utf8)
            #expect(text.ranges(of: "Message-ID:").count == 1)
            #expect(text.contains("text/calendar; method=REQUEST"))
            let arguments = try String(
                contentsOf: folder.appending(path: "arguments"), encoding: .utf8)
            #expect(arguments == "-i bo@example.org\n")
            let left = try FileManager.default.contentsOfDirectory(
                atPath: ask.house.folder.appending(path: "outbox").path)
            #expect(left.isEmpty)
            await ask.house.app.stop()
        }
    }

    @Test func postponedMailIsTriedAgainAndRefusedMailFails() async throws {
        let (folder, command) = try Self.sendmail(
            """
            cat >/dev/null
            [ -f up ] || { echo 'host is away' ; exit 75; }
            [ "$2" = bo@example.org ] && exit 0
            echo 'no such user'; exit 67
            """)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TogetherHouse(sendmail: command).test { ask in
            try await ask.house.app.start()
            try await Self.switchOn(ask)
            _ = try await ask.ok(.put, "settings/mail", as: 13, #"{"isOn": true}"#)
            _ = try await ask.poll()
            try await Self.wait {
                let mails = try await ask(.get, "mails", as: 11, headers: [.pin: "1"]).mails.list
                return mails.count == 2
                    && mails.allSatisfy { $0.problem.text?.contains("host is away") == true }
            }
            try Data().write(to: folder.appending(path: "up"))
            ask.house.clock.now += 3600
            try await Self.wait { try await Self.states(ask) == ["failed", "sent"] }
            let notice = try await ask.ok(.get, "notifications").notifications[0]
            #expect(notice.kind.text == "mail_failed")
            #expect(notice["text"].text == "To cy@example.org: no such user")
            await ask.house.app.stop()
        }
    }

    @Test func mailOfAKilledServerIsSentOnceByTheNext() async throws {
        let (folder, command) = try Self.sendmail("cat >>mails")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TogetherHouse(sendmail: command).test { ask in
            try await Self.switchOn(ask)
            _ = try await ask.poll()
            let outbox = ask.house.folder.appending(path: "outbox")
            let delivery = try MailDelivery(folder: outbox, command: command)
            let claimed = try await ask.house.database.write { db in
                try Row.fetchOne(
                    db,
                    sql: """
                        UPDATE together_mail SET state = 'sending', attempts = 1
                        RETURNING id, attempts, recipient, content
                        """
                ).map(ClaimedMail.init)
            }
            let mail = try #require(claimed)
            // The first server was killed after sendmail had taken the mail, before it noted this.
            #expect(try await delivery.deliver(mail) == .sent)
            #expect(try delivery.state(of: mail) == .ended(.sent))
            try await ask.house.app.start()
            try await Self.wait { try await Self.states(ask) == ["sent"] }
            let text = try String(contentsOf: folder.appending(path: "mails"), encoding: .utf8)
            #expect(text.ranges(of: "Message-ID:").count == 1)
            await ask.house.app.stop()
        }
    }
}
