import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Testing
import TogetherServer

/// Stale input of one page must not replace newer input from another device.
@Suite struct StaleInputTests {
    @Test func formOfAnotherDeviceIsNotReplaced() async throws {
        try await TogetherHouse().test { ask in
            let made = try await ask.ok(.post, "activities")
            let id = try #require(made.id.text)
            let first = try #require(made.formVersion.text)
            let path = "activities/\(id)/form"
            let second = try #require(
                try await ask.ok(
                    .put, path, #"{"form": {"name": "Zoo"}, "version": "\#(first)"}"#
                ).version.text)
            #expect(second != first)
            #expect(try await ask.ok(.get, "activities/\(id)").formVersion.text == second)
            // The other device still has the first version.
            let refused = try await ask(
                .put, path, as: 11, #"{"form": {"name": "Lake"}, "version": "\#(first)"}"#)
            #expect(refused.status == .conflict && refused.code == "changed_elsewhere")
            #expect(refused.fields.form.text == #"{"name":"Zoo"}"#)
            #expect(refused.fields.version.text == second)
            #expect(try await ask.ok(.get, "activities/\(id)").form.name.text == "Zoo")
            // The same input is not a conflict, because a response may have been lost.
            let again = try await ask.ok(
                .put, path, #"{"form": {"name": "Zoo"}, "version": "\#(first)"}"#)
            #expect(again.version.text == second)
            // With the current version, the input is replaced.
            _ = try await ask.ok(
                .put, path, #"{"form": {"name": "Lake"}, "version": "\#(second)"}"#)
            #expect(try await ask.ok(.get, "activities/\(id)").form.name.text == "Lake")
            // Guests see neither.
            let invited = try await ask.invited()
            #expect(try await ask.ok(.get, "activities/\(invited)", as: 12).formVersion.isNull)
        }
    }

    @Test func oneOfManyFormsAtOnceIsStored() async throws {
        try await TogetherHouse().test { ask in
            let made = try await ask.ok(.post, "activities")
            let (id, version) = (
                try #require(made.id.text), try #require(made.formVersion.text)
            )
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await ask(
                            .put, "activities/\(id)/form", as: 11,
                            #"{"form": {"name": "\#(number)"}, "version": "\#(version)"}"#
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == .ok } == 1)
            #expect(statuses.count { $0 == .conflict } == 19)
        }
    }

    @Test func inviteesOfAnotherDeviceAreNotReplaced() async throws {
        try await TogetherHouse().test { ask in
            let id = try #require(try await ask.ok(.post, "activities").id.text)
            let path = "activities/\(id)/invitees"
            let all = "[11, 12, 13, 15, 16]"
            _ = try await ask.ok(.put, path, #"{"invitees": [11, 12], "before": \#(all)}"#)
            let refused = try await ask(
                .put, path, as: 11, #"{"invitees": [11, 13], "before": \#(all)}"#)
            #expect(refused.status == .conflict && refused.code == "changed_elsewhere")
            #expect(refused.fields.invitees.text == "11 12")
            let kept = try await ask.ok(.get, "activities/\(id)")
            #expect(kept.invitees.list.compactMap(\.number) == [11, 12])
            // Both devices send the same input.
            _ = try await ask.ok(.put, path, #"{"invitees": [12, 11], "before": \#(all)}"#)
            _ = try await ask.ok(.put, path, #"{"invitees": [11, 13], "before": [12, 11]}"#)
            // After the draft, the error names the stage.
            _ = try await ask.ok(
                .post, "activities/\(id)/enter", #"{"name": "Zoo", "description": "Otters"}"#)
            let late = try await ask(.put, path, as: 11, #"{"invitees": [11], "before": \#(all)}"#)
            #expect(late.code == "not_now")
        }
    }

    @Test func nameAndDescriptionOfAnotherDeviceAreNotReplaced() async throws {
        try await TogetherHouse().test { ask in
            let id = try #require(try await ask.ok(.post, "activities").id.text)
            let path = "activities/\(id)/enter"
            func body(_ name: String, before: String) -> String {
                """
                {"name": "\(name)", "description": "All of us",
                 "before": {"name": "\(before)", "description": "\(before.isEmpty ? "" : "All of us")"}}
                """
            }
            _ = try await ask.ok(.post, path, body("Zoo", before: ""))
            let refused = try await ask(.post, path, as: 11, body("Lake", before: ""))
            #expect(refused.status == .conflict && refused.code == "changed_elsewhere")
            #expect(refused.fields.name.text == "Zoo")
            #expect(refused.fields.description.text == "All of us")
            #expect(try await ask.ok(.get, "activities/\(id)").name.text == "Zoo")
            _ = try await ask.ok(.post, path, body("Zoo", before: ""))
            _ = try await ask.ok(.post, path, body("Lake", before: "Zoo"))
            #expect(try await ask.ok(.get, "activities/\(id)").name.text == "Lake")
        }
    }

    @Test func detailsOfAnotherDeviceAreNotReplaced() async throws {
        try await TogetherHouse().test { ask in
            let id = try #require(try await ask.ok(.post, "activities").id.text)
            _ = try await ask.ok(
                .post, "activities/\(id)/enter", #"{"name": "Zoo", "description": "Otters"}"#)
            _ = try await ask.ok(
                .put, "activities/\(id)/slot",
                #"{"start": "\#(ask.moment(7200))", "end": "\#(ask.moment(10_800))"}"#)
            let path = "activities/\(id)/details"
            func details(_ location: String, _ task: String = "Bake") -> String {
                #""location": "\#(location)", "type": "Outing", "tasks": [{"name": "\#(task)", "assignee": 12}]"#
            }
            let none = #"{"location": "", "type": "", "tasks": []}"#
            _ = try await ask.ok(.put, path, "{\(details("Gate")), \"before\": \(none)}")
            // The other device still shows empty fields.
            let refused = try await ask(
                .put, path, as: 11, "{\(details("Lake")), \"before\": \(none)}")
            #expect(refused.status == .conflict && refused.code == "changed_elsewhere")
            let stored = try #require(refused.fields.details.text)
            #expect(stored.contains(#""location":"Gate""#) && stored.contains(#""name":"Bake""#))
            #expect(try await ask.ok(.get, "activities/\(id)").location.text == "Gate")
            // Both devices send the same input, so the other device has seen the stored version.
            _ = try await ask.ok(.put, path, "{\(details("Gate")), \"before\": \(none)}")
            _ = try await ask.ok(
                .put, path, "{\(details("Lake", "Cook")), \"before\": {\(details("Gate"))}}")
            let replaced = try await ask.ok(.get, "activities/\(id)")
            #expect(replaced.location.text == "Lake" && replaced.tasks[0].name.text == "Cook")
        }
    }

    @Test func invitationsWithDetailsOfAnotherDeviceAreNotSent() async throws {
        try await TogetherHouse().test { ask in
            let id = try #require(try await ask.ok(.post, "activities").id.text)
            _ = try await ask.ok(
                .post, "activities/\(id)/enter", #"{"name": "Zoo", "description": "Otters"}"#)
            let detailing = try await ask.ok(
                .put, "activities/\(id)/slot",
                #"{"start": "\#(ask.moment(7200))", "end": "\#(ask.moment(10_800))"}"#)
            let shown = try #require(detailing.formVersion.text)
            func details(_ location: String) -> String {
                #""location": "\#(location)", "type": "Outing", "tasks": [{"name": "Bake", "assignee": 12}]"#
            }
            func send(_ location: String, _ rest: String) async throws -> Answer {
                try await ask(
                    .post, "activities/\(id)/send", as: 11, "{\(details(location)), \(rest)}")
            }
            // Another device entered and stored a location; this one still shows empty fields.
            let newer = try #require(
                try await ask.ok(
                    .put, "activities/\(id)/form",
                    #"{"form": {"location": "Gate"}, "version": "\#(shown)"}"#
                ).version.text)
            _ = try await ask.ok(.put, "activities/\(id)/details", "{\(details("Gate"))}")
            let refused = try await send("Lake", #""version": "\#(shown)""#)
            #expect(refused.status == .conflict && refused.code == "changed_elsewhere")
            #expect(refused.fields.form.text == #"{"location":"Gate"}"#)
            #expect(refused.fields.version.text == newer)
            let none = #"{"location": "", "type": "", "tasks": []}"#
            let stale = try await send("Lake", #""version": "\#(newer)", "before": \#(none)"#)
            #expect(stale.code == "changed_elsewhere")
            #expect(stale.fields.details.text?.contains(#""location":"Gate""#) == true)
            let kept = try await ask.ok(.get, "activities/\(id)")
            #expect(kept.stage.text == "detailing" && kept.location.text == "Gate")
            #expect(try await ask.kinds(of: 12).isEmpty)
            // The person has seen the newer input.
            let sent = try await send("Lake", #""version": "\#(newer)""#)
            #expect(sent.status == .ok)
            // A repeated request names the stage.
            #expect(try await send("Lake", #""version": "\#(newer)""#).code == "not_now")
        }
    }

    @Test func settingsOfAnotherParentAreNotReplaced() async throws {
        try await TogetherHouse().test { ask in
            func put(_ path: String, _ body: String) async throws -> Answer {
                try await ask(.put, "settings/\(path)", as: 11, body, headers: [.pin: "1"])
            }
            let zone = try #require(try await ask.ok(.get, "settings").zone.text)
            let tokyo = #"{"zone": "Asia/Tokyo", "before": "\#(zone)"}"#
            #expect(try await put("zone", tokyo).status == .ok)
            let refused = try await put("zone", #"{"zone": "Asia/Dubai", "before": "\#(zone)"}"#)
            #expect(refused.code == "changed_elsewhere" && refused.fields.zone.text == "Asia/Tokyo")
            #expect(try await ask.ok(.get, "settings").zone.text == "Asia/Tokyo")
            #expect(try await put("zone", tokyo).status == .ok)

            let off = #""before": {"isOn": false, "hosts": []}"#
            let path = "connections/media"
            #expect(
                try await put(path, #"{"isOn": true, "hosts": ["a.example"], \#(off)}"#).status
                    == .ok)
            // The page still shows no hosts; switching the connection off and on there would remove
            // the new host.
            let stale = try await put(path, #"{"isOn": true, "hosts": [], \#(off)}"#)
            #expect(stale.code == "changed_elsewhere")
            #expect(stale.fields.isOn.text == "true" && stale.fields.hosts.text == "a.example")
            #expect(
                try await put(
                    path,
                    """
                    {"isOn": false, "hosts": ["a.example"],
                     "before": {"isOn": true, "hosts": ["a.example"]}}
                    """
                ).status == .ok)
            let media = try await ask.ok(.get, "settings").connections[2]
            #expect(media.isOn.flag == false && media.hosts[0].text == "a.example")
        }
    }

    /// Deletes a resource and confirms its current number of bookings.
    private static func delete(_ id: String, _ ask: Caller) async throws -> Answer {
        var bookings = 0
        while true {
            let answer = try await ask(.delete, "resources/\(id)?bookings=\(bookings)", as: 11)
            guard answer.code == "changed" else { return answer }
            bookings = Int(answer.fields.bookings.text ?? "") ?? 0
        }
    }

    @Test func bookingOfAResourceThatIsBeingDeletedHasACleanAnswer() async throws {
        try await TogetherHouse().test { ask in
            var (booked, refused) = (0, 0)
            for round in 0..<12 {
                let car = try #require(
                    try await ask.ok(.post, "resources", #"{"name": "Car \#(round)"}"#).id.text)
                let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                    for number in 0..<10 {
                        if number == 5 {
                            group.addTask { try await Self.delete(car, ask) }
                        }
                        group.addTask {
                            let start = Int64(3600 * (number + 1))
                            return try await ask(
                                .post, "resources/\(car)/bookings", as: 12,
                                """
                                {"start": "\(ask.moment(start))", "end": "\(ask.moment(start + 1800))",
                                 "priority": "low", "reason": "Work"}
                                """)
                        }
                    }
                    return try await group.reduce(into: [Answer]()) { $0.append($1) }
                }
                let codes = answers.map(\.status.code)
                #expect(codes.allSatisfy { [201, 204, 404].contains($0) }, "\(codes)")
                #expect(codes.count { $0 == 204 } == 1)
                booked += codes.count { $0 == 201 }
                refused += codes.count { $0 == 404 }
                #expect(answers.allSatisfy { $0.status != .notFound || $0.code == "not_found" })
                let late = try await ask(
                    .get,
                    "resources/\(car)/bookings?from=\(ask.moment(0))&to=\(ask.moment(86_400))")
                #expect(late.status == .notFound)
            }
            #expect(booked + refused == 120)
            let kinds = try await ask.kinds(of: 12)
            #expect(kinds.count { $0 == "resource_deleted" } == booked)
            let left = try await ask.house.database.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM together_booking") ?? -1
            }
            #expect(left == 0)
            #expect(try await ask.house.app.findings().isEmpty)
        }
    }
}
