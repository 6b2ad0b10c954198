import FamilyWeb
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Testing
import TogetherServer

@Suite struct ActivityRoutesTests {
    @Test func winnerIsScheduledDetailedAndSent() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.poll()
            #expect(try await ask.kinds(of: 12).first == "poll_opened")
            for (member, options) in [(11, "[0]"), (12, "[0, 1]"), (13, "[2]"), (15, "[0]")] {
                _ = try await ask.ok(
                    .put, "activities/\(id)/vote", as: Int64(member), #"{"options": \#(options)}"#)
            }
            #expect(try await ask.kinds(of: 11).first == "poll_won")
            let decided = try await ask.ok(.get, "activities/\(id)")
            #expect(decided.stage.text == "scheduling" && decided.name.text == "Zoo")
            #expect(decided.poll.counts.list.compactMap(\.number) == [3, 1, 1])
            let (start, end) = (ask.moment(7200), ask.moment(10_800))
            let slot = try await ask.ok(
                .put, "activities/\(id)/slot", #"{"start": "\#(start)", "end": "\#(end)"}"#)
            #expect(slot.stage.text == "detailing" && slot.start.text == start)
            let details = """
                {"location": "Park Street", "type": "Outing",
                 "tasks": [{"name": "Bake", "assignee": 12}],
                 "experience": {"id": "C0FFEE00-0000-4000-8000-000000000001", "title": "The zoo"}}
                """
            _ = try await ask.ok(.put, "activities/\(id)/details", details)
            let back = try await ask.ok(.post, "activities/\(id)/back")
            #expect(back.stage.text == "scheduling" && back.location.text == "Park Street")
            _ = try await ask.ok(
                .put, "activities/\(id)/slot", #"{"start": "\#(start)", "end": "\#(end)"}"#)
            let sent = try await ask.ok(.post, "activities/\(id)/send", details)
            #expect(sent.stage.text == "invited" && sent.experience.title.text == "The zoo")
            let notice = try await ask.ok(.get, "notifications", as: 12).notifications[0]
            #expect(notice.kind.text == "invited")
            #expect(notice["text"].text?.contains("Your tasks: Bake") == true)
            #expect(notice["text"].text?.contains("Park Street") == true)
            #expect(try await ask.ok(.get, "activities/\(id)", as: 12).next.text == "tasks")
            let plan = try await ask.ok(.get, "plan?from=2027-01-15", as: 12).items.list
            #expect(plan.compactMap(\.kind.text) == ["activity", "task"])
        }
    }

    @Test func votesAreSecretAndCountOncePerMember() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.poll()
            for options in ["[0]", "[1]", "[1, 2]"] {
                _ = try await ask.ok(
                    .put, "activities/\(id)/vote", as: 12, #"{"options": \#(options)}"#)
            }
            let seen = try await ask.ok(.get, "activities/\(id)", as: 13)
            #expect(seen.poll.counts.isNull && seen.poll.voted.number == 1)
            #expect(seen.poll.mine.list.isEmpty && seen.next.text == "vote")
            let own = try await ask.ok(.get, "activities/\(id)", as: 12)
            #expect(own.poll.mine.list.compactMap(\.number) == [1, 2])
            #expect(own.next.text == "change_vote")
            let closed = try await ask.ok(.post, "activities/\(id)/close")
            #expect(closed.poll.counts.list.compactMap(\.number) == [0, 1, 1])
            #expect(closed.stage.text == "tied" && closed.next.text == "choose_tied")
            let wrong = try await ask(.post, "activities/\(id)/tie", as: 11, #"{"option": 0}"#)
            #expect(wrong.code == "invalid_choice")
            let other = try await ask(.post, "activities/\(id)/tie", as: 12, #"{"option": 1}"#)
            #expect(other.status == .forbidden && other.code == "not_the_host")
            _ = try await ask.ok(.post, "activities/\(id)/tie", #"{"option": 2}"#)
            #expect(try await ask.ok(.get, "activities/\(id)").name.text == "Film")
        }
    }

    @Test func deadlineClosesThePollOnceDespiteRestartsAndClockChanges() async throws {
        let first = try TogetherHouse()
        defer { first.remove() }
        let clock = first.clock
        let (folder, id) = (first.folder, Held())
        try await buildTest(first) { ask in
            id.text = try await ask.poll(deadline: 100)
            _ = try await ask.ok(.put, "activities/\(id.text)/vote", as: 12, #"{"options": [1]}"#)
            clock.now += 99
            try await first.app.services.processDeadlines()
            #expect(try await ask.ok(.get, "activities/\(id.text)").stage.text == "polling")
            clock.now += 1
            let late = try await ask(
                .put, "activities/\(id.text)/vote", as: 13, #"{"options": [0]}"#)
            #expect(late.code == "poll_closed")
        }
        // The server was off at the deadline, and starts twice with a clock set back in between.
        for jump in [5, -500, 600] as [Int64] {
            clock.now += jump
            let next = try TogetherHouse(folder: folder, clock: clock)
            try await buildTest(next) { ask in
                try await next.app.start()
                try await next.app.services.processDeadlines()
                try await next.app.services.processDeadlines()
                let activity = try await ask.ok(.get, "activities/\(id.text)")
                #expect(activity.stage.text == "scheduling" && activity.name.text == "Lake")
                let kinds = try await ask.kinds(of: 11)
                #expect(kinds.count { $0 == "poll_won" } == 1)
                await next.app.stop()
            }
        }
    }

    @Test func familyPlanShowsOnlyBusyTimesOfOthersActivities() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.invited(start: 60)
            for (login, isInvited) in [(12, true), (13, false)] as [(Int64, Bool)] {
                let items = try await ask.ok(.get, "plan?from=2027-01-15&everyone=1", as: login)
                    .items.list
                #expect(items.map(\.kind.text) == [isInvited ? "activity" : "busy"])
                let item = try #require(items.first)
                #expect(item.id.text == (isInvited ? id : ""))
                #expect(item.name.text == (isInvited ? "Zoo" : ""))
                #expect(item.location.text == (isInvited ? "Park Street" : ""))
                #expect(item.members.list.compactMap(\.number) == [11, 12, 15])
                #expect(item.start.text == ask.moment(60))
            }
            #expect(try await ask.ok(.get, "plan?from=2027-01-15", as: 13).items.list.isEmpty)
        }
    }

    @Test func parentsDoNotSeeSubjectsOfMailsToOtherMembers() async throws {
        try await TogetherHouse().test { ask in
            try await ask.house.database.write { db in
                for (member, recipient) in [
                    (11, "ada@example.org"), (12, "Bo@example.org"), (12, "ben@example.org"),
                ] {
                    try db.execute(
                        sql: """
                            INSERT INTO together_mail (household, member, message_id, recipient,
                                subject, content, state, due, created)
                            VALUES (1, ?, ?, ?, 'Surprise', x'', 'sent', 0, 0)
                            """, arguments: [member, recipient, recipient])
                }
            }
            let mails = try await ask(.get, "mails", as: 11, headers: [.pin: "1"]).mails.list
            #expect(
                mails.map(\.to.text) == ["ben@example.org", "Bo@example.org", "ada@example.org"])
            #expect(mails.map(\.subject.text) == ["Surprise", nil, "Surprise"])
        }
    }

    @Test func picturesOfAPollAreKeptAsLongAsTheActivity() async throws {
        try await TogetherHouse().test { ask in
            let hash = String(repeating: "a", count: 64)
            let id = try #require(try await ask.ok(.post, "activities").id.text)
            _ = try await ask.ok(.put, "activities/\(id)/invitees", #"{"invitees": [11, 12]}"#)
            let poll = """
                {"deadline": "\(ask.moment(3600))", "options": [
                    {"name": "Zoo", "description": "Otters", "picture": "media:\(hash)"},
                    {"name": "Lake", "description": "Swim"}]}
                """
            #expect(
                try await ask(.post, "activities/\(id)/poll", as: 11, poll).code == "bad_picture")
            try await ask.house.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO media_file (hash, type, kind, bytes)
                            VALUES ('\(hash)', 'image/webp', 'picture', 1);
                        INSERT INTO media_holding (household, hash, since)
                            VALUES (1, '\(hash)', 0);
                        """)
            }
            _ = try await ask.ok(.post, "activities/\(id)/poll", poll)
            let owners = { @Sendable (db: Database) in
                try String.fetchAll(db, sql: "SELECT owner FROM media_reference")
            }
            #expect(try await ask.house.database.read(owners) == ["activity \(id)"])
            for member in [12, 11] as [Int64] { try await ask.house.leave(member) }
            #expect(try await ask.house.database.read(owners).isEmpty)
        }
    }

    @Test func pollWithoutVotesLeadsToManualEntry() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.poll(deadline: 60)
            ask.house.clock.now += 60
            try await ask.house.app.services.processDeadlines()
            #expect(try await ask.kinds(of: 11).first == "poll_unvoted")
            #expect(try await ask.ok(.get, "activities/\(id)").next.text == "enter")
            let empty = try await ask(
                .post, "activities/\(id)/enter", as: 11, #"{"name": " ", "description": "x"}"#)
            #expect(empty.code == "missing_name_or_description")
            let entered = try await ask.ok(
                .post, "activities/\(id)/enter", #"{"name": "Walk", "description": "Slow"}"#)
            #expect(entered.stage.text == "scheduling")
        }
    }

    @Test func freeTimesAvoidEveryonesPlansAndReportUnreadableCalendars() async throws {
        let calendars = StandInCalendars()
        try await TogetherHouse(calendars: calendars).test { ask in
            _ = try await ask.ok(.put, "settings/own-zone", #"{"zone": "UTC"}"#)
            // The clock is at 2027-01-15 08:00, and Bo has another activity from 9 to 12.
            _ = try await ask.invited(start: 3600)
            let id = try #require(try await ask.ok(.post, "activities").id.text)
            _ = try await ask.ok(
                .post, "activities/\(id)/enter", #"{"name": "Lake", "description": "Swim"}"#)
            let search = #"""
                {"from": "2027-01-15", "to": "2027-01-15", "hours": 1, "timesOfDay": ["morning"],
                 "lookup": LOOKUP}
                """#
            let path = "activities/\(id)/slots"
            let found = try await ask.ok(.post, path, search.replacing("LOOKUP", with: "true"))
            #expect(found.slots.list.compactMap(\.start.text) == ["2027-01-15T11:00:00Z"])
            #expect(found.unreadable[0].member.number == 13)
            let manual = try await ask.ok(.post, path, search.replacing("LOOKUP", with: "false"))
            #expect(manual.slots.list.count == 6 && manual.unreadable.list.isEmpty)
            let guest = try await ask(.post, path, as: 12, search.replacing("LOOKUP", with: "true"))
            #expect(guest.code == "not_the_host")
        }
    }

    @Test func tasksAreCompletedReassignedAndRemindedOfOnce() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.invited()
            let path = "activities/\(id)/tasks"
            #expect(
                try await ask(.post, "\(path)/0/done", as: 15, #"{"done": true}"#).status
                    == .forbidden)
            _ = try await ask.ok(.post, "\(path)/0/done", as: 12, #"{"done": true}"#)
            #expect(try await ask.kinds(of: 11).first == "task_done")
            _ = try await ask.ok(.put, "\(path)/1/assignee", #"{"assignee": 12}"#)
            #expect(try await ask.kinds(of: 12).first == "task_assigned")
            _ = try await ask.ok(.post, "\(path)/1/remind")
            #expect(try await ask(.post, "\(path)/1/remind").code == "too_soon")
            ask.house.clock.now += 86_400
            try await ask.house.app.services.processDeadlines()
            try await ask.house.app.services.processDeadlines()
            #expect(try await ask.kinds(of: 12).count { $0 == "task_reminder" } == 2)
            #expect(
                try await ask(.post, "\(path)/7/done", as: 11, #"{"done": true}"#).code
                    == "unknown_task")
        }
    }

    @Test func activityRepeatsAtTheSameLocalTimeAcrossAClockChange() async throws {
        try await TogetherHouse().test { ask in
            // In New York, clocks change on Sunday 14 March 2027 at 02:00. The activity is at
            // 18:00.
            _ = try await ask.ok(.put, "settings/own-zone", #"{"zone": "America/New_York"}"#)
            let start = try #require(Moment.seconds("2027-03-10T23:00:00Z"))
            let id = try await ask.invited(start: start - ask.house.clock.now)
            _ = try await ask.ok(
                .put, "activities/\(id)/repeat", #"{"repeat": {"every": "week", "interval": 1}}"#)
            ask.house.clock.now = start + 7200
            try await ask.house.app.services.processDeadlines()
            let open = try await ask.ok(.get, "activities").activities.list
            #expect(open.count == 1 && open[0].start.text == "2027-03-17T22:00:00Z")
            #expect(open[0].tasks.list.allSatisfy { $0.done.flag == false })
            #expect(try await ask.kinds(of: 12).count { $0 == "invited" } == 2)
            let past = try await ask.ok(.get, "activities?state=past").activities.list
            #expect(past.compactMap(\.id.text) == [id])
        }
    }

    @Test func changeNotificationContainsOldAndNewValues() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.invited()
            let changed = try await ask.ok(
                .post, "activities/\(id)/change", #"{"location": "Lake Road"}"#)
            #expect(changed.changes[0].before.text == "Park Street")
            let notice = try await ask.ok(.get, "notifications", as: 15).notifications[0]
            #expect(notice["values"].after.text == "Lake Road" && notice.kind.text == "changed")
            let cancelled = try await ask.ok(.delete, "activities/\(id)")
            #expect(cancelled.stage.text == "cancelled")
            #expect(try await ask.kinds(of: 12).first == "cancelled")
            #expect(try await ask(.delete, "activities/\(id)").code == "not_now")
        }
    }

    @Test func childVotesFromTheOwnProfileOnAParentsLogin() async throws {
        try await TogetherHouse().test { ask in
            let id = try await ask.poll()
            let voted = try await ask.ok(
                .put, "activities/\(id)/vote?profile=child", as: 11, #"{"options": [1]}"#)
            #expect(voted.poll.mine.list.compactMap(\.number) == [1] && voted.isHost.flag == false)
            #expect(try await ask.ok(.get, "activities/\(id)").poll.mine.list.isEmpty)
            #expect(try await ask.ok(.get, "activities/\(id)", as: 15).poll.mine.list.count == 1)
            #expect(try await ask(.post, "activities?profile=child", as: 11).code == "cannot_host")
            let me = try await ask.ok(.get, "me?profile=child")
            #expect(me.member.number == 15 && me.profile.text == "child")
            let shared = try await ask(.get, "me", as: 11, headers: [.device: "1"])
            #expect(shared.member.number == 15)
            let withPIN = try await ask(.get, "me", as: 11, headers: [.device: "1", .pin: "1"])
            #expect(withPIN.member.number == 11)
        }
    }

    @Test func draftKeepsTheFormAndIsDiscarded() async throws {
        try await TogetherHouse().test { ask in
            let id = try #require(try await ask.ok(.post, "activities").id.text)
            let form = #"{"form": {"step": 2, "options": [{"name": "Zoo"}], "x": null}}"#
            #expect(try await ask(.put, "activities/\(id)/form", as: 11, form).status == .ok)
            let kept = try await ask.ok(.get, "activities/\(id)")
            #expect(kept.form.step.number == 2 && kept.form.options[0].name.text == "Zoo")
            #expect(try await ask(.get, "activities/\(id)", as: 12).status == .notFound)
            let large = #"{"form": {"a": "\#(String(repeating: "x", count: 33_000))"}}"#
            #expect(try await ask(.put, "activities/\(id)/form", as: 11, large).code == "too_long")
            let deep =
                #"{"form": {"a": \#(String(repeating: "[", count: 400))\#(String(repeating: "]", count: 400))}}"#
            #expect(try await ask(.put, "activities/\(id)/form", as: 11, deep).code == "malformed")
            #expect(try await ask(.delete, "activities/\(id)").status == .noContent)
            #expect(try await ask(.get, "activities/\(id)").status == .notFound)
        }
    }

    @Test func invalidInputIsRejectedWithItsFieldName() async throws {
        try await TogetherHouse().test { ask in
            let id = try #require(try await ask.ok(.post, "activities").id.text)
            let path = "activities/\(id)"
            let long = String(repeating: "ä", count: 10_001)
            for (route, body, code) in [
                ("invitees", #"{"invitees": []}"#, "no_invitees"),
                ("invitees", #"{"invitees": [21]}"#, "unknown_member"),
                ("invitees", #"{"invitees": "x"}"#, "malformed"),
                ("vote", #"{"options": [0]}"#, "not_now"),
                (
                    "slot", #"{"start": "2027-02-01T10:00:00Z", "end": "2027-02-01T11:00:00Z"}"#,
                    "not_now"
                ),
            ] {
                #expect(
                    try await ask(.put, "\(path)/\(route)", as: 11, body).code == code, "\(body)")
            }
            let marks = String(repeating: "\u{0301}", count: 9)
            for (route, body, code) in [
                ("enter", #"{"name": "a\#(marks)", "description": "x"}"#, "too_many_marks"),
                ("enter", #"{"name": "x", "description": "\#(long)"}"#, "too_long"),
                ("enter", #"{"name": "\#(long.prefix(201))", "description": "x"}"#, "too_long"),
                (
                    "poll",
                    #"{"deadline": "2027-02-01T10:00:00Z", "options": [{"name": "a", "description": "b"}]}"#,
                    "too_few_options"
                ),
                ("poll", #"{"deadline": "tomorrow", "options": []}"#, "bad_time"),
                (
                    "poll",
                    #"{"deadline": "2020-02-01T10:00:00Z", "options": [{"name": "a", "description": "b"}, {"name": "a", "description": "b"}]}"#,
                    "deadline_in_the_past"
                ),
                (
                    "poll",
                    #"{"deadline": "2028-02-01T10:00:00Z", "options": [{"name": "a", "description": "b", "picture": "javascript:alert(1)"}, {"name": "a", "description": "b"}]}"#,
                    "bad_picture"
                ),
                (
                    "slots",
                    #"{"from": "2027-02-30", "to": "2027-02-01", "hours": 1, "timesOfDay": ["morning"], "lookup": true}"#,
                    "bad_day"
                ),
                ("send", #"{"location": "", "type": "", "tasks": []}"#, "not_now"),
            ] {
                #expect(
                    try await ask(.post, "\(path)/\(route)", as: 11, body).code == code, "\(body)")
            }
            #expect(try await ask(.get, path, as: 21).status == .notFound)
            #expect(try await ask(.delete, path, as: 21).status == .notFound)
            #expect(try await ask(.get, "activities/nothing").status == .notFound)
        }
    }
}

/// A text that a test sets in a closure.
final class Held: @unchecked Sendable {
    // Only one test writes and reads it, sequentially.
    var text = ""
}

/// Calendars in which member 13 cannot be read, and member 12 is busy until 12:00.
struct StandInCalendars: CalendarSource, TogetherPart {
    func busy(
        _ members: [Int64], of household: Int64, in window: Range<Int64>
    ) async -> [MemberBusy] {
        members.map { member in
            member == 13
                ? MemberBusy(member: 13, spans: [], problem: "The host does not answer.")
                : MemberBusy(member: member, spans: [1_800_000_000..<1_800_003_600])
        }
    }

    func eventsChanged(of members: [Int64], household: Int64) async {}
    func addRoutes(to routes: AppRoutes) {}
}
