import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import TogetherRules

/// Free times common to the invitees.
struct SlotsResponse: Encodable, Sendable {
    struct Slot: Encodable {
        let start: String
        let end: String
    }

    struct Unreadable: Encodable {
        let member: Int64
        let reason: String
    }

    let slots: [Slot]
    let zone: String
    let unreadable: [Unreadable]
    let more: Bool
}

extension TogetherServices {
    private static let mostSlots = 500

    /// Finds times at which all invitees of an activity are free, and stores the search with it.
    ///
    /// A calendar that cannot be read is reported and otherwise ignored.
    ///
    /// - Throws: `not_found`, `not_the_host`, `not_now`, or `out_of_range` for a search too large.
    func findSlots(
        _ search: StoredSearch, for id: String, acting: ActingMember
    ) async throws -> SlotsResponse {
        let (from, to) = (
            try WireDay(search.from, field: "from"), try WireDay(search.to, field: "to")
        )
        let days = from.days(to: to) + 1
        guard (1...366).contains(days), search.hours > 0, search.hours <= 168,
            !search.timesOfDay.isEmpty
        else {
            throw WireError(
                .unprocessableContent, "out_of_range",
                "Choose 1 to 366 days, a duration up to 168 hours, and a time of day.",
                fields: ["hours": "out_of_range"])
        }
        let now = seconds
        let (record, zone, window) = try await database.write { db in
            var record = try ActivityRecord.fetch(
                id, of: acting.household, for: acting.member, db)
            guard record.host == acting.member else { throw WireError(ActivityError.notTheHost) }
            guard [.scheduling, .detailing].contains(record.activity.stage) else {
                throw WireError(ActivityError.notNow(record.activity.stage))
            }
            if record.extras.search != search {
                record.extras.search = search
                try record.save(db)
            }
            let zone = try Preferences.zone(of: acting.member, acting.household, db)
            // The night ends on the next day.
            return (record, zone, from.start(in: zone)..<to.start(in: zone, plus: 2))
        }
        let asked =
            search.lookup ? record.invitees.filter { search.without?.contains($0) != true } : []
        var busy: [Range<Int64>] = []
        var unreadable: [SlotsResponse.Unreadable] = []
        if !asked.isEmpty {
            let agenda = agenda
            busy = try await database.read { db in
                try asked.flatMap {
                    try agenda.busy($0, household: acting.household, in: window, except: id, db)
                }
            }
            for member in await agenda.calendars?.busy(asked, of: acting.household, in: window)
                ?? []
            {
                busy += member.spans
                if let problem = member.problem {
                    unreadable.append(.init(member: member.member, reason: problem))
                }
            }
        }
        let slots = SlotSearch(
            firstDay: (from.year, from.month, from.day), days: days,
            duration: Int64(search.hours * 3600), timesOfDay: Set(search.timesOfDay),
            zone: zone.identifier
        ).slots(busy: busy, now: now)
        return SlotsResponse(
            slots: slots.prefix(Self.mostSlots).map {
                .init(start: Moment.text($0.lowerBound), end: Moment.text($0.upperBound))
            },
            zone: zone.identifier, unreadable: unreadable, more: slots.count > Self.mostSlots)
    }
}
