import Crypto
import Foundation
import TrainerStore

/// A recording that a person made in the browser: looked at by its bytes, and kept as it is, for its
/// owner alone.
enum OwnRecording {
    /// The most bytes: 15 seconds at 128 kbit/s are 240,000.
    static let mostBytes = 300_000
    /// The longest recording in seconds; a browser that stops at 15 may be a little late.
    static let mostSeconds: Double = 16

    /// Why it cannot be a question's.
    enum Fault: String, Error {
        case notARecording = "not_a_recording"
        case tooLong = "too_long"

        /// Where the catalogue says it to a person.
        var key: String { "questions.fault.\(rawValue)" }
    }

    /// A recording as it is stored.
    ///
    /// - Parameter bytes: WebM, Ogg or MPEG-4, as browsers record.
    /// - Returns: The recording as it came.
    /// - Throws: ``Fault`` for another kind of file, and for one that is too large or too long.
    static func file(_ bytes: [UInt8]) throws(Fault) -> OwnFile {
        guard bytes.count <= mostBytes else { throw .tooLong }
        guard let type = mediaType(of: bytes) else { throw .notARecording }
        if let seconds = RecordingLength.seconds(of: bytes, type: type), seconds > mostSeconds {
            throw .tooLong
        }
        return OwnFile(
            type: type, content: Data(bytes), digest: Data(SHA256.hash(data: bytes)))
    }

    /// The media type that a file's first bytes announce; nil for what no browser records.
    static func mediaType(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            // EBML says within its head which kind it is; Matroska films say "matroska".
            let head = bytes.prefix(64)
            let name = Array("webm".utf8)
            return head.indices.contains { head[$0...].starts(with: name) } ? "audio/webm" : nil
        }
        if bytes.starts(with: Array("OggS".utf8)) { return "audio/ogg" }
        if bytes.count > 12, bytes[4...].starts(with: Array("ftyp".utf8)) { return "audio/mp4" }
        return nil
    }
}
