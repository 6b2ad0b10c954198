import Foundation
import Testing
import TrainerRules

@Suite("A day")
struct DayTests {
    @Test(
        "A day is parsed from and formatted as a calendar date",
        arguments: [
            ("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-22", 20_779),
            ("1969-12-31", -1), ("2100-03-01", 47_541), ("0001-01-01", -719_162),
            ("9999-12-31", 2_932_896),
        ])
    func parsesAndFormats(text: String, number: Int) {
        #expect(Day(text)?.number == number)
        #expect(Day(number).description == text)
    }

    @Test("A day equals the day made from its year, month and day, for 400 years")
    func roundTrip() {
        for number in stride(from: -10_000, through: 140_000, by: 7) {
            let parts = Day(number).parts
            #expect(Day(year: parts.year, month: parts.month, day: parts.day)?.number == number)
        }
    }

    @Test(
        "A day is not parsed from an invalid text",
        arguments: [
            "", "2026", "2026-2-3", "2026-02-30", "2025-02-29", "2100-02-29", "2026-13-01",
            "2026-00-10", "2026-01-00", "0000-01-01", "2026-01-01 ", "+026-01-01", "２０２６-01-01",
            "20260-1-01", "2026/01/01",
        ])
    func refuses(text: String) {
        #expect(Day(text) == nil)
    }

    @Test("A day begins at midnight in the family's time zone, not in UTC")
    func midnight() {
        #expect(Day(secondsSince1970: 86_399).number == 0)
        #expect(Day(secondsSince1970: 86_399, offsetFromUTC: 1).number == 1)
        #expect(Day(secondsSince1970: 0, offsetFromUTC: -3_600).number == -1)
        #expect(Day(secondsSince1970: -1).number == -1)
        #expect(Day(secondsSince1970: -86_400).number == -1)
    }

    @Test("A day knows the Monday of its week and its distance to other days")
    func weeks() {
        let sunday = Day(20_779)
        #expect(sunday.monday.description == "2026-11-16")
        #expect((sunday + 1).monday == sunday + 1)
        #expect((sunday + 1) - sunday == 1 && sunday < sunday + 1)
        #expect(Day(-1).monday.description == "1969-12-29")
    }

    @Test("A day is encoded as its number")
    func form() throws {
        let data = try JSONEncoder().encode([Day(3)])
        #expect(String(decoding: data, as: UTF8.self) == "[3]")
        #expect(try JSONDecoder().decode([Day].self, from: data) == [Day(3)])
    }
}
