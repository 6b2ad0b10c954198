import Glibc

/// Reads the bytes of an input, at most one more than the limit.
package struct InputReader: Sendable {
    /// Maximum number of bytes of an input.
    package let maxBytes: Int
    /// The option that changes it, if there is one.
    package var flag: String?

    /// Makes a reader.
    package init(maxBytes: Int, flag: String? = nil) {
        self.maxBytes = maxBytes
        self.flag = flag
    }

    /// Bytes per read from inputs of unknown size.
    private static let chunk = 256 * 1024

    /// Reads all bytes of an input.
    ///
    /// Waits until a FIFO has a writer, and reads it to its end, like any program.
    ///
    /// - Throws: ``CommandError``; `tooManyBytes` as soon as the limit is exceeded, for a regular
    ///   file before anything is read.
    package func read(_ item: InputItem) throws(CommandError) -> [UInt8] {
        switch item {
        case .failed(_, let error):
            throw error
        case .standardInput:
            return try read(descriptor: STDIN_FILENO)
        case .file(let path), .film(let path):
            let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
            guard descriptor >= 0 else { throw CommandError(reading: errno) }
            defer { close(descriptor) }
            return try read(descriptor: descriptor)
        }
    }

    /// Reads all bytes from a descriptor to its end.
    private func read(descriptor: Int32) throws(CommandError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw CommandError(reading: errno) }
        var expected = Self.chunk
        if status.st_mode & S_IFMT == S_IFREG {
            guard status.st_size <= maxBytes else {
                throw .tooManyBytes(limit: maxBytes, flag: flag)
            }
            // One more than the size, so that the first round already finds the end.
            expected = Int(status.st_size) + 1
        }
        var bytes: [UInt8] = []
        while true {
            let room = min(expected, maxBytes + 1 - bytes.count)
            let count = try Self.append(to: &bytes, from: descriptor, atMost: room)
            if count == 0 { return bytes }
            guard bytes.count <= maxBytes else { throw .tooManyBytes(limit: maxBytes, flag: flag) }
            expected = max(expected - count, Self.chunk)
        }
    }

    /// Reads until `room` bytes have arrived or the input ends; returns their number.
    private static func append(
        to bytes: inout [UInt8], from descriptor: Int32, atMost room: Int
    ) throws(CommandError) -> Int {
        var failure: Int32 = 0
        let more = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            while filled < room, let start = buffer.baseAddress {
                let count = Glibc.read(descriptor, start + filled, room - filled)
                if count > 0 {
                    filled += count
                } else if count == 0 {
                    break
                } else if errno == EAGAIN {
                    // A non-blocking descriptor: wait for more data.
                    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&request, 1, -1)
                } else if errno != EINTR {
                    failure = errno
                    break
                }
            }
        }
        guard failure == 0 else { throw CommandError(reading: failure) }
        if bytes.isEmpty { bytes = more } else { bytes.append(contentsOf: more) }
        return more.count
    }

    /// The first bytes of a regular file, or nil when it cannot be read.
    package static func firstBytes(of path: InputPath, count: Int) -> [UInt8]? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        do {
            _ = try append(to: &bytes, from: descriptor, atMost: count)
        } catch {
            return nil
        }
        return bytes
    }
}
