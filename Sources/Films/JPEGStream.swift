import FacialFun
import FacialFunWire
import Glibc

/// The JPEG files of a stream in which they stand one after the other, as
/// `ffmpeg -f image2pipe -c:v mjpeg -` writes it.
///
/// Files are separated by their markers (ITU-T T.81, annex B), so a thumbnail in the metadata of a
/// picture is not a separate file. Bytes between files are skipped. A damaged or truncated file is
/// delivered as it is, so that the decoder reports the error, and the search continues with the
/// next one. A file is delivered as soon as its last byte arrives. Not thread-safe.
package final class JPEGStream {
    /// A file of the stream.
    package enum File: Hashable, Sendable {
        /// From its first marker to its last.
        case whole([UInt8])
        /// It was larger than is taken; so many bytes of it were passed over.
        case tooLarge(bytes: Int)
    }

    private static let chunk = 64 * 1024

    private let descriptor: Int32
    private let maxBytes: Int
    private var splitter: JPEGSplitter
    private var hasEnded = false
    private var isBegun = false

    /// Reads a stream.
    ///
    /// - Parameters:
    ///   - descriptor: What it comes from; stays open.
    ///   - maxBytes: The most bytes of one file.
    package init(descriptor: Int32, maxBytes: Int) {
        self.descriptor = descriptor
        self.maxBytes = maxBytes
        splitter = JPEGSplitter(maxBytes: maxBytes)
    }

    /// The next file, waiting until it is there; nil at the end.
    ///
    /// - Throws: `noPictures` where the stream begins like another kind of file, or ends without one;
    ///   `system` where it cannot be read.
    package func next() throws(FilmError) -> File? {
        while true {
            if let file = splitter.next(atEnd: hasEnded) {
                isBegun = true
                return file
            }
            guard !hasEnded else {
                guard isBegun else { throw Self.noPictures(nil) }
                return nil
            }
            let bytes = try read()
            if bytes.isEmpty { hasEnded = true }
            splitter.append(bytes)
            if !isBegun, let name = splitter.otherFormat { throw Self.noPictures(name) }
        }
    }

    private func read() throws(FilmError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
            while true {
                let read = Glibc.read(descriptor, buffer.baseAddress, Self.chunk)
                if read >= 0 {
                    count = read
                    return
                }
                if errno == EAGAIN {
                    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&request, 1, -1)
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        guard failure == 0 else {
            throw FilmError(
                code: .system, message: "The stream cannot be read: \(Errno(failure)).")
        }
        return bytes
    }

    private static func noPictures(_ format: String?) -> FilmError {
        let begin =
            format.map { "The stream begins like a \($0) file, not with a JPEG." }
            ?? "There is no JPEG in the stream."
        return FilmError(
            code: .noPictures,
            message: begin
                + " Give it JPEGs: `ffmpeg … -f image2pipe -c:v mjpeg - | "
                + "facialfun score - --stream --fps 10`."
        )
    }
}
