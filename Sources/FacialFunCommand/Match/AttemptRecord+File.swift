import CommandSupport
import FacialFun

extension AttemptRecord {
    /// The most bytes of a record: some hours of frames.
    static let maxBytes = 500_000_000

    /// Reads a recorded attempt.
    ///
    /// - Parameter path: Its file, or `-` for standard input.
    /// - Throws: ``CommandError`` when it cannot be read or is no record.
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
        do throws(LevelsError) {
            try self.init(bytes: bytes, file: path.display)
        } catch {
            throw CommandError(code: .unfitInput, message: error.message)
        }
    }
}
