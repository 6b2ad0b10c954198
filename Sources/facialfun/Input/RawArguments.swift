/// Finds the bytes of command line arguments that are not UTF-8.
///
/// Swift's strings repair such arguments with U+FFFD, and a repaired path names no file. The bytes
/// are still in the process's argument vector; a repaired string finds them by what it became.
struct RawArguments {
    private var unused: [[UInt8]]

    /// Takes an argument vector.
    init(_ arguments: [[UInt8]]) {
        unused = arguments
    }

    /// The arguments of this process.
    static func ofProcess() -> RawArguments {
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

    /// The path that an argument names.
    ///
    /// Each argument of the vector is used once, so that two that
    /// become the same text find their own bytes in the order in which they were given.
    mutating func path(_ text: String) -> InputPath {
        guard text.unicodeScalars.contains("\u{FFFD}"),
            let place = unused.firstIndex(where: {
                String(decoding: $0, as: UTF8.self).utf8.elementsEqual(text.utf8)
            })
        else { return InputPath(text) }
        return InputPath(bytes: unused.remove(at: place))
    }
}
