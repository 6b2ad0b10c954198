import Testing

@testable import Calendars

@Suite struct CalendarWriterTests {
    private func event() -> WrittenEvent {
        var event = WrittenEvent(
            uid: "1@family", summary: "Zoo; lions, \\ and\r\nBEGIN:VEVENT", start: 1_767_225_600,
            end: 1_767_229_200, stamp: 1_767_000_000)
        event.details = String(repeating: "ü😀", count: 60)
        event.organizer = CalendarPerson(
            name: "Mo\"\r\nATTENDEE:x", email: "mo@example.org\r\nX-EVIL:1")
        return event
    }

    @Test func writtenEventIsReadBackUnchanged() throws {
        var writer = CalendarWriter(method: .publish, name: "Family")
        writer.add(event())
        let file = try CalendarFile(Array(writer.text().utf8), zone: "UTC")
        let read = try #require(file.events.first)
        #expect(file.events.count == 1)
        #expect(read.summary == "Zoo; lions, \\ and\nBEGIN:VEVENT")
        #expect(read.details == event().details)
        #expect(read.start == event().start)
        #expect(read.end == event().end)
    }

    @Test func linesHaveAtMost75BytesAndNoInjection() {
        var writer = CalendarWriter(method: .request)
        writer.add(event())
        let lines = writer.text().split(separator: "\r\n").map { Array($0.utf8) }
        #expect(lines.allSatisfy { $0.count <= 75 })
        #expect(!lines.contains { $0.starts(with: Array("X-EVIL".utf8)) })
        #expect(!lines.contains { $0.starts(with: Array("ATTENDEE".utf8)) })
        #expect(lines.filter { $0 == Array("BEGIN:VEVENT".utf8) }.count == 1)
    }

    @Test func cancellationHasMethodAndStatus() throws {
        var writer = CalendarWriter(method: .cancel)
        writer.add(event())
        let file = try CalendarFile(Array(writer.text().utf8), zone: "UTC")
        #expect(file.events.map(\.isCancelled) == [true])
    }

    @Test(
        arguments: [
            (0, "19700101T000000Z"), (951_782_400, "20000229T000000Z"), (-1, "19691231T235959Z"),
            (4_107_542_399, "21000228T235959Z"),
        ] as [(Int64, String)])
    func utcTimesAreGregorianDates(seconds: Int64, text: String) {
        #expect(CalendarWriter.utc(seconds) == text)
    }
}

@Suite struct BusyTimesTests {
    @Test func overlappingAndAdjacentSpansMerge() {
        #expect(BusyTimes([5..<9, 1..<3, 3..<4, 7..<12, 20..<20]).spans == [1..<4, 5..<12])
    }

    @Test func gapsFillTheWindow() {
        #expect(BusyTimes([2..<4, 6..<20]).free(in: 0..<10) == [0..<2, 4..<6])
        #expect(BusyTimes([0..<10]).free(in: 2..<5).isEmpty)
    }
}
