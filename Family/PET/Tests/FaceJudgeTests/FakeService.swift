import Foundation

/// Programs that replace `facialfun` in tests, each with its own fault.
final class FakeService {
    /// The folder of the programs and their files.
    let folder: URL
    /// The program.
    let program: URL

    /// A program made of these lines of shell; `$SOCKET` is the socket's path, `$STARTS` a file
    /// that gets a line at each start.
    convenience init(_ lines: String) throws {
        try self.init(
            text: """
                #!/bin/sh
                SOCKET="$3"
                FOLDER="$(dirname "$0")"
                echo start >>"$FOLDER/starts"
                \(lines)
                """)
    }

    /// A program that serves with these lines of Python: `ready(connection)` answers that the
    /// service is ready, `warming(connection)` that it is not ready yet.
    convenience init(python lines: String) throws {
        try self.init(
            text: """
                #!/usr/bin/env python3
                import os, socket, sys, time
                with open(os.path.join(os.path.dirname(sys.argv[0]), "starts"), "a") as starts:
                    starts.write("start\\n")
                server = socket.socket(socket.AF_UNIX)
                if os.path.exists(sys.argv[3]): os.unlink(sys.argv[3])
                server.bind(sys.argv[3])
                server.listen(8)
                def answer(connection, status, body):
                    connection.recv(4096)
                    connection.sendall((f"HTTP/1.1 {status}\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n"
                        + body).encode())
                    connection.close()
                def ready(connection): answer(connection, "200 OK", "{}")
                def warming(connection): answer(connection, "503 No",
                    '{"status": 503, "code": "not_ready", "detail": "warming up"}')
                \(lines)
                """)
    }

    private init(text: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fake-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        program = folder.appending(path: "facialfun")
        try text.write(to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: program.path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The number of starts.
    var starts: Int {
        let text = try? String(contentsOf: folder.appending(path: "starts"), encoding: .utf8)
        return text?.split(separator: "\n").count ?? 0
    }

    /// The content of a file that the program may have written.
    func text(_ name: String) -> String {
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    }
}
