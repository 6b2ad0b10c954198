import FamilyWeb
import Foundation
import HTTPTypes
import Testing
import TogetherServer

/// Several members change the same object at the same time.
@Suite struct ConcurrencyTests {
    @Test func simultaneousVotesCountOnceEach() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.poll(invitees: "[11, 12, 13, 15, 16]")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for round in 0..<40 {
                    let member = [11, 12, 13, 15][round % 4] as Int64
                    group.addTask {
                        _ = try await ask.ok(
                            .put, "activities/\(id)/vote", as: member,
                            #"{"options": [\#(round % 3)]}"#)
                    }
                }
                try await group.waitForAll()
            }
            let open = try await ask.ok(.get, "activities/\(id)")
            #expect(open.stage.text == "polling" && open.poll.voted.number == 4)
            // The last vote closes the poll, and the host is notified once.
            _ = try await ask.ok(
                .put, "activities/\(id)/vote?profile=child", as: 11, #"{"options": [0, 1, 2]}"#)
            _ = try await ask(.get, "me", as: 11)
            let last = try await ask(
                .put, "activities/\(id)/vote?profile=child", as: 11, #"{"options": [1]}"#,
                headers: [.inUse: "16"])
            #expect(last.status == .ok)
            let closed = try await ask.ok(.get, "activities/\(id)")
            let total = closed.poll.counts.list.compactMap(\.number).reduce(0, +)
            #expect(closed.stage.text != "polling" && total == 3 + 3 + 1)
            let kinds = try await ask.kinds(of: 11)
            #expect(kinds.count { $0 == "poll_won" || $0 == "poll_tied" } == 1)
        }
    }

    @Test func onlyTheFirstAnswerToARequestCounts() async throws {
        try await TogetherHouse().test { ask in
            let car = try #require(
                try await ask.ok(.post, "resources", #"{"name": "Car"}"#).id.text)
            let body = """
                {"start": "\(ask.moment(3600))", "end": "\(ask.moment(7200))", "priority": "low",
                 "reason": "Work"}
                """
            let held = try await ask.ok(.post, "resources/\(car)/bookings", as: 12, body)
            let number = try #require(held.id.number)
            let request = try await ask.ok(.post, "bookings/\(number)/requests", as: 13, body)
            let id = try #require(request.id.number)
            let done = try await withThrowingTaskGroup(of: Bool.self) { group in
                for turn in 0..<12 {
                    group.addTask {
                        switch turn % 3 {
                        case 0: try await ask(.post, "requests/\(id)/approve", as: 12).status == .ok
                        case 1: try await ask(.post, "requests/\(id)/deny", as: 12).status == .ok
                        default:
                            try await ask(.delete, "requests/\(id)", as: 13).status == .noContent
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 1)
            let kinds = try await ask.kinds(of: 13)
            #expect(kinds.count { $0.hasPrefix("override_") } <= 1)
            #expect(try await ask.house.app.findings().isEmpty)
        }
    }

    @Test func invitationsAreSentOnceEvenIfTheHostTapsTwice() async throws {
        try await TogetherHouse().test { ask in
            let id = try #require(try await ask.ok(.post, "activities").id.text)
            _ = try await ask.ok(
                .post, "activities/\(id)/enter", #"{"name": "Zoo", "description": "Otters"}"#)
            let slot = #"{"start": "\#(ask.moment(3600))", "end": "\#(ask.moment(7200))"}"#
            _ = try await ask.ok(.put, "activities/\(id)/slot", slot)
            // A name that was not decided by a poll is entered again. The time stays.
            let again = try await ask.ok(
                .post, "activities/\(id)/enter", #"{"name": "Lake", "description": "Swim"}"#)
            #expect(again.stage.text == "scheduling" && again.start.text == ask.moment(3600))
            _ = try await ask.ok(.put, "activities/\(id)/slot", slot)
            let details = """
                {"location": "Park", "type": "Outing", "tasks": [{"name": "Bake", "assignee": 12}]}
                """
            let sent = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await ask(.post, "activities/\(id)/send", as: 11, details).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(sent.count { $0 == .ok } == 1 && sent.count { $0 == .conflict } == 7)
            #expect(try await ask.kinds(of: 12).count { $0 == "invited" } == 1)
        }
    }

    @Test func taskCompletedTwiceNotifiesTheHostOnce() async throws {
        try await TogetherHouse().test { ask in
            let id = try #require(try await ask.ok(.post, "activities").id.text)
            _ = try await ask.ok(
                .post, "activities/\(id)/enter", #"{"name": "Zoo", "description": "Otters"}"#)
            _ = try await ask.ok(
                .put, "activities/\(id)/slot",
                #"{"start": "\#(ask.moment(3600))", "end": "\#(ask.moment(7200))"}"#)
            _ = try await ask.ok(
                .post, "activities/\(id)/send",
                """
                {"location": "Park", "type": "Outing", "tasks": [{"name": "Bake", "assignee": 12}]}
                """)
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await ask(
                            .post, "activities/\(id)/tasks/0/done", as: 12, #"{"done": true}"#
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == .ok } == 8)
            #expect(try await ask.kinds(of: 11).count { $0 == "task_done" } == 1)
        }
    }
}
