import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Testing
import TogetherServer

@Suite struct MemberRemovalTests {
    @Test func pollOfARemovedHostContinuesWithAnotherAdult() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.poll()
            _ = try await ask.ok(.put, "activities/\(id)/vote", as: 12, #"{"options": [1]}"#)
            _ = try await ask.ok(.put, "activities/\(id)/vote", as: 13, #"{"options": [1]}"#)
            try await ask.house.leave(11)
            let left = try await ask.ok(.get, "activities/\(id)", as: 12)
            #expect(left.host.number == 12 && left.stage.text == "polling")
            #expect(try await ask.kinds(of: 12).first == "host_left")
            #expect(left.invitees.list.compactMap(\.number) == [12, 13, 15])
            // The last missing voter leaves, which completes the poll.
            try await ask.house.leave(15)
            let closed = try await ask.ok(.get, "activities/\(id)", as: 12)
            #expect(closed.stage.text == "scheduling" && closed.name.text == "Lake")
            #expect(try await ask.house.app.findings().isEmpty)
        }
    }

    @Test func bookingsRequestsAndTasksOfARemovedMemberAreFreed() async throws {
        try await TogetherHouse().test { ask in
            let activity = try await ask.invited()
            let car = try #require(
                try await ask.ok(.post, "resources", #"{"name": "Car"}"#).id.text)
            let body = """
                {"start": "\(ask.moment(3600))", "end": "\(ask.moment(7200))", "priority": "low",
                 "reason": "Work"}
                """
            let held = try await ask.ok(.post, "resources/\(car)/bookings", as: 12, body)
            let number = try #require(held.id.number)
            let request = try await ask.ok(.post, "bookings/\(number)/requests", as: 13, body)
            try await ask.house.leave(12)
            #expect(try await ask.kinds(of: 13).contains("override_expired"))
            let id = try #require(request.id.number)
            #expect(try await ask.ok(.get, "requests/\(id)", as: 13).state.text == "expired")
            _ = try await ask.ok(.post, "resources/\(car)/bookings", as: 13, body)
            let left = try await ask.ok(.get, "activities/\(activity)")
            #expect(left.tasks[0].assignee.number == 11)
            #expect(left.invitees.list.compactMap(\.number) == [11, 15])
            #expect(try await ask.house.app.findings().isEmpty)
        }
    }

    @Test func reconciliationFinishesInterruptedDeletions() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.poll()
            // The account's row is deleted, but the server stopped before deleting the app's
            // records.
            try await ask.house.database.write { db in
                try db.execute(sql: "DELETE FROM test_member WHERE id = 11")
            }
            try await ask.house.app.maintain()
            #expect(try await ask.ok(.get, "activities/\(id)", as: 12).host.number == 12)
            try await ask.house.database.write { db in
                try db.execute(sql: "DELETE FROM test_member WHERE household = 1")
            }
            try await ask.house.app.maintain()
            let rows = try await ask.house.database.read { db in
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT (SELECT count(*) FROM together_activity)
                            + (SELECT count(*) FROM together_notification)
                            + (SELECT count(*) FROM together_due)
                        """)
            }
            #expect(rows == 0)
        }
    }

    @Test func finishedActivityDropsADeletedMember() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.invited(start: 60)
            ask.house.clock.now += 7300
            try await ask.house.app.services.processDeadlines()
            try await ask.house.leave(11)
            let changed = { @Sendable (db: Database) in
                try Int64.fetchOne(
                    db, sql: "SELECT changed FROM together_activity WHERE id = ? AND host = 0",
                    arguments: [id])
            }
            let before = try await ask.house.database.read(changed)
            #expect(before == ask.house.clock.now)
            ask.house.clock.now += 3600
            try await ask.house.app.maintain()
            #expect(try await ask.house.database.read(changed) == before)
        }
    }

    /// Records that cannot be deleted.
    private struct StuckRecords: MemberRecords {
        struct Stuck: Error {}

        let name = "stuck"
        func count(of member: Int64) async throws -> Int { 0 }
        func export(of member: Int64) async throws -> Data { Data("[]".utf8) }
        func delete(of member: Int64) async throws { throw Stuck() }
    }

    /// An app that cannot delete its records.
    private struct StuckApp: FamilyApp {
        let id = "stuck"
        let resources = AppResources(card: nil)
        let records: [any MemberRecords] = [StuckRecords()]
        func addRoutes(to routes: AppRoutes) {}
    }

    @Test func deletionContinuesAfterAnError() async throws {
        try await TogetherHouse().test { ask in
            _ = try await ask.poll()
            let apps: [any FamilyApp] = [StuckApp(), ask.house.app]
            await #expect(throws: StuckRecords.Stuck.self) {
                try await apps.deleteRecords(of: [12])
            }
            for record in ask.house.app.records {
                #expect(try await record.count(of: 12) == 0, "\(record.name)")
            }
        }
    }

    @Test func settingsAndMailsOfADeletedMemberAreRemovedLater() async throws {
        try await TogetherHouse().test { ask in
            _ = try await ask.ok(.put, "settings/own-zone", as: 13, #"{"zone": "UTC"}"#)
            try await ask.house.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO together_mail (household, member, message_id, recipient,
                            subject, content, state, due, created)
                        VALUES (1, 13, '1', 'cy@example.org', '', x'', 'sent', 0, 1800000000);
                        DELETE FROM test_member WHERE id = 13
                        """)
            }
            try await ask.house.app.maintain()
            for record in ask.house.app.records {
                #expect(try await record.count(of: 13) == 0, "\(record.name)")
            }
        }
    }

    @Test func recordsAreExportedAndDeleted() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.poll()
            _ = try await ask.ok(.put, "activities/\(id)/vote", as: 15, #"{"options": [2]}"#)
            let apps: [any FamilyApp] = [ask.house.app]
            let export = try #require(try await apps.export(of: [15]))
            let text = String(decoding: export, as: UTF8.self)
            #expect(text.contains("\"mine\":[2]") && text.contains("poll_opened"))
            try await apps.deleteRecords(of: [15])
            for record in ask.house.app.records {
                #expect(try await record.count(of: 15) == 0, "\(record.name)")
            }
        }
    }
}
