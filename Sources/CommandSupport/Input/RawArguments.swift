import FacialFunWire

/// Finds the bytes of command line arguments that are not UTF-8.
///
/// Swift's strings repair such arguments with U+FFFD, and a repaired path names no file. The
/// original bytes are in the process's argument vector and are found by the repaired string.
package struct RawArguments {
    private var unused: [[UInt8]]

    /// Creates the search from an argument vector.
    package init(_ arguments: [[UInt8]]) {
        unused = arguments
    }

    /// The arguments of this process.
    package static func ofProcess() -> RawArguments {
        let count = Int(CommandLine.argc)
        return RawArguments(
            UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: count).compactMap { text in
                guard let text else { return nil }
                return text.withMemoryRebound(to: UInt8.self, capacity: 1) { start in
                    var length = 0
                    while start[length] != 0 { length += 1 }
                    return Array(UnsafeBufferPointer(start: start, count: length))
                }
            })
    }

    /// More consecutive combining marks than any file name can have.
    private static let maxMarks = 255

    /// Reason to reject the arguments: text that takes minutes to compare; nil if there is none.
    package var problem: String? {
        for (index, argument) in unused.enumerated().dropFirst() {
            let run = CombiningMarks.maxRun(in: String(decoding: argument, as: UTF8.self))
            if run > Self.maxMarks {
                return "Argument \(index) has \(run) combining marks in a row; remove them."
            }
        }
        return nil
    }

    /// The path for an argument.
    ///
    /// Each argument of the vector is used once, so two that become the same text get their own
    /// bytes in order.
    package mutating func path(_ text: String) -> InputPath {
        guard let (index, value) = candidates(text).first else { return InputPath(text) }
        unused.remove(at: index)
        return InputPath(bytes: Array(value))
    }

    /// The first argument with this text that is not UTF-8; nil if all of them are.
    package func unreadable(_ text: String) -> InputPath? {
        candidates(text).first { String(validating: $0.value, as: UTF8.self) == nil }
            .map { InputPath(bytes: Array($0.value)) }
    }

    /// The arguments with this text, and their positions.
    private func candidates(_ text: String) -> [(index: Int, value: ArraySlice<UInt8>)] {
        guard text.unicodeScalars.contains("\u{FFFD}") else { return [] }
        return unused.enumerated().flatMap { index, argument in
            Self.values(of: argument)
                .filter { String(decoding: $0, as: UTF8.self).utf8.elementsEqual(text.utf8) }
                .map { (index, $0) }
        }
    }

    /// Possible values of an argument: itself, and the value of `--name=value`.
    private static func values(of argument: [UInt8]) -> [ArraySlice<UInt8>] {
        let sign = argument.firstIndex(of: UInt8(ascii: "="))
        guard let sign, argument.starts(with: "--".utf8) else { return [argument[...]] }
        return [argument[...], argument[(sign + 1)...]]
    }
}
