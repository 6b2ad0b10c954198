import FamilyWeb
import Foundation
import HTTPTypes
import Testing
import TogetherServer

@Suite struct ResourceRoutesTests {
    private static func car(_ ask: Caller) async throws -> String {
        try #require(
            try await ask.ok(.post, "resources", #"{"name": "Car", "description": "Blue"}"#).id.text
        )
    }

    private static func booking(
        _ ask: Caller, from start: Int64 = 3600, to end: Int64 = 7200, priority: String = "medium",
        reason: String = "Work"
    ) -> String {
        """
        {"start": "\(ask.moment(start))", "end": "\(ask.moment(end))", "priority": "\(priority)",
         "reason": "\(reason)"}
        """
    }

    @Test func onlyOneOfFiftyClientsBooksTheSameTime() async throws {
        try await TogetherHouse().test { ask in
            let car = try await Self.car(ask)
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for client in 0..<50 {
                    group.addTask {
                        // Overlapping but not equal: each booking begins a second later.
                        try await ask(
                            .post, "resources/\(car)/bookings", as: [11, 12, 13, 15][client % 4],
                            Self.booking(ask, from: 3600 + Int64(client), to: 7200 + Int64(client)))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let made = answers.filter { $0.status == .created }
            #expect(made.count == 1)
            let number = try #require(made.first?.id.number)
            for refused in answers where refused.status != .created {
                #expect(refused.status == .conflict && refused.code == "taken")
                #expect(refused.fields.booking.text == "\(number)")
            }
            let bookings = try await ask.ok(.get, "resources").resources[0]
            #expect(bookings.bookings.number == 1)
            #expect(try await ask.house.app.findings().isEmpty)
        }
    }

    @Test func onlyOneOfFiftyClientsMovesABookingToTheSameTime() async throws {
        try await TogetherHouse().test { ask in
            let car = try await Self.car(ask)
            var numbers: [Int] = []
            for client in 0..<50 {
                let start = 100_000 + Int64(client) * 7200
                let made = try await ask.ok(
                    .post, "resources/\(car)/bookings", as: 12,
                    Self.booking(ask, from: start, to: start + 3600))
                numbers.append(try #require(made.id.number))
            }
            let time = #"{"start": "\#(ask.moment(3600))", "end": "\#(ask.moment(7200))"}"#
            let moved = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in numbers {
                    group.addTask {
                        try await ask(.patch, "bookings/\(number)", as: 12, time).status == .ok
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(moved == 1)
            #expect(try await ask.house.app.findings().isEmpty)
        }
    }

    @Test func approvedRequestMovesTheBookingAndOffersAnotherTime() async throws {
        try await TogetherHouse().test { ask in
            let car = try await Self.car(ask)
            let held = try await ask.ok(
                .post, "resources/\(car)/bookings", as: 12, Self.booking(ask))
            #expect(try await ask.kinds(of: 15).first == "booked")
            let number = try #require(held.id.number)
            let request = try await ask.ok(
                .post, "bookings/\(number)/requests", as: 13,
                Self.booking(ask, from: 5400, to: 9000, priority: "high", reason: "Doctor"))
            let id = try #require(request.id.number)
            let notice = try await ask.ok(.get, "notifications", as: 12).notifications[0]
            #expect(notice.kind.text == "override_asked")
            #expect(notice["text"].text?.contains("Doctor") == true)
            #expect(notice["text"].text?.contains("Work") == true)
            #expect(try await ask(.post, "requests/\(id)/approve", as: 11).code == "not_the_holder")
            let approved = try await ask.ok(.post, "requests/\(id)/approve", as: 12)
            #expect(approved.booking.member.number == 13)
            #expect(approved.request.state.text == "approved")
            #expect(
                approved.offer.start.text == ask.moment(3600)
                    || approved.offer.start.text == ask.moment(9000))
            #expect(try await ask.kinds(of: 13).first == "override_approved")
            // Both sides still see it, the holder without a booking.
            for member in [12, 13] as [Int64] {
                let listed = try await ask.ok(.get, "requests", as: member).requests[0]
                #expect(listed.id.number == id && listed.state.text == "approved")
            }
            #expect(try await ask.ok(.get, "requests", as: 11).requests.list.isEmpty)
            let again = try await ask(.post, "requests/\(id)/approve", as: 12)
            #expect(again.code == "request_closed")
            #expect(try await ask.house.app.findings().isEmpty)
        }
    }

    @Test func unansweredRequestClosesOnceAfterADay() async throws {
        try await TogetherHouse().test { ask in
            let car = try await Self.car(ask)
            let start: Int64 = 10 * 86_400
            let held = try await ask.ok(
                .post, "resources/\(car)/bookings", as: 12,
                Self.booking(ask, from: start, to: start + 3600))
            let number = try #require(held.id.number)
            let path = "bookings/\(number)/requests"
            let body = Self.booking(ask, from: start, to: start + 3600)
            let request = try await ask.ok(.post, path, as: 13, body)
            ask.house.clock.now += 86_399
            try await ask.house.app.services.processDeadlines()
            #expect(try await ask.ok(.get, "requests", as: 12).requests[0].canAnswer.flag == true)
            ask.house.clock.now += 1
            for _ in 0..<3 { try await ask.house.app.services.processDeadlines() }
            let kinds = try await ask.kinds(of: 13)
            #expect(kinds.count { $0 == "override_unanswered" } == 1)
            let id = try #require(request.id.number)
            #expect(try await ask.ok(.get, "requests/\(id)", as: 13).state.text == "unanswered")
            // Deleting a booking expires the requests for it.
            _ = try await ask.ok(.post, path, as: 13, body)
            #expect(try await ask(.delete, "bookings/\(number)", as: 12).status == .noContent)
            let after = try await ask.kinds(of: 13)
            #expect(after.contains("booking_cancelled") && after.contains("override_expired"))
        }
    }

    @Test func requestsForFreeAndOwnTimesAreRejected() async throws {
        try await TogetherHouse().test { ask in
            let car = try await Self.car(ask)
            let held = try await ask.ok(
                .post, "resources/\(car)/bookings", as: 12, Self.booking(ask))
            let path = "bookings/\(try #require(held.id.number))/requests"
            let free = try await ask(.post, path, as: 13, Self.booking(ask, from: 8000, to: 9000))
            #expect(free.code == "not_overlapping")
            #expect(try await ask(.post, path, as: 12, Self.booking(ask)).code == "own_booking")
            for (body, code) in [
                (Self.booking(ask, from: -10), "in_the_past"),
                (Self.booking(ask, from: 7200, to: 3600), "ends_before_it_starts"),
                (Self.booking(ask, from: 20_000, to: 21_000, reason: " "), "missing_reason"),
                (Self.booking(ask, priority: "urgent"), "bad_priority"),
            ] {
                let answer = try await ask(.post, "resources/\(car)/bookings", as: 13, body)
                #expect(answer.code == code)
            }
            #expect(try await ask(.post, path, as: 21, Self.booking(ask)).status == .notFound)
        }
    }

    @Test func deletingAResourceNeedsConfirmationAndNotifiesHolders() async throws {
        try await TogetherHouse().test { ask in
            let car = try await Self.car(ask)
            _ = try await ask.ok(.post, "resources/\(car)/bookings", as: 12, Self.booking(ask))
            let path = "resources/\(car)?bookings="
            #expect(try await ask(.delete, path + "0").fields.bookings.text == "1")
            #expect(try await ask(.delete, path + "1", as: 15).code == "adult_needed")
            let bookings = try await ask.ok(
                .get,
                "resources/\(car)/bookings?from=\(ask.moment(0))&to=\(ask.moment(86_400))")
            let number = try #require(bookings.bookings[0].id.number)
            _ = try await ask.ok(
                .post, "bookings/\(number)/requests", as: 13, Self.booking(ask))
            #expect(try await ask(.delete, path + "1").status == .noContent)
            #expect(try await ask.kinds(of: 12).first == "resource_deleted")
            #expect(try await ask.kinds(of: 13).first == "override_dropped")
            #expect(try await ask.house.app.findings().isEmpty)
        }
    }

    @Test func anotherMembersChangeIsNotOverwritten() async throws {
        try await TogetherHouse().test { ask in
            let car = try await Self.car(ask)
            let mine = """
                {"name": "Car", "description": "Red",
                 "before": {"name": "Car", "description": "Blue"}}
                """
            _ = try await ask.ok(
                .patch, "resources/\(car)", as: 12, #"{"description": "Green"}"#)
            let refused = try await ask(.patch, "resources/\(car)", as: 11, mine)
            #expect(refused.status == .conflict && refused.code == "changed_elsewhere")
            #expect(refused.fields.description.text == "Green")
            #expect(try await ask.ok(.get, "resources").resources[0].description.text == "Green")
            // After seeing the other change, the member may replace it.
            let seen = mine.replacingOccurrences(of: "Blue", with: "Green")
            _ = try await ask.ok(.patch, "resources/\(car)", as: 11, seen)
            #expect(try await ask.ok(.get, "resources").resources[0].description.text == "Red")
            let type = try await ask.ok(.post, "types", #"{"name": "Trip", "tasks": ["Pack"]}"#)
            let id = try #require(type.id.text)
            let change = """
                {"name": "Trip", "tasks": ["Drive"], "before": {"name": "Trip", "tasks": ["TASK"]}}
                """
            let late = try await ask(
                .put, "types/\(id)", as: 12, change.replacingOccurrences(of: "TASK", with: "Sing"))
            #expect(late.code == "changed_elsewhere" && late.fields.tasks.text == "Pack")
            _ = try await ask.ok(
                .put, "types/\(id)", as: 12, change.replacingOccurrences(of: "TASK", with: "Pack"))
        }
    }

    @Test func usageListsBusyAndFreeTimesAndFairness() async throws {
        try await TogetherHouse().test { ask in
            let car = try await Self.car(ask)
            let base = ask.house.clock.now
            _ = try await ask.ok(
                .post, "resources/\(car)/bookings", as: 12, Self.booking(ask, from: 0, to: 10_800))
            _ = try await ask.ok(
                .post, "resources/\(car)/bookings", as: 15,
                Self.booking(ask, from: 14_400, to: 18_000))
            let window = "from=\(Moment.text(base))&to=\(Moment.text(base + 21_600))"
            let seen = try await ask.ok(.get, "resources/\(car)/bookings?\(window)")
            #expect(seen.busy.list.count == 2 && seen.free.list.count == 2)
            #expect(seen.free[0].start.text == Moment.text(base + 10_800))
            ask.house.clock.now += 86_400
            let fair = try await ask.ok(.get, "resources/\(car)/fairness?days=7").members.list
            let hours = Dictionary(
                fair.map { ($0.member.number ?? 0, $0.hours.double ?? 0) }, uniquingKeysWith: { $1 }
            )
            #expect(hours[12] == 3 && hours[15] == 1 && hours[11] == 0)
            let share = fair.first { $0.member.number == 12 }?["share"].double
            #expect(share == 0.75)
        }
    }

    @Test func unavailableCalendarIsAcknowledgedAndBookingContinues() async throws {
        try await TogetherHouse().test { ask in
            let car = try await Self.car(ask)
            let away = #"{"state": "unavailable"}"#
            _ = try await ask.ok(.put, "resources/\(car)/calendar", away)
            #expect(try await ask.kinds(of: 15).first == "resource_calendar_away")
            _ = try await ask.ok(.post, "resources/\(car)/bookings", as: 12, Self.booking(ask))
            let step = try await ask.ok(.get, "overview", as: 12).next[0]
            #expect(step.kind.text == "acknowledge")
            let notice = try #require(step.notice.number)
            #expect(
                try await ask(.post, "notices/\(notice)/acknowledge", as: 12).status == .noContent)
            #expect(try await ask.ok(.get, "overview", as: 12).next.list.isEmpty)
            #expect(
                try await ask(.post, "notices/\(notice)/acknowledge", as: 21).status == .notFound)
            _ = try await ask.ok(.put, "resources/\(car)/calendar", #"{"state": "available"}"#)
            #expect(try await ask.ok(.get, "resources").notices.list.isEmpty)
        }
    }
}
