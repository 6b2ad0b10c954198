import Foundation
import Glibc
import Synchronization
import TestSupport

@testable import FacialFunWire

/// A server on a Unix domain socket that answers any request on one connection with a given text.
final class CannedServer: Sendable {
    /// The request, once the response has arrived.
    let request = Mutex<String>("")
    /// The address of the server.
    let endpoint: ServiceEndpoint
    private let folder: TemporaryFolder
    private let descriptor: Int32

    /// Starts listening.
    ///
    /// - Parameter answer: The text sent after the end of the request's head; nil sends nothing and
    ///   keeps the connection open.
    /// - Throws: If the folder of the socket cannot be created.
    init(_ answer: String?) throws {
        folder = try TemporaryFolder()
        let path = folder.path("s")
        endpoint = .unix(path: path)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        precondition(bound == 0 && listen(descriptor, 1) == 0, "cannot listen at \(path)")
        let taken = Thread { [self] in serve(answer) }
        taken.start()
    }

    deinit { close(descriptor) }

    private func serve(_ answer: String?) {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
            let count = recv(connection, &part, part.count, 0)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        request.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
        guard let answer else {
            // Waits until the client disconnects.
            _ = recv(connection, &part, part.count, 0)
            close(connection)
            return
        }
        var rest = Array(answer.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(connection, $0.baseAddress, min($0.count, 7), Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        close(connection)
    }
}
