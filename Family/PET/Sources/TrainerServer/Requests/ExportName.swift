import Foundation
import TrainerRules

/// The file name of an export: `pet-NAME-2026-11-25.json`.
struct ExportName {
    let stem: String

    /// Names a file after a child, or the family, and a day.
    init(_ name: String, day: Day? = nil) {
        let day =
            day
            ?? Day(
                secondsSince1970: Int(Date().timeIntervalSince1970),
                offsetFromUTC: TimeZone.current.secondsFromGMT())
        stem = "pet-\(name)-\(day)"
    }

    /// The value of Content-Disposition (RFC 6266): letters beyond ASCII are encoded as in RFC 8187,
    /// and replaced by hyphens for clients that do not read that.
    func header(_ type: String) -> String {
        let plain = String(
            String.UnicodeScalarView(stem.unicodeScalars.map { Self.isPlain($0) ? $0 : "-" }))
        let encoded = stem.utf8.map { byte in
            Self.isPlain(Unicode.Scalar(byte)) && byte < 0x80
                ? String(Unicode.Scalar(byte))
                : "%" + (byte < 16 ? "0" : "")
                    + String(byte, radix: 16, uppercase: true)
        }.joined()
        return "attachment; filename=\"\(plain).\(type)\"; filename*=UTF-8''\(encoded).\(type)"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}
