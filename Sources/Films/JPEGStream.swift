package import FacialFun
import FacialFunWire
import Glibc

/// The JPEG files of a stream of concatenated JPEGs, as `ffmpeg -f image2pipe -c:v mjpeg -` writes
/// it.
///
/// Files are separated by their markers (ITU-T T.81, annex B), so a thumbnail in the metadata of a
/// picture is not a separate file. Bytes between files are skipped. A damaged or truncated file is
/// delivered as it is, so that the decoder reports the error, and the search continues with the
/// next one. A file is delivered as soon as its last byte arrives. Not thread-safe.
package final class JPEGStream {
    /// A file of the stream.
    package enum File: Hashable, Sendable {
        /// A file from its first marker to its last.
        case whole([UInt8])
        /// A file above the limit; this number of its bytes was skipped.
        case tooLarge(bytes: Int)
    }

    private static let chunk = 64 * 1024

    private let descriptor: Int32
    private let maxBytes: Int
    private var splitter: JPEGSplitter
    private var hasEnded = false
    private var isBegun = false

    /// Starts reading a stream.
    ///
    /// - Parameters:
    ///   - descriptor: The source; it stays open.
    ///   - maxBytes: Maximum size of a file.
    package init(descriptor: Int32, maxBytes: Int) {
        self.descriptor = descriptor
        self.maxBytes = maxBytes
        splitter = JPEGSplitter(maxBytes: maxBytes)
    }

    /// Waits for the next file; nil at the end.
    ///
    /// - Throws: `noPictures` if the stream starts like another format, or ends without a file;
    ///   `system` if it cannot be read.
    package func next() throws(FacialFunError) -> File? {
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

    private func read() throws(FacialFunError) -> [UInt8] {
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
            throw FacialFunError(
                code: .system, message: "The stream cannot be read: \(Errno(failure)).")
        }
        return bytes
    }

    private static func noPictures(_ format: String?) -> FacialFunError {
        let begin =
            format.map { "The stream starts with a \($0) file, not a JPEG." }
            ?? "The stream contains no JPEG."
        return FacialFunError(
            code: .noPictures,
            message: begin
                + " Pipe JPEGs: `ffmpeg … -f image2pipe -c:v mjpeg - | "
                + "facialfun score - --stream --fps 10`."
        )
    }
}
