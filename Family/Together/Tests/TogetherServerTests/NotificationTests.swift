import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TogetherServer

@Suite struct NotificationTests {
    /// An event of a stream.
    private struct Event {
        var id: Int?
        var name = ""
        var data = ""
    }

    /// Opens a stream, runs an action once it listens, and returns its events.
    private static func stream(
        _ ask: Caller, as login: Int64, after: Int? = nil,
        while body: @escaping @Sendable () async throws -> Void
    ) async throws -> [Event] {
        let house = ask.house
        var headers: HTTPFields = [.login: "\(login)"]
        if let after { headers[.named("Last-Event-ID")] = "\(after)" }
        let (client, fields) = (ask.client, headers)
        async let text = client.execute(
            uri: "/together/api/events", method: .get, headers: fields, body: nil
        ) { String(buffer: $0.body) }
        while house.app.services.events.count == 0 { try await Task.sleep(for: .milliseconds(5)) }
        try await body()
        // Signals before the end still reach the stream.
        house.app.services.events.end()
        return try await text.split(separator: "\n\n").compactMap { block in
            var event = Event()
            for line in block.split(separator: "\n") {
                if line.hasPrefix("id: ") { event.id = Int(line.dropFirst(4)) }
                if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
                if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
            }
            return event.name.isEmpty ? nil : event
        }
    }

    @Test func streamSendsOnlyTheMembersNotifications() async throws {
        try await TogetherHouse().test { ask in
            let events = try await Self.stream(ask, as: 12) {
                _ = try await ask.poll()
                _ = try await ask.poll(invitees: "[11, 13]")
            }
            #expect(events.first?.name == "hello" && events[0].data.contains(#""unread":0"#))
            let notifications = events.filter { $0.name == "notification" }
            #expect(notifications.count == 1)
            #expect(notifications[0].id != nil)
            #expect(notifications[0].data.contains("Ada asks what to do together"))
            #expect(events.contains { $0.name == "change" && $0.data.contains("activities") })
        }
    }

    @Test func streamResumesAfterTheLastNumberAcrossARestart() async throws {
        let first = try TogetherHouse()
        defer { first.remove() }
        try await buildTest(first) { ask in
            for _ in 0..<3 { _ = try await ask.poll() }
        }
        let next = try TogetherHouse(folder: first.folder, clock: first.clock)
        try await buildTest(next) { ask in
            let seen = try await ask.ok(.get, "notifications", as: 12).notifications.list
                .compactMap(\.id.number)
            #expect(seen.count == 3)
            let oldest = try #require(seen.last)
            let events = try await Self.stream(ask, as: 12, after: oldest) {}
            #expect(
                events.filter { $0.name == "notification" }.compactMap(\.id)
                    == seen.dropLast().reversed())
        }
    }

    @Test func streamWithANumberFromAnotherDatabaseSkipsNothing() async throws {
        try await TogetherHouse().test { ask in
            let events = try await Self.stream(ask, as: 12, after: 1_000_000) {
                _ = try await ask.poll()
            }
            #expect(events.count { $0.name == "notification" } == 1)
        }
    }

    @Test func readNotificationsAreCountedAndPaged() async throws {
        try await TogetherHouse().test { ask in
            for _ in 0..<5 { _ = try await ask.poll() }
            let page = try await ask.ok(.get, "notifications?limit=2", as: 12)
            #expect(page.unread.number == 5 && page.more.flag == true)
            #expect(page.notifications.list.count == 2)
            let last = try #require(page.notifications[1].id.number)
            let rest = try await ask.ok(.get, "notifications?before=\(last)", as: 12)
            #expect(rest.notifications.list.count == 3 && rest.more.flag == false)
            let read = try await ask.ok(
                .post, "notifications/read", as: 12, #"{"ids": [\#(last)]}"#)
            #expect(read.unread.number == 4)
            // Numbers of other members' notifications have no effect.
            let others = try await ask.ok(
                .post, "notifications/read", as: 13, #"{"ids": [\#(last)]}"#)
            #expect(others.unread.number == 5)
            let all = try await ask.ok(.post, "notifications/read", as: 12, #"{"upTo": 999999}"#)
            #expect(all.unread.number == 0)
        }
    }

    @Test func streamEndsAfterItsLifetime() async throws {
        try await TogetherHouse(streamLifetime: .milliseconds(1), streamPulse: .milliseconds(1))
            .test { ask in
                let text = try await ask.client.execute(
                    uri: "/together/api/events", method: .get, headers: [.login: "12"], body: nil
                ) { String(buffer: $0.body) }
                #expect(text.hasPrefix("retry: 3000\n\nevent: hello\n"))
            }
    }
}

@Suite struct SettingsTests {
    @Test func membersCanHaveDifferentTimeZones() async throws {
        try await TogetherHouse().test { ask in
            let parent: HTTPFields = [.pin: "1"]
            let family = try await ask(
                .put, "settings/zone", as: 11, #"{"zone": "Asia/Tokyo"}"#, headers: parent)
            #expect(family.zone.text == "Asia/Tokyo")
            #expect(
                try await ask(.put, "settings/zone", as: 11, #"{"zone": "UTC"}"#).code
                    == "parent_needed")
            _ = try await ask.ok(.put, "settings/own-zone", as: 12, #"{"zone": "Europe/Berlin"}"#)
            #expect(try await ask.ok(.get, "me", as: 12).zone.text == "Europe/Berlin")
            #expect(try await ask.ok(.get, "me", as: 13).zone.text == "Asia/Tokyo")
            let wrong = try await ask(.put, "settings/own-zone", as: 12, #"{"zone": "Mars/Base"}"#)
            #expect(wrong.code == "unknown_zone")
            _ = try await ask.poll()
            let texts = try await [12, 13].asyncMap { member in
                try await ask.ok(.get, "notifications", as: member).notifications[0]["text"].text
                    ?? ""
            }
            #expect(texts[0].contains("10:00") && texts[1].contains("18:00"))
        }
    }

    @Test func connectionsNameTheirDataAndNeedAParent() async throws {
        try await TogetherHouse().test { ask in
            let settings = try await ask.ok(.get, "settings", as: 15)
            #expect(settings.connections.list.count == 3)
            #expect(settings.connections.list.allSatisfy { $0.isOn.flag == false })
            let path = "settings/connections/media"
            let body = #"{"isOn": true, "hosts": ["Video.Example.org"]}"#
            #expect(try await ask(.put, path, as: 11, body).code == "parent_needed")
            let on = try await ask(.put, path, as: 11, body, headers: [.pin: "1"])
            #expect(on.connections.list.contains { $0.hosts[0].text == "video.example.org" })
            let bad = try await ask(
                .put, path, as: 11, #"{"isOn": true, "hosts": ["http://x/"]}"#, headers: [.pin: "1"]
            )
            #expect(bad.code == "bad_host")
        }
    }

    @Test func contradictorySettingsAreReported() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.poll()
            #expect(try await ask.house.app.findings().isEmpty)
            try await ask.house.database.write { db in
                try db.execute(sql: "UPDATE together_activity SET stage = 'done'")
                try db.execute(sql: "DELETE FROM together_due")
                try db.execute(sql: "DELETE FROM together_invitee WHERE member = 12")
            }
            let findings = try await ask.house.app.findings()
            #expect(findings.count == 3 && findings.allSatisfy { $0.contains(id) })
        }
    }
}

extension Sequence where Element: Sendable {
    func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
