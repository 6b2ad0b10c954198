import CommandSupport
import FacialFunLevels

/// Why a recorded attempt cannot be replayed.
struct RecordFailure: Error {
    /// The most bytes of a record: some hours of frames.
    static let maxBytes = 500_000_000

    /// What is wrong, with file and line, and what helps.
    let message: String

    /// Reads a recorded attempt.
    ///
    /// - Throws: ``RecordFailure`` when it cannot be read or is no record.
    static func record(at path: InputPath) throws(RecordFailure) -> AttemptRecord {
        let item = path.bytes == [UInt8(ascii: "-")] ? InputItem.standardInput : .file(path)
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try InputReader(maxBytes: maxBytes).read(item)
        } catch {
            throw RecordFailure(message: "\(path.display): \(error.message)")
        }
        do throws(LevelsError) {
            return try AttemptRecord(bytes: bytes, file: path.display)
        } catch {
            throw RecordFailure(message: error.message)
        }
    }
}
