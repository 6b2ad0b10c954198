import Foundation

/// Runs `hostile_server.py` until it is released or the tests end.
final class HostileServer: @unchecked Sendable {
    let port: Int
    private static let plain = Result { try HostileServer() }

    /// The server without TLS that all tests share.
    static func shared() throws -> HostileServer { try plain.get() }

    private let process = Process()

    init(certificate: URL? = nil, key: URL? = nil) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "hostile_server.py")
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path]
        if let certificate, let key {
            process.arguments? += ["--certificate", certificate.path, "--key", key.path]
        }
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
}

/// Certificates made by OpenSSL in a temporary folder.
final class TestCertificates {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A self-signed certificate for one host.
    func selfSigned(for host: String) throws -> (certificate: URL, key: URL) {
        let certificate = folder.appending(path: "\(host).pem")
        let key = folder.appending(path: "\(host).key")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout", key.path, "-out", certificate.path, "-subj", "/CN=\(host)", "-addext",
            "subjectAltName=DNS:\(host)", "-days", "30",
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        return (certificate, key)
    }
}
