import Foundation

/// A TCP port of 127.0.0.1: free, used by the game, or used by another program.
struct LocalPort {
    /// The state of a port.
    enum State: Equatable {
        case free
        /// The game listens on it.
        case game
        /// The port is not available, for this reason.
        case taken(String)
    }

    let number: UInt16

    /// Determines the current state.
    func state() -> State {
        // The error if not even a socket can be created.
        var failure: Int32? = EMFILE
        withSocket { descriptor in
            var one: Int32 = 1
            setsockopt(
                descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
            failure = withAddress { bind(descriptor, $0, $1) } == 0 ? nil : errno
        }
        guard let failure else { return .free }
        return answersAsGame() ? .game : .taken(String(cString: strerror(failure)))
    }

    /// Whether the game's health endpoint answers on the port.
    private func answersAsGame() -> Bool {
        var answer = ""
        withSocket { descriptor in
            var limit = timeval(tv_sec: 2, tv_usec: 0)
            let size = socklen_t(MemoryLayout<timeval>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
            guard withAddress({ connect(descriptor, $0, $1) }) == 0 else { return }
            let question = Array(
                "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(number)\r\nConnection: close\r\n\r\n"
                    .utf8)
            guard send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) > 0 else {
                return
            }
            var bytes = [UInt8](repeating: 0, count: 4096)
            var filled = 0
            while filled < bytes.count {
                let count = bytes.withUnsafeMutableBytes { buffer in
                    recv(descriptor, buffer.baseAddress.map { $0 + filled }, 4096 - filled, 0)
                }
                guard count > 0 else { break }
                filled += count
            }
            answer = String(decoding: bytes[..<filled], as: UTF8.self)
        }
        return answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("\r\n\r\nok\n")
    }

    private func withSocket(_ body: (Int32) -> Void) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        body(descriptor)
    }

    private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = number.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
