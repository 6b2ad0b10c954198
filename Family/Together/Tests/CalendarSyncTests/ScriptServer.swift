import Foundation
import Synchronization

/// A Python server that prints its port and runs until the tests end.
final class ScriptServer: @unchecked Sendable {
    let port: Int
    private let process = Process()

    init(_ script: URL) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path]
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        // If the server outlives the tests, it must not keep their output open.
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let part = output.fileHandleForReading.availableData
            if part.isEmpty { break }
            line += part
        }
        let text = String(decoding: line, as: UTF8.self)
        guard let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw CocoaError(.executableLoad)
        }
        self.port = port
    }

    deinit { process.terminate() }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private static let oneRadicale = Result {
        try ScriptServer(folder.appending(path: "radicale_server.py"))
    }
    private static let oneHostile = Result {
        try ScriptServer(
            folder.appending(path: "../../../Kit/Tests/OutboundHTTPTests/hostile_server.py")
                .standardizedFileURL)
    }
    private static let users = Mutex(0)

    static func radicale() throws -> ScriptServer { try oneRadicale.get() }
    static func hostile() throws -> ScriptServer { try oneHostile.get() }

    /// A Radicale user that no other test uses.
    static func nextUser() -> String {
        users.withLock { number in
            defer { number += 1 }
            return "ada\(number)"
        }
    }

    /// Whether Debian's Radicale is installed.
    static let hasRadicale = FileManager.default.isExecutableFile(atPath: "/usr/bin/radicale")
}
