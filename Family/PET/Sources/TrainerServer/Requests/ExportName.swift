import Foundation
import TrainerRules

/// The file name of an export: `pet-NAME-2026-11-25.json`.
struct ExportName {
    let stem: String

    /// Builds a file name from a day and a child, or the family.
    init(_ name: String, day: Day? = nil) {
        let day =
            day
            ?? Day(
                secondsSince1970: Int(Date().timeIntervalSince1970),
                offsetFromUTC: TimeZone.current.secondsFromGMT())
        stem = "pet-\(name)-\(day)"
    }

    /// The value of Content-Disposition (RFC 6266): non-ASCII letters are encoded according to RFC
    /// 8187, and replaced by hyphens for older clients.
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

    /// Whether a character is an ASCII letter, digit, hyphen or underscore.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}
