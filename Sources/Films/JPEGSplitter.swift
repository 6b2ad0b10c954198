import FacialFun
import Glibc

/// Splits a stream of bytes into its JPEG files.
struct JPEGSplitter {
    private enum Marker {
        static let startOfImage: UInt8 = 0xD8
        static let endOfImage: UInt8 = 0xD9
        static let startOfScan: UInt8 = 0xDA
        /// Whether a marker has no length: restart markers and TEM.
        static func standsAlone(_ marker: UInt8) -> Bool {
            marker == 0x01 || (0xD0...0xD7).contains(marker)
        }
    }

    /// Position of the search in a file.
    private enum State {
        /// Before a file.
        case between
        /// At a marker.
        case marker
        /// Within the entropy-coded data after the header of a scan.
        case samples
    }

    private let maxBytes: Int
    private var bytes: [UInt8] = []
    /// Start of the file.
    private var start = 0
    /// Position of the search.
    private var position = 0
    private var state = State.between
    /// The first bytes of the stream, while they may belong to another format.
    private var head: [UInt8]? = []
    /// The format of the stream's first bytes, if it is not JPEG.
    private(set) var otherFormat: String?
    /// Number of buffered bytes.
    var keptBytes: Int { bytes.count }

    /// Creates a splitter.
    ///
    /// - Parameter maxBytes: Maximum size of a file.
    init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// Appends the next bytes of the stream.
    mutating func append(_ more: [UInt8]) {
        // Releases delivered bytes once there are more of them than buffered ones.
        if start > bytes.count - start {
            bytes.removeFirst(start)
            position -= start
            start = 0
        }
        bytes += more
        detectFormat(more)
    }

    /// The next file.
    ///
    /// - Parameter atEnd: Whether the stream has ended, so that an incomplete file is delivered.
    /// - Returns: The file; nil if more bytes are needed.
    mutating func next(atEnd: Bool) -> JPEGStream.File? {
        while true {
            if state != .between, position - start > maxBytes { return skip() }
            switch state {
            case .between:
                guard findStart() else { return nil }
            case .marker:
                switch readMarker(atEnd: atEnd) {
                case .needsMore: return atEnd ? finishIncomplete() : nil
                case .isBroken where isEmpty: state = .between
                case .isBroken, .isEnd: return finish()
                case .isRead: break
                }
            case .samples:
                guard findMarkerAfterSamples() else { return atEnd ? finishIncomplete() : nil }
            }
        }
    }

    private enum Step { case needsMore, isRead, isBroken, isEnd }

    /// Searches for FF D8 FF, the start of each file.
    private mutating func findStart() -> Bool {
        while let offset = find(0xFF, from: position) {
            guard offset + 2 < bytes.count else {
                (start, position) = (offset, offset)
                return false
            }
            if bytes[offset + 1] == Marker.startOfImage, bytes[offset + 2] == 0xFF {
                (start, position, state) = (offset, offset + 2, .marker)
                return true
            }
            position = offset + 1
        }
        (start, position) = (bytes.count, bytes.count)
        return false
    }

    private mutating func readMarker(atEnd: Bool) -> Step {
        var offset = position
        guard offset < bytes.count else { return .needsMore }
        guard bytes[offset] == 0xFF else { return .isBroken }
        // Any number of FF may precede a marker. Only the last one is kept, so that an endless
        // sequence takes no memory.
        while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
        if offset - position > 1 {
            position = offset - 1
            return .isRead
        }
        guard offset < bytes.count else { return .needsMore }
        let marker = bytes[offset]
        if marker == Marker.endOfImage {
            position = offset + 1
            return .isEnd
        }
        // The next file starts before the end of this one.
        if marker == Marker.startOfImage || marker == 0 {
            position = offset - 1
            return .isBroken
        }
        if Marker.standsAlone(marker) {
            position = offset + 1
            return .isRead
        }
        guard offset + 2 < bytes.count else { return .needsMore }
        let length = Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2])
        guard length >= 2 else {
            position = offset + 1
            return .isBroken
        }
        guard offset + 1 + length <= bytes.count else { return .needsMore }
        position = offset + 1 + length
        state = marker == Marker.startOfScan ? .samples : .marker
        return .isRead
    }

    /// Searches for a marker other than a stuffed byte or a restart.
    private mutating func findMarkerAfterSamples() -> Bool {
        while let offset = find(0xFF, from: position) {
            guard offset + 1 < bytes.count else {
                position = offset
                return false
            }
            let next = bytes[offset + 1]
            if next == 0 || Marker.standsAlone(next) {
                position = offset + 2
            } else if next == 0xFF {
                position = offset + 1
            } else {
                (position, state) = (offset, .marker)
                return true
            }
        }
        position = bytes.count
        return false
    }

    /// Delivers the file up to the current position, or skips it if it is too large.
    private mutating func finish() -> JPEGStream.File {
        guard position - start <= maxBytes else { return skip() }
        let file = Array(bytes[start..<position])
        (start, state) = (position, .between)
        return .whole(file)
    }

    /// Delivers an incomplete file at the end of the stream.
    private mutating func finishIncomplete() -> JPEGStream.File {
        position = bytes.count
        return finish()
    }

    /// Skips a file that is too large.
    private mutating func skip() -> JPEGStream.File {
        let count = position - start
        (start, state) = (position, .between)
        return .tooLarge(bytes: count)
    }

    /// Whether the file contains only its start marker, which is not a picture.
    private var isEmpty: Bool { bytes[(start + 2)..<position].allSatisfy { $0 == 0xFF } }

    private func find(_ byte: UInt8, from offset: Int) -> Int? {
        guard offset < bytes.count else { return nil }
        return bytes.withUnsafeBytes { raw in
            guard let base = raw.baseAddress,
                let found = memchr(base + offset, Int32(byte), raw.count - offset)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private mutating func detectFormat(_ more: [UInt8]) {
        guard var first = head else { return }
        first += more.prefix(512 - first.count)
        let name =
            ImageDecoder.filmFormatName(firstBytes: first)
            ?? ImageDecoder.pictureFormatName(firstBytes: first)
        otherFormat = name == "JPEG" ? nil : name
        head = first.count < 512 && otherFormat == nil ? first : nil
    }
}
