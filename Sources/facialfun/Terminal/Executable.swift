import Glibc

/// The running program's file.
enum Executable {
    /// Its path with all links resolved, or the name that it was called by where the kernel does not
    /// say.
    static var path: String {
        let length = Int(PATH_MAX)
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            guard let start = buffer.baseAddress else { return }
            filled = start.withMemoryRebound(to: CChar.self, capacity: length) { text in
                max(0, readlink("/proc/self/exe", text, length))
            }
        }
        guard !bytes.isEmpty else { return CommandLine.arguments.first ?? "facialfun" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
