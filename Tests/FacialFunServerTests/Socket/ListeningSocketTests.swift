import FacialFun
import Foundation
import Glibc
import Synchronization
import Testing
import TestSupport

@testable import FacialFunServer

struct ListeningSocketTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mode(of path: String) -> mode_t {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0 }
        return status.st_mode
    }

    private func canConnect(_ path: String) throws -> Bool {
        let descriptor = try ListeningSocket.open(AF_UNIX, name: path)
        defer { close(descriptor) }
        return try UnixSocketPath(path).withSocketAddress { connect(descriptor, $0, $1) } == 0
    }

    @Test(
        "the socket file has the requested mode regardless of the umask", arguments: [0o600, 0o660])
    func permissions(wanted: UInt32) throws {
        let path = folder.path("socket")
        let socket = try ListeningSocket.unix(path: path, mode: wanted)
        defer { close(socket.descriptor) }
        #expect(mode(of: path) == S_IFSOCK | mode_t(wanted))
        #expect(try folder.files().isEmpty || folder.files() == ["socket"])
        #expect(try canConnect(path))
    }

    @Test("the socket file of a dead server is replaced")
    func stale() throws {
        let path = folder.path("socket")
        close(try ListeningSocket.unix(path: path).descriptor)
        #expect(try !canConnect(path))
        let second = try ListeningSocket.unix(path: path)
        defer { close(second.descriptor) }
        #expect(try canConnect(path))
    }

    @Test("a live server keeps its socket; a second one is rejected")
    func live() throws {
        let path = folder.path("socket")
        let first = try ListeningSocket.unix(path: path)
        defer { close(first.descriptor) }
        let error = try #require(throws: FacialFunError.self) {
            try ListeningSocket.unix(path: path)
        }
        #expect(error.code == .socketInUse)
        #expect(error.message.contains(path))
        #expect(try canConnect(path))
    }

    @Test("a file that is not a socket is left alone")
    func otherFile() throws {
        let path = try folder.write("socket", [1, 2, 3])
        let error = try #require(throws: FacialFunError.self) {
            try ListeningSocket.unix(path: path)
        }
        #expect(error.code == .notASocket)
        #expect(mode(of: path) & S_IFMT == S_IFREG)
        // A link is not followed, so its destination is not replaced.
        let link = try folder.link("link", to: path)
        #expect(throws: FacialFunError.self) { try ListeningSocket.unix(path: link) }
    }

    @Test("the file is deleted at the end unless another server has replaced it")
    func deletion() throws {
        let path = folder.path("socket")
        let first = try ListeningSocket.unix(path: path)
        close(first.descriptor)
        let second = try ListeningSocket.unix(path: path)
        defer { close(second.descriptor) }
        first.ownedFile?.delete()
        #expect(try canConnect(path))
        second.ownedFile?.delete()
        #expect(mode(of: path) == 0)
    }

    @Test("invalid paths are rejected by name")
    func badPaths() throws {
        let long = folder.path(String(repeating: "x", count: 120))
        for path in ["", long, folder.path("missing/socket")] {
            let error = try #require(throws: FacialFunError.self) {
                try ListeningSocket.unix(path: path)
            }
            #expect(error.code == .badSocketPath)
        }
        let error = try #require(throws: FacialFunError.self) {
            try ListeningSocket.unix(path: folder.path("s"), group: "no-such-group")
        }
        #expect(error.code == .badGroup)
        #expect(try folder.files().isEmpty)
    }

    @Test("a folder locked by another process is awaited for a limited time")
    func lockedFolder() throws {
        let path = folder.path("socket")
        // flock(2): a lock belongs to the open file description, so this process can act as the
        // other one.
        let other = try SocketLock(beside: path)
        let error = try #require(throws: FacialFunError.self) {
            try SocketLock(beside: path, patience: .milliseconds(50))
        }
        #expect(error.code == .folderLocked)
        for words in [path, folder.path, "server", "lslocks", "--socket"] {
            #expect(error.message.contains(words), "\(error.message)")
        }
        let isReleased = Atomic<Bool>(false)
        Thread {
            usleep(100_000)
            isReleased.store(true, ordering: .releasing)
            other.release()
        }.start()
        let socket = try ListeningSocket.unix(path: path)
        let wasReleased = isReleased.load(ordering: .acquiring)
        #expect(wasReleased)
        socket.discard()
    }

    @Test("a TCP port in use is rejected; port 0 gets a free one, which is reported")
    func tcp() throws {
        let first = try ListeningSocket.tcp(LoopbackAddress("127.0.0.1:0"))
        defer { close(first.descriptor) }
        #expect(!first.address.hasSuffix(":0"))
        let error = try #require(throws: FacialFunError.self) {
            try ListeningSocket.tcp(LoopbackAddress(first.address))
        }
        #expect(error.code == .socketInUse)
    }

    @Test("descriptors from systemd are accepted for this process only, and checked")
    func activation() throws {
        #expect(try ListeningSocket.inherited(environment: [:]).isEmpty)
        let others = ["LISTEN_PID": "1", "LISTEN_FDS": "1"]
        #expect(try ListeningSocket.inherited(environment: others).isEmpty)
        let broken = ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "many"]
        #expect(throws: FacialFunError.self) {
            try ListeningSocket.inherited(environment: broken)
        }

        let path = folder.path("socket")
        let socket = try ListeningSocket.unix(path: path)
        let adopted = try ListeningSocket.adopted(socket.descriptor)
        #expect(adopted.kind == .unix)
        #expect(adopted.address.hasSuffix("socket") || adopted.address.contains(".ff"))
        close(socket.descriptor)
        let tcp = try ListeningSocket.tcp(LoopbackAddress("127.0.0.1:0"))
        #expect(try ListeningSocket.adopted(tcp.descriptor).address == tcp.address)
        close(tcp.descriptor)

        let unconnected = try ListeningSocket.open(AF_UNIX, name: "test")
        defer { close(unconnected) }
        let error = try #require(throws: FacialFunError.self) {
            try ListeningSocket.adopted(unconnected)
        }
        #expect(error.code == .badActivation)
    }

    @Test("an inherited TCP socket that other machines can reach is rejected")
    func foreignActivation() throws {
        let descriptor = try ListeningSocket.open(AF_INET, name: "test")
        defer { close(descriptor) }
        #expect(listen(descriptor, 1) == 0)  // without bind: 0.0.0.0, a port of the system's choice
        let error = try #require(throws: FacialFunError.self) {
            try ListeningSocket.adopted(descriptor)
        }
        #expect(error.code == .badActivation)
    }
}
