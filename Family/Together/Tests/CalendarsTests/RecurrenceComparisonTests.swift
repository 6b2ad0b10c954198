import Foundation
import Testing

@testable import Calendars

/// Calendars with the occurrences that PyPI's `recurring-ical-events` finds, written by
/// `Comparison/make_fixtures.py`; `CALENDAR_FIXTURES` names another file of this form.
private struct Fixture: Decodable {
    let name: String
    let calendar: String
    let zone: String
    let from: Int64
    let to: Int64
    let spans: [[Int64]]

    static func all() throws -> [Fixture] {
        let file =
            ProcessInfo.processInfo.environment["CALENDAR_FIXTURES"].map { URL(filePath: $0) }
            ?? URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/recurrences.json")
        return try JSONDecoder().decode([Fixture].self, from: Data(contentsOf: file))
    }
}

@Suite struct RecurrenceComparisonTests {
    @Test func occurrencesAgreeWithTheReference() throws {
        let fixtures = try Fixture.all()
        #expect(fixtures.count >= 150)
        var different: [String] = []
        for fixture in fixtures {
            let found = try CalendarFile(Array(fixture.calendar.utf8), zone: fixture.zone)
                .occurrences(in: fixture.from..<fixture.to)
                .filter { $0.start >= fixture.from }.map { [$0.start, $0.end] }
                .sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
            if found != fixture.spans {
                let missing = Set(fixture.spans).subtracting(found).sorted { $0[0] < $1[0] }.prefix(
                    3)
                let extra = Set(found).subtracting(fixture.spans).sorted { $0[0] < $1[0] }.prefix(3)
                different.append("\(fixture.name): missing \(missing), extra \(extra)")
            }
        }
        #expect(different.isEmpty, "\(different.count) of \(fixtures.count) differ")
        for text in different.prefix(20) { Issue.record("\(text)") }
    }
}
