import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Synchronization
import Testing

@testable import TogetherServer

@Suite struct MailTests {
    @Test func userTextsNeverBecomeHeaders() throws {
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
    func mailAddressesAreValidated(_ address: String, _ isValid: Bool) {
        #expect(MailAddress.isValid(address) == isValid)
    }

    @Test func exitStatusOfSendmailDecidesTheResult() {
        #expect(MailDelivery.result(0, "") == .sent)
        for code in [64, 65, 67] { #expect(MailDelivery.result(code, "no") == .refused("no")) }
        for code in [1, 69, 75, 78, 124, 127] {
            #expect(MailDelivery.result(code, "no") == .postponed("status \(code): no"))
        }
    }

    /// A folder with a `sendmail` that collects its input.
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
            // No mail is sent until both a parent and the member enable it.
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

    @Test func postponedMailIsRetriedAndRejectedMailFails() async throws {
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
            // The first server was killed after sendmail had accepted the mail, before it stored
            // the result.
            #expect(try await delivery.deliver(mail) == .sent)
            #expect(try delivery.state(of: mail) == .ended(.sent))
            try await ask.house.app.start()
            try await Self.wait { try await Self.states(ask) == ["sent"] }
            let text = try String(contentsOf: folder.appending(path: "mails"), encoding: .utf8)
            #expect(text.ranges(of: "Message-ID:").count == 1)
            await ask.house.app.stop()
        }
    }

    @Test func stopWaitsForADeliveryInProgress() async throws {
        let (folder, command) = try Self.sendmail(
            "cat >/dev/null; : >taken; sleep 1; : >handed-over")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TogetherHouse(sendmail: command).test { ask in
            try await ask.house.app.start()
            try await Self.switchOn(ask)
            _ = try await ask.poll()
            try await Self.wait {
                FileManager.default.fileExists(atPath: folder.appending(path: "taken").path)
            }
            await ask.house.app.stop()
            #expect(
                FileManager.default.fileExists(atPath: folder.appending(path: "handed-over").path))
            #expect(try await Self.states(ask) == ["sent"])
        }
    }

    @Test func filesOfEarlierAttemptsAreRemovedUnread() async throws {
        let (folder, command) = try Self.sendmail("cat >/dev/null; exit 75")
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = folder.appending(path: "outbox")
        let delivery = try MailDelivery(folder: place, command: command)
        let mail = ClaimedMail(id: 1, attempts: 1, recipient: "bo@example.org", content: Data())
        try Data("0\n".utf8).write(to: place.appending(path: "1-1.done"))
        #expect(
            try await delivery.deliver(mail)
                == .postponed("status 75: sendmail reported no reason"))
        try Data().write(to: place.appending(path: "7-2.eml"))
        try Data().write(to: place.appending(path: "notes.txt"))
        try delivery.sweep(except: [mail])
        let left = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(left.contains("1-1.done") && left.contains("notes.txt"))
        #expect(!left.contains { $0.hasPrefix("7-") })
    }

    @Test func attemptsOfARetryHaveNewNumbers() async throws {
        try await TogetherHouse(sendmail: ["/bin/false"]).test { ask in
            try await Self.switchOn(ask)
            _ = try await ask.poll()
            let id = try await ask.house.database.write { db in
                try Int64.fetchOne(
                    db,
                    sql: """
                        UPDATE together_mail SET state = 'failed', attempts = 3 RETURNING id
                        """)
            }
            let number = try #require(id)
            let answer = try await ask(
                .post, "mails/\(number)/retry", as: 11, headers: [.pin: "1"])
            #expect(answer.status == .noContent)
            let attempts = try await ask.house.database.read { db in
                try Int.fetchOne(db, sql: "SELECT attempts FROM together_mail")
            }
            #expect(attempts == Outbox.mostAttempts)
        }
    }

    /// The calendar files of waiting mails, oldest first, with their lines unfolded.
    private static func calendars(_ ask: Caller) async throws -> [String] {
        let mails = try await ask.house.database.read { db in
            try Data.fetchAll(db, sql: "SELECT content FROM together_mail ORDER BY id")
        }
        return mails.compactMap { mail in
            let parts = String(decoding: mail, as: UTF8.self).split(separator: "\n\n")
            guard let index = parts.firstIndex(where: { $0.contains("text/calendar") }),
                parts.indices.contains(index + 1),
                let base64 = parts[index + 1].split(separator: "\n--").first,
                let data = Data(base64Encoded: base64.replacingOccurrences(of: "\n", with: ""))
            else { return nil }
            return String(decoding: data, as: UTF8.self)
                .replacingOccurrences(of: "\r\n ", with: "")
        }
    }

    @Test func calendarFilesNameOrganizerAndAttendeeAndFollowChanges() async throws {
        try await TogetherHouse(sendmail: ["/bin/false"]).test { ask in
            try await Self.switchOn(ask)
            let id = try await ask.invited()
            _ = try await ask.ok(
                .post, "activities/\(id)/change",
                #"{"location": "Lake Road", "name": "Aquarium"}"#)
            _ = try await ask.ok(.delete, "activities/\(id)")
            let files = try await Self.calendars(ask)
            let methods = files.map { file in
                file.split(separator: "\r\n").first { $0.hasPrefix("METHOD:") }.map(String.init)
            }
            #expect(methods == ["METHOD:REQUEST", "METHOD:REQUEST", "METHOD:CANCEL"])
            for file in files {
                #expect(file.contains(#"ORGANIZER;CN="Ada":mailto:ada@example.org"#))
                #expect(file.contains(#"CN="Bo":mailto:bo@example.org"#))
                #expect(!file.contains("dot@") && file.contains("UID:activity-\(id)@"))
            }
            #expect(files.dropFirst().first?.contains("LOCATION:Lake Road") == true)
            let numbers = files.compactMap { file in
                file.split(separator: "\r\n").first { $0.hasPrefix("SEQUENCE:") }
                    .flatMap { Int($0.dropFirst(9)) }
            }
            #expect(numbers.count == 3 && numbers == Array(Set(numbers)).sorted())
        }
    }
}
