import Foundation
import Testing

@testable import Calendars

/// Calendars with their occurrences according to PyPI's `recurring-ical-events`, written by
/// `Comparison/make_fixtures.py`.
///
/// `CALENDAR_FIXTURES` selects another file in the same format.
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
    /// Events whose occurrences span a clock change.
    ///
    /// According to RFC 5545, all have the same exact duration. The reference keeps the local time
    /// of their end, so only starts are compared.
    private static let spanningClockChanges = [
        "real google every other friday", "real outlook night shift",
    ]

    @Test func occurrencesAgreeWithTheReference() throws {
        let fixtures = try Fixture.all()
        #expect(fixtures.count >= 150)
        var different: [String] = []
        for fixture in fixtures {
            let comparesEnds = !Self.spanningClockChanges.contains(fixture.name)
            let found = try CalendarFile(Array(fixture.calendar.utf8), zone: fixture.zone)
                .occurrences(in: fixture.from..<fixture.to)
                .filter { $0.start >= fixture.from }
                .map { comparesEnds ? [$0.start, $0.end] : [$0.start] }
                .sorted { $0.lexicographicallyPrecedes($1) }
            let expected = comparesEnds ? fixture.spans : fixture.spans.map { [$0[0]] }
            if found != expected {
                let missing = Set(expected).subtracting(found).sorted { $0[0] < $1[0] }.prefix(
                    3)
                let extra = Set(found).subtracting(expected).sorted { $0[0] < $1[0] }.prefix(3)
                different.append("\(fixture.name): missing \(missing), extra \(extra)")
            }
        }
        #expect(different.isEmpty, "\(different.count) of \(fixtures.count) differ")
        for text in different.prefix(20) { Issue.record("\(text)") }
    }
}
