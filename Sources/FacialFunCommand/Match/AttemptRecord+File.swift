import CommandSupport
import FacialFun

extension AttemptRecord {
    /// Maximum size of a record in bytes: some hours of frames.
    static let maxBytes = 500_000_000

    /// Reads a recorded attempt.
    ///
    /// - Parameter path: Its file, or `-` for standard input.
    /// - Throws: ``CommandError`` if it cannot be read or is not a record.
    init(at path: InputPath) throws(CommandError) {
        let item = path.bytes == [UInt8(ascii: "-")] ? InputItem.standardInput : .file(path)
        let bytes: [UInt8]
        do throws(CommandError) {
            bytes = try InputReader(maxBytes: Self.maxBytes).read(item)
        } catch {
            throw CommandError(
                code: .unfitInput, message: "\(path.display): \(error.message)",
                cause: error.cause)
        }
        do throws(FacialFunError) {
            try self.init(bytes: bytes, file: path.display)
        } catch {
            throw CommandError(code: .unfitInput, message: error.message)
        }
    }
}
