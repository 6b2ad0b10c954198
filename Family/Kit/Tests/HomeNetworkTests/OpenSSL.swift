import Foundation

/// Runs the system's openssl, which creates and verifies certificates.
enum OpenSSL {
    static let program = URL(filePath: "/usr/bin/openssl")
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program.path) }

    /// Runs openssl in a folder and returns its output and exit status.
    @discardableResult
    static func run(_ arguments: String, in folder: URL) throws -> (text: String, status: Int32) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
}

/// A temporary folder.
final class TestFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "home-network-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func mode(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(
            atPath: url.appending(path: name).path)
        return attributes[.posixPermissions] as? Int
    }

    func setMode(_ mode: Int, _ name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: url.appending(path: name).path)
    }
}
