import Glibc

/// The running program's file.
package enum Executable {
    /// The name under which it was started, without folders.
    package static let name =
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "facialfun"

    /// Its path with all links resolved, or its name if the kernel does not report the path.
    package static var path: String {
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
