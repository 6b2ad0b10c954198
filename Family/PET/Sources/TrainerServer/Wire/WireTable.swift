import Foundation
import TrainerRules
import TrainerStore

/// A child's records as comma-separated values (RFC 4180) for spreadsheets.
enum WireTable {
    static let columns = [
        "record", "date", "time_utc", "level", "emotion", "question", "action", "chosen", "outcome",
        "seconds", "tries", "hints", "score", "note",
    ]

    /// The table, with the byte order mark that spreadsheets expect.
    static func text(_ records: [PlayRecord]) -> String {
        var text = "\u{FEFF}" + line(columns)
        for record in records { text += line(fields(of: record)) }
        return text
    }

    private static func fields(of record: PlayRecord) -> [String] {
        let seconds = Int(record.at.timeIntervalSince1970.rounded(.down))
        let ofDay = ((seconds % 86_400) + 86_400) % 86_400
        let time = String(
            format: "%02d:%02d:%02d", ofDay / 3600, ofDay / 60 % 60, ofDay % 60)
        return [
            record.kind.rawValue, record.day.description, time, record.level ?? "",
            record.emotion ?? "", record.question ?? "", record.action ?? "", record.chosen ?? "",
            record.outcome ?? "",
            record.milliseconds.map { String(format: "%.1f", Double($0) / 1000) } ?? "",
            record.tries.map(String.init) ?? "", record.hints.map(String.init) ?? "",
            record.score.map { String(format: "%.3f", $0) } ?? "", record.text ?? "",
        ]
    }

    private static func line(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    /// Quotes a field if necessary; a field that a spreadsheet would read as a formula gets a
    /// leading apostrophe.
    static func quoted(_ field: String) -> String {
        var field = field
        if let first = field.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first),
            Double(field) == nil
        {
            field = "'" + field
        }
        let needsQuotes = field.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        return needsQuotes ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }
}
