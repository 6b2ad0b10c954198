import Testing

@testable import TogetherRules

@Suite struct FreeSlotsTests {
    private func search(
        _ day: (year: Int, month: Int, day: Int), _ times: Set<TimeOfDay>, hours: Int64 = 1,
        zone: String = "Europe/Berlin"
    ) -> SlotSearch {
        SlotSearch(firstDay: day, days: 1, duration: hours * 3600, timesOfDay: times, zone: zone)
    }

    @Test func busyTimesOfAllInviteesAreAvoided() {
        // 1 July 2026, 06:00 to 12:00 in Berlin is 04:00 to 10:00 in UTC.
        let midnight: Int64 = 1_782_864_000
        let busy = [
            (midnight + 4 * 3600)..<(midnight + 6 * 3600),
            (midnight + 7 * 3600)..<(midnight + 9 * 3600),
        ]
        #expect(
            search((2026, 7, 1), [.morning]).slots(busy: busy, now: 0).map {
                ($0.lowerBound - midnight) / 1800
            } == [12, 18])
    }

    @Test(
        arguments: [
            ((2026, 3, 28), 8), ((2026, 10, 24), 10), ((2026, 7, 1), 9),
        ] as [((Int, Int, Int), Int64)])
    func nightHoursFollowDaylightSaving(day: (Int, Int, Int), hours: Int64) {
        let windows = search((day.0, day.1, day.2), [.night]).windows()
        #expect(windows.map { ($0.upperBound - $0.lowerBound) / 3600 } == [hours])
    }

    @Test func adjacentTimesOfDayFormOneLongSlot() {
        #expect(
            search((2026, 7, 1), [.morning, .afternoon], hours: 11).slots(busy: [], now: 0).count
                == 1)
        #expect(
            search((2026, 7, 1), [.morning, .evening], hours: 7).slots(busy: [], now: 0).isEmpty)
    }

    @Test func pastSlotsAreOmitted() {
        let all = search((2026, 7, 1), [.morning]).slots(busy: [], now: 0)
        #expect(
            search((2026, 7, 1), [.morning]).slots(busy: [], now: all[3].lowerBound)
                == Array(all[4...]))
    }

    @Test func unknownZoneHasNoSlots() {
        #expect(search((2026, 7, 1), [.morning], zone: "Nowhere").slots(busy: [], now: 0).isEmpty)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func noSlotOverlapsABusyTime(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let midnight: Int64 = 1_782_864_000
        let busy = (0..<8).map { _ in
            let start = midnight + Int64.random(in: -7200...172_800, using: &random)
            return start..<(start + Int64.random(in: 0...7200, using: &random))
        }
        let all = search((2026, 7, 1), Set(TimeOfDay.allCases))
        let expected = all.slots(busy: [], now: 0).filter { slot in
            !busy.contains { $0.overlaps(slot) }
        }
        #expect(all.slots(busy: busy, now: 0) == expected)
    }
}
