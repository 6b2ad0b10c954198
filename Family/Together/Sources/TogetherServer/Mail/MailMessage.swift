package import Foundation

/// A mail to send; all texts may come from users.
package struct Mail: Sendable {
    package var recipient: String
    package var subject: String
    package var text: String
    package var attachment: MailAttachment?

    package init(
        recipient: String, subject: String, text: String, attachment: MailAttachment? = nil
    ) {
        self.recipient = recipient
        self.subject = subject
        self.text = text
        self.attachment = attachment
    }
}

/// A file attached to a mail.
package struct MailAttachment: Sendable {
    /// The file's name, of letters, digits, dots and dashes.
    package var name: String
    /// The media type with its parameters, such as `text/calendar; method=REQUEST; charset=utf-8`.
    package var type: String
    package var content: Data

    package init(name: String, type: String, content: Data) {
        self.name = name
        self.type = type
        self.content = content
    }
}

/// An email address that is safe in mail headers and command lines.
package enum MailAddress {
    /// Whether a text is a single plain address: the subset of RFC 5321 without quotes, comments
    /// and lists.
    package static func isValid(_ address: String) -> Bool {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, address.utf8.count <= 254 else { return false }
        let (local, domain) = (parts[0], parts[1])
        let symbols = Set("!#$%&'*+/=?^_`{|}~.-")
        let isLocal =
            (1...64).contains(local.utf8.count) && local.first != "-" && local.first != "."
            && local.last != "." && !local.contains("..")
            && local.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || symbols.contains($0))
            }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return isLocal
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
    }
}

/// Formats a mail as RFC 5322 text: encoded header words, base64 content, lines of at most 76
/// bytes.
struct MailMessage {
    let from: String
    let mail: Mail
    let messageID: String
    let moment: Int64

    /// The message with LF line endings, as the `sendmail` interface requires.
    func data() -> Data {
        var lines = [
            "From: Modern Family <\(from)>",
            "To: \(mail.recipient)",
            "Subject: \(Self.words(mail.subject))",
            "Date: \(Self.date(moment))",
            "Message-ID: <\(messageID)>",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
        ]
        guard let attachment = mail.attachment else {
            lines += Self.textPart(mail.text)
            return Data((lines.joined(separator: "\n") + "\n").utf8)
        }
        let boundary = "=_\(messageID.prefix { $0 != "@" })"
        lines += ["Content-Type: multipart/mixed; boundary=\"\(boundary)\"", "", "--\(boundary)"]
        lines += Self.textPart(mail.text)
        lines += [
            "--\(boundary)", "Content-Type: \(Self.plain(attachment.type))",
            "Content-Disposition: attachment; filename=\"\(Self.fileName(attachment.name))\"",
            "Content-Transfer-Encoding: base64", "",
        ]
        lines += Self.base64(attachment.content)
        lines.append("--\(boundary)--")
        return Data((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func textPart(_ text: String) -> [String] {
        [
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
        ] + base64(Data(text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8))
    }

    private static func base64(_ data: Data) -> [String] {
        let text = Array(data.base64EncodedString().utf8)
        return stride(from: 0, to: text.count, by: 76).map {
            String(decoding: text[$0..<min($0 + 76, text.count)], as: UTF8.self)
        }
    }

    /// Header text as encoded words (RFC 2047), each on its own folded line and without split
    /// characters.
    ///
    /// All text is encoded, so text from users cannot inject headers.
    static func words(_ text: String) -> String {
        var words: [String] = []
        var part = Data()
        func end() {
            guard !part.isEmpty else { return }
            words.append("=?utf-8?B?\(part.base64EncodedString())?=")
            part = Data()
        }
        for scalar in text.unicodeScalars.prefix(500) {
            let isControl = scalar.properties.generalCategory == .control
            let bytes = Data(String(isControl ? " " : scalar).utf8)
            if part.count + bytes.count > 42 { end() }
            part += bytes
        }
        end()
        return words.joined(separator: "\n ")
    }

    /// ASCII without control characters.
    private static func plain(_ text: String) -> String {
        String(text.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }.map(Character.init))
    }

    private static func fileName(_ text: String) -> String {
        text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
    }

    /// A date such as `Tue, 01 Dec 2026 18:00:00 +0000`.
    static func date(_ seconds: Int64) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute, .second],
            from: Date(timeIntervalSince1970: Double(seconds)))
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return String(
            format: "%@, %02d %@ %04d %02d:%02d:%02d +0000",
            days[((parts.weekday ?? 1) - 1) % 7], parts.day ?? 1,
            months[((parts.month ?? 1) - 1) % 12], parts.year ?? 1970, parts.hour ?? 0,
            parts.minute ?? 0, parts.second ?? 0)
    }
}
