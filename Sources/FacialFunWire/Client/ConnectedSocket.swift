import Glibc

/// A connected socket; closed when the last reference goes away.
final class ConnectedSocket: Sendable {
    let descriptor: Int32

    /// Takes the descriptor over.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Ends all waits on it, from any thread: reads return the end of the stream.
    func interrupt() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sets a timeout for all further waits.
    func limitWaits(milliseconds: Int) {
        var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }
}
