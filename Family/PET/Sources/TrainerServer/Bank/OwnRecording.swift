import Crypto
import Foundation
import TrainerStore

/// A recording made in the browser: checked by its bytes and stored unchanged, for its owner only.
enum OwnRecording {
    /// Maximum size in bytes: 15 seconds at 128 kbit/s take 240,000.
    static let mostBytes = 300_000
    /// Maximum length in seconds; a browser that stops after 15 seconds may be slightly late.
    static let mostSeconds: Double = 16

    /// The reason a recording cannot be used for a question.
    enum Fault: String, Error {
        case notARecording = "not_a_recording"
        case tooLong = "too_long"

        /// The catalog key of the message.
        var key: String { "questions.fault.\(rawValue)" }
    }

    /// Checks a recording before it is stored.
    ///
    /// - Parameter bytes: WebM, Ogg or MPEG-4, as browsers record.
    /// - Returns: The recording, unchanged.
    /// - Throws: ``Fault`` if the type is unknown, or the file is too large or too long.
    static func file(_ bytes: [UInt8]) throws(Fault) -> OwnFile {
        guard bytes.count <= mostBytes else { throw .tooLong }
        guard let type = mediaType(of: bytes) else { throw .notARecording }
        if let seconds = RecordingLength.seconds(of: bytes, type: type), seconds > mostSeconds {
            throw .tooLong
        }
        return OwnFile(
            type: type, content: Data(bytes), digest: Data(SHA256.hash(data: bytes)))
    }

    /// The media type according to a file's first bytes; nil for formats that no browser records.
    static func mediaType(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            // The EBML header names the document type; Matroska films say "matroska".
            let head = bytes.prefix(64)
            let name = Array("webm".utf8)
            return head.indices.contains { head[$0...].starts(with: name) } ? "audio/webm" : nil
        }
        if bytes.starts(with: Array("OggS".utf8)) { return "audio/ogg" }
        if bytes.count > 12, bytes[4...].starts(with: Array("ftyp".utf8)) { return "audio/mp4" }
        return nil
    }
}
