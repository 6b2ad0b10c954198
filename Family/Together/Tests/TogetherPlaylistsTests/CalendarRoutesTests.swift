import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import TogetherPlaylists

@Suite struct CalendarRoutesTests {
    private let house: PartsHouse

    init() throws { house = try PartsHouse() }

    @Test func connectionMustBeSwitchedOn() async throws {
        try await house.test { call in
            let answer = try await call(
                .post, "api/calendars", #"{"kind": "ical", "address": "https://example.org/a.ics"}"#
            )
            #expect(answer.status == 409)
            #expect(answer.value("code") == "connection_off")
        }
    }

    @Test(arguments: [
        ("javascript:alert(1)", "bad_address"), ("file:///etc/passwd", "bad_address"),
        ("http://example.org/a.ics", "insecure"), ("https://localhost/a.ics", "host_refused"),
        ("https://10.0.0.1/a.ics", "host_refused"), ("https://[::1]/a.ics", "host_refused"),
        ("https://[::ffff:10.0.0.1]/a.ics", "host_refused"),
        ("https://ada:secret@example.org/a.ics", "bad_address"),
    ])
    func forbiddenAddressIsRejected(address: String, code: String) async throws {
        let house = house
        try await house.test { call in
            try await house.allow("calendars")
            let answer = try await call(
                .post, "api/calendars", #"{"kind": "ical", "address": "\#(address)"}"#)
            #expect(answer.status == 422)
            #expect(answer.value("code") == code)
        }
    }

    @Test func listOfAllowedHostsIsEnforced() async throws {
        let house = house
        try await house.test { call in
            try await house.allow("calendars", hosts: #"["dav.example"]"#)
            let answer = try await call(
                .post, "api/calendars", #"{"kind": "ical", "address": "https://127.0.0.1/a.ics"}"#)
            #expect(answer.value("code") == "host_refused")
        }
    }

    @Test func onlyItsMemberCanChangeACalendar() async throws {
        let house = house
        try await house.test { call in
            try await house.allow("calendars")
            let added = try await call(
                .post, "api/calendars",
                #"{"kind": "ical", "address": "http://127.0.0.1:9/a.ics", "name": "School"}"#)
            #expect(added.status == 201)
            let id = try #require(added.value("id"))
            #expect(added.value("state") == "waiting")
            for other in ["12", "21"] {
                let list = try await call(.get, "api/calendars", as: other)
                #expect(list.count("calendars") == 0)
                let change = try await call(
                    .patch, "api/calendars/\(id)", as: other, #"{"name": "Mine"}"#)
                #expect(change.status == 404)
                #expect(try await call(.delete, "api/calendars/\(id)", as: other).status == 404)
            }
            let hidden = try await call(
                .patch, "api/calendars/\(id)",
                #"{"hidden": [{"title": "Dentist"}, {"from": "2026-06-02T08:00:00Z", "to": "2026-06-02T09:00:00Z"}]}"#
            )
            #expect(hidden.value("hidden.0.title") == "Dentist")
            #expect(hidden.value("hidden.1.to") == "2026-06-02T09:00:00Z")
            let bad = try await call(
                .patch, "api/calendars/\(id)",
                #"{"hidden": [{"from": "2026-06-02T10:00:00Z", "to": "2026-06-02T09:00:00Z"}]}"#)
            #expect(bad.value("code") == "out_of_range")
            #expect(try await call(.delete, "api/calendars/\(id)").status == 204)
            #expect(try await call(.get, "api/calendars").count("calendars") == 0)
        }
    }

    @Test func parentDoesNotActForAChildWithALogin() async throws {
        try await house.test { call in
            let dot = try await call(.get, "api/calendars?profile=child", as: "11,15")
            #expect(dot.value("code") == "own_login")
            #expect(try await call(.get, "api/calendars?profile=child", as: "11,16").status == 200)
            #expect(try await call(.get, "api/calendars", as: "15").status == 200)
        }
    }

    @Test func feedNeedsOnlyItsAddressUntilItIsRenewed() async throws {
        let house = house
        try await house.test { call in
            try await house.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO together_resource (id, household, name, description)
                        VALUES ('r', 1, 'Car', '')
                        """)
                try db.execute(
                    sql: """
                        INSERT INTO together_booking
                            (resource, household, member, starts, ends, priority, reason, changed)
                        VALUES ('r', 1, 11, ?, ?, 2, 'Shopping', 0)
                        """, arguments: [PartsHouse.now + 3600, PartsHouse.now + 7200])
            }
            let address = try #require(
                try await call(.get, "api/calendars").value("feed.address"))
            let path = String(address.dropFirst("/together/".count))
            let feed = try await call(.get, path, as: nil)
            #expect(feed.status == 200)
            #expect(feed.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(feed.text.contains("SUMMARY:Car"))
            let tag = try #require(feed.headers[.eTag])
            let same = try await call(.get, path, as: nil, headers: [.ifNoneMatch: tag])
            #expect(same.status == 304)
            let other = try #require(
                try await call(.get, "api/calendars", as: "12").value("feed.address"))
            let theirs = try await call(
                .get, String(other.dropFirst("/together/".count)), as: nil)
            #expect(!theirs.text.contains("Car"))
            _ = try await call(.post, "api/feed/renew")
            #expect(try await call(.get, path, as: nil).status == 404)
            #expect(
                try await call(.get, "feed/\(String(repeating: "A", count: 43)).ics", as: nil)
                    .status == 404)
        }
    }

    @Test func freeAndBusyTimesHaveNoTitles() async throws {
        let house = house
        try await house.test { call in
            try await house.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO together_calendar
                            (id, household, member, kind, name, digest, hosts, is_writable, due,
                                problem_code, problem)
                        VALUES ('c', 1, 12, 'ical', 'Secret', 'https://x.test/', '[]', 0, 0,
                            'timed_out', 'x.test is too slow')
                        """)
                try db.execute(
                    sql: "INSERT INTO together_calendar_busy VALUES ('c', ?, ?)",
                    arguments: [PartsHouse.now + 60, PartsHouse.now + 120])
            }
            let query = "from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z"
            let answer = try await call(.get, "api/freebusy?\(query)&members=12")
            #expect(answer.count("members") == 1)
            #expect(answer.value("members.0.busy.0.start") == "2026-06-01T00:01:00Z")
            #expect(answer.value("members.0.problem") == "its server is too slow")
            #expect(!answer.text.contains("Secret") && !answer.text.contains("x.test"))
            let foreign = try await call(.get, "api/freebusy?\(query)&members=12", as: "21")
            #expect(foreign.count("members") == 0)
            let long = "from=2026-06-01T00:00:00Z&to=2028-06-02T00:00:00Z"
            #expect(try await call(.get, "api/freebusy?\(long)").status == 422)
        }
    }

    @Test func calendarsAreDeletedWithTheirMember() async throws {
        let house = house
        try await house.test { call in
            try await house.allow("calendars")
            _ = try await call(
                .post, "api/calendars", as: "12",
                #"{"kind": "ical", "address": "http://127.0.0.1:9/a.ics"}"#)
            let address = try #require(
                try await call(.get, "api/calendars", as: "12").value("feed.address"))
            try await house.leave(12)
            let left = try await house.database.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM together_calendar")
            }
            #expect(left == 0)
            let path = String(address.dropFirst("/together/".count))
            #expect(try await call(.get, path, as: nil).status == 404)
        }
    }
}
