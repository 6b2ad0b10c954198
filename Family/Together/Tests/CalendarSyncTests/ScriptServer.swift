import Foundation

/// A Python server that prints its port and runs until it is released.
final class ScriptServer: @unchecked Sendable {
    let port: Int
    private let process = Process()
    private let input = Pipe()

    init(_ script: URL) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path]
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
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

    deinit {
        try? input.fileHandleForWriting.close()  // Ends the server.
        process.waitUntilExit()
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    static func radicale() throws -> ScriptServer {
        try ScriptServer(folder.appending(path: "radicale_server.py"))
    }

    static func hostile() throws -> ScriptServer {
        try ScriptServer(
            folder.appending(path: "../../../Kit/Tests/OutboundHTTPTests/hostile_server.py")
                .standardizedFileURL)
    }

    /// Whether this machine has Debian's Radicale.
    static let hasRadicale = FileManager.default.isExecutableFile(atPath: "/usr/bin/radicale")
}
