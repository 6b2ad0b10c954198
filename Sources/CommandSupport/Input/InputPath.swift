import FacialFunWire

/// A path as the file system has it: bytes without NUL, not always UTF-8.
package struct InputPath: Hashable, Sendable {
    /// The bytes, without a terminating NUL.
    package let bytes: [UInt8]

    /// Takes the bytes as they are.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Takes a text's UTF-8 bytes.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The path as text for programs: bytes that are not UTF-8 become U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as text for people: one line without control characters for the terminal.
    package var display: String { SafeText.escaped(bytes) }

    /// The path of an entry of this folder.
    package func appending(_ name: [UInt8]) -> InputPath {
        let slash = UInt8(ascii: "/")
        return InputPath(bytes: bytes.last == slash ? bytes + name : bytes + [slash] + name)
    }

    /// The names between the slashes, without empty ones.
    package var components: [[UInt8]] {
        bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
    }

    /// Calls a function of the C library with the path; the pointer is valid during the call only.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        var terminated = bytes.map { CChar(bitPattern: $0) }
        terminated.append(0)
        return terminated.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else {
                preconditionFailure("a terminated path has at least one byte")
            }
            return body(start)
        }
    }
}
