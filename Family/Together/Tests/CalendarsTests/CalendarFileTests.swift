import Foundation
import Testing

@testable import Calendars

/// Builds a calendar of one event from its lines.
private func calendar(_ lines: String...) -> [UInt8] {
    Array(
        (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:a", "SUMMARY:Swimming"] + lines
            + ["END:VEVENT", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined().utf8)
}

private func starts(
    _ bytes: [UInt8], zone: String = "Europe/Berlin", from: Int64, to: Int64
) throws -> [String] {
    try CalendarFile(bytes, zone: zone).occurrences(in: from..<to).map {
        CalendarWriter.utc($0.start)
    }
}

private let year2026: Int64 = 1_767_225_600
private let day: Int64 = 86_400

@Suite struct CalendarFileTests {
    @Test func weeklyEventKeepsItsLocalTimeAcrossDaylightSaving() throws {
        let bytes = calendar(
            "DTSTART;TZID=Europe/Berlin:20260322T100000", "DURATION:PT1H",
            "RRULE:FREQ=WEEKLY;COUNT=3")
        #expect(
            try starts(bytes, from: year2026, to: year2026 + 365 * day)
                == ["20260322T090000Z", "20260329T080000Z", "20260405T080000Z"])
    }

    @Test func windowsTimeZoneNameWithoutDefinitionIsKnown() throws {
        let bytes = calendar(
            "DTSTART;TZID=W. Europe Standard Time:20260701T100000", "DURATION:PT1H")
        #expect(
            try starts(bytes, zone: "UTC", from: year2026, to: year2026 + 365 * day)
                == ["20260701T080000Z"])
    }

    @Test func unknownZoneIsReportedAndReadAsLocalTime() throws {
        let file = try CalendarFile(
            calendar("DTSTART;TZID=Middle Earth:20260701T100000", "DURATION:PT1H"),
            zone: "Europe/Berlin")
        #expect(file.events.map(\.hasUnknownZone) == [true])
        #expect(file.events.map { CalendarWriter.utc($0.start) } == ["20260701T080000Z"])
    }

    @Test func leapDayRepeatsOnlyInLeapYears() throws {
        let bytes = calendar("DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY")
        #expect(
            try starts(bytes, zone: "UTC", from: year2026, to: year2026 + 3000 * day)
                == ["20280229T000000Z", "20320229T000000Z"])
    }

    @Test func monthlyOnThe31stSkipsShorterMonths() throws {
        let bytes = calendar("DTSTART:20260131T120000Z", "RRULE:FREQ=MONTHLY;COUNT=3")
        #expect(
            try starts(bytes, from: year2026, to: year2026 + 365 * day)
                == ["20260131T120000Z", "20260331T120000Z", "20260531T120000Z"])
    }

    @Test func bySetPosSelectsTheLastWeekdayOfTheMonth() throws {
        let bytes = calendar(
            "DTSTART:20260130T120000Z",
            "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3")
        #expect(
            try starts(bytes, from: year2026, to: year2026 + 365 * day)
                == ["20260130T120000Z", "20260227T120000Z", "20260331T120000Z"])
    }

    @Test func datesAreAddedAndExcluded() throws {
        let bytes = calendar(
            "DTSTART:20260101T120000Z", "RRULE:FREQ=DAILY;UNTIL=20260104T120000Z",
            "EXDATE:20260102T120000Z,20260103T120000Z", "RDATE:20260110T120000Z")
        #expect(
            try starts(bytes, from: year2026, to: year2026 + 365 * day)
                == ["20260101T120000Z", "20260104T120000Z", "20260110T120000Z"])
    }

    @Test func overrideMovesOneOccurrence() throws {
        let bytes = calendar(
            "DTSTART:20260101T120000Z", "RRULE:FREQ=DAILY;COUNT=3", "END:VEVENT", "BEGIN:VEVENT",
            "UID:a", "RECURRENCE-ID:20260102T120000Z", "DTSTART:20260102T150000Z")
        #expect(
            try starts(bytes, from: year2026, to: year2026 + 365 * day)
                == ["20260101T120000Z", "20260102T150000Z", "20260103T120000Z"])
    }

    @Test func overrideOfThisAndFutureMovesTheRest() throws {
        let bytes = calendar(
            "DTSTART:20260101T120000Z", "RRULE:FREQ=DAILY;COUNT=4", "END:VEVENT", "BEGIN:VEVENT",
            "UID:a", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260103T120000Z",
            "DTSTART:20260103T150000Z", "DTEND:20260103T170000Z")
        let occurrences = try CalendarFile(bytes, zone: "UTC").occurrences(
            in: year2026..<(year2026 + 365 * day))
        #expect(
            occurrences.map { CalendarWriter.utc($0.start) } == [
                "20260101T120000Z", "20260102T120000Z", "20260103T150000Z", "20260104T150000Z",
            ])
        #expect(occurrences.map { $0.end - $0.start } == [0, 0, 7200, 7200])
    }

    @Test func cancelledOverrideRemovesItsOccurrence() throws {
        let bytes = calendar(
            "DTSTART:20260101T120000Z", "RRULE:FREQ=DAILY;COUNT=2", "END:VEVENT", "BEGIN:VEVENT",
            "UID:a", "RECURRENCE-ID:20260101T120000Z", "DTSTART:20260101T120000Z",
            "STATUS:CANCELLED")
        #expect(
            try starts(bytes, from: year2026, to: year2026 + 365 * day) == ["20260102T120000Z"])
    }

    @Test func allDayEventLasts23HoursWhenDaylightSavingBegins() throws {
        let file = try CalendarFile(
            calendar("DTSTART;VALUE=DATE:20260329"), zone: "Europe/Berlin")
        #expect(file.events.map { $0.end - $0.start } == [23 * 3600])
    }

    @Test func floatingTimeUsesTheReadersZone() throws {
        let bytes = calendar("DTSTART:20260701T100000", "DURATION:PT1H")
        let window = (year2026, year2026 + 365 * day)
        #expect(
            try starts(bytes, zone: "Asia/Tokyo", from: window.0, to: window.1)
                == ["20260701T010000Z"])
        #expect(
            try starts(bytes, zone: "America/New_York", from: window.0, to: window.1)
                == ["20260701T140000Z"])
    }
}

@Suite struct CalendarLimitsTests {
    @Test func oversizedCalendarIsRejected() throws {
        var limits = CalendarLimits()
        limits.bytes = 10
        #expect(throws: CalendarError.tooManyBytes(limit: 10)) {
            try CalendarFile(calendar("DTSTART:20260101T120000Z"), zone: "UTC", limits: limits)
        }
    }

    @Test func tooManyComponentsAreRejected() throws {
        var limits = CalendarLimits()
        limits.components = 1
        #expect(throws: CalendarError.tooManyComponents(limit: 1)) {
            try CalendarFile(calendar("DTSTART:20260101T120000Z"), zone: "UTC", limits: limits)
        }
    }

    @Test func deepNestingIsRejected() throws {
        let text = String(repeating: "BEGIN:VCALENDAR\r\n", count: 10_000)
        #expect(throws: CalendarError.tooManyComponents(limit: 50_000)) {
            try CalendarFile(Array(text.utf8), zone: "UTC")
        }
    }

    /// Folded lines and other line endings do not hide components from the limits.
    @Test(arguments: ["BEGI\r\n N:VEVENT\r\n", "BEGIN:VEVENT\r", "BEGIN\r\n\t:VEVENT\r\n"])
    func foldedComponentsAreCounted(begin: String) throws {
        let end = begin.hasSuffix("\r\n") ? "\r\n" : "\r"
        let event = begin + "UID:a\(end)DTSTART:20260101T120000Z\(end)END:VEVENT\(end)"
        let text =
            "BEGIN:VCALENDAR\(end)" + String(repeating: event, count: 50) + "END:VCALENDAR\(end)"
        #expect(try CalendarFile(Array(text.utf8), zone: "UTC").events.count == 50)
        var limits = CalendarLimits()
        limits.components = 40
        #expect(throws: CalendarError.tooManyComponents(limit: 40)) {
            try CalendarFile(Array(text.utf8), zone: "UTC", limits: limits)
        }
    }

    @Test(arguments: ["BEGI\r\n N:VCALENDAR\r\n", "BEGIN:VCALENDAR\r", "BEGIN:X\nEND:Y\n"])
    func hiddenDeepNestingIsRejected(begin: String) throws {
        let text = "BEGIN:VCALENDAR\n" + String(repeating: begin, count: 1000)
        #expect(throws: CalendarError.tooManyComponents(limit: 50_000)) {
            try CalendarFile(Array(text.utf8), zone: "UTC")
        }
    }

    private func zoned(_ rule: String) -> [UInt8] {
        Array(
            """
            BEGIN:VCALENDAR
            BEGIN:VTIMEZONE
            TZID:Ours
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            \(rule)
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:a
            DTSTART;TZID=Ours:20260101T120000
            END:VEVENT
            END:VCALENDAR
            """.utf8)
    }

    @Test(arguments: [
        "FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=HOURLY", "FREQ=DAILY",
        "FREQ=YEARLY;BYHOUR=1,2;BYMINUTE=1,2", "FREQ=YEARLY;BYYEARDAY=1,2,3",
    ])
    func zoneWithFrequentChangesIsRejected(rule: String) throws {
        #expect(throws: CalendarError.tooFrequent) {
            try CalendarFile(zoned("RRULE:" + rule), zone: "UTC")
        }
    }

    @Test func zoneWithManyDatesIsRejected() throws {
        let dates = String(repeating: "RDATE:20260101T000000\n", count: 60_000)
        #expect(throws: CalendarError.tooManyOccurrences(limit: 100_000)) {
            try CalendarFile(zoned(dates + "COMMENT:end"), zone: "UTC")
        }
    }

    @Test func usualZoneIsAccepted() throws {
        let file = try CalendarFile(zoned("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"), zone: "UTC")
        #expect(file.events.map { CalendarWriter.utc($0.start) } == ["20260101T110000Z"])
    }

    /// Exceptions are sorted: a date is found by binary search, not by comparison with all of them.
    @Test func manyDatesAndExceptionsAreExpandedInTime() throws {
        var lines = ["DTSTART:20260101T120000Z"]
        for second in 0..<40_000 {
            let time = String(
                format: "202601%02dT%02d%02d%02dZ", 2 + second / 20_000, second % 20_000 / 3600,
                second % 3600 / 60, second % 60)
            lines += ["RDATE:\(time)", "EXDATE:\(time)"]
        }
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n" + lines.joined(separator: "\n")
            + "\nEND:VEVENT\nEND:VCALENDAR\n"
        var limits = CalendarLimits()
        limits.milliseconds = 60_000
        let file = try CalendarFile(Array(text.utf8), zone: "UTC", limits: limits)
        #expect(try file.occurrences(in: year2026..<(year2026 + 30 * day)).count == 1)
        limits.milliseconds = 0
        let slow = try CalendarFile(Array(text.utf8), zone: "UTC", limits: limits)
        #expect(throws: CalendarError.tooSlow(milliseconds: 0)) {
            try slow.occurrences(in: year2026..<(year2026 + 30 * day))
        }
    }

    /// Thousands of events that each repeat within their own limit.
    @Test func occurrencesOfAllEventsAreLimited() throws {
        let event =
            "BEGIN:VEVENT\nUID:a\nDTSTART:20260101T120000Z\nDURATION:PT1H\nRRULE:FREQ=HOURLY\n"
            + "END:VEVENT\n"
        let text =
            "BEGIN:VCALENDAR\n" + String(repeating: event, count: 300) + "END:VCALENDAR\n"
        let file = try CalendarFile(Array(text.utf8), zone: "UTC")
        var budget = CalendarBudget(occurrences: 1000, milliseconds: 60_000)
        #expect(throws: CalendarError.tooManyInCalendar(limit: 1000)) {
            try file.busy(in: year2026..<(year2026 + 30 * day), within: &budget) { _ in true }
        }
        var slow = CalendarBudget(occurrences: 1000, milliseconds: 0)
        #expect(throws: CalendarError.tooSlow(milliseconds: 0)) {
            try file.busy(in: year2026..<(year2026 + 30 * day), within: &slow) { _ in true }
        }
        var enough = CalendarBudget(occurrences: 100_000, milliseconds: 60_000)
        #expect(
            try file.busy(in: year2026..<(year2026 + day), within: &enough) { _ in true }
                == [(year2026 + day / 2)..<(year2026 + day)])
    }

    /// Each line has no more marks than a language may need.
    ///
    /// Unfolded, they form one run, whose comparison takes quadratic time.
    @Test func marksOfFoldedLinesAreCut() throws {
        let folded =
            "a"
            + String(
                repeating: String(repeating: "\u{0301}\u{0327}", count: 4) + "\r\n ", count: 40_000)
        let text =
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:\(folded)\r\nSUMMARY:\(folded)\r\n"
            + "DTSTART:20260101T120000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let file = try CalendarFile(Array(text.utf8), zone: "UTC")
        let event = try #require(file.events.first)
        #expect(event.uid.utf8.count < 40 && event.summary.utf8.count < 40)
        let seconds = try ContinuousClock().measure {
            var budget = CalendarBudget()
            _ = try file.busy(in: year2026..<(year2026 + day), within: &budget) { event in
                event.summary.lowercased().contains("dentist")
            }
        }
        #expect(seconds < .seconds(5))
    }

    @Test(arguments: ["", "hello", "BEGIN:VCARD\r\nEND:VCARD\r\n", "BEGIN:VCALENDAR\0"])
    func dataOfAnotherFormatIsRejected(text: String) throws {
        #expect(throws: CalendarError.notACalendar) {
            try CalendarFile(Array(text.utf8), zone: "UTC")
        }
    }

    @Test func endlessHourlyRuleStopsAtTheLimit() throws {
        let file = try CalendarFile(
            calendar("DTSTART:19700101T120000Z", "RRULE:FREQ=HOURLY"), zone: "UTC")
        #expect(throws: CalendarError.self) {
            try file.occurrences(in: year2026..<(year2026 + day))
        }
    }

    @Test func ruleOfEverySecondIsRejected() throws {
        let file = try CalendarFile(
            calendar("DTSTART:20260101T120000Z", "RRULE:FREQ=SECONDLY;BYMONTHDAY=30;BYMONTH=2"),
            zone: "UTC")
        #expect(throws: CalendarError.tooFrequent) {
            try file.occurrences(in: year2026..<(year2026 + day))
        }
    }

    @Test func unknownZoneOfTheReaderIsRejected() throws {
        #expect(throws: CalendarError.unknownZone("../etc/passwd")) {
            try CalendarFile(calendar("DTSTART:20260101T120000Z"), zone: "../etc/passwd")
        }
    }

    @Test func eventWithoutStartIsSkippedAndCounted() throws {
        let file = try CalendarFile(calendar(), zone: "UTC")
        #expect(file.events.isEmpty)
        #expect(file.skipped == 1)
    }
}
