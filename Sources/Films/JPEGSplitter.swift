import FacialFun
import Glibc

/// Takes the bytes of a stream as they come, and gives the JPEG files in it.
struct JPEGSplitter {
    private enum Marker {
        static let startOfImage: UInt8 = 0xD8
        static let endOfImage: UInt8 = 0xD9
        static let startOfScan: UInt8 = 0xDA
        /// Restart markers, and the one that stands for nothing: no length follows them.
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
        /// Within the samples that follow a scan's head.
        case samples
    }

    private let maxBytes: Int
    private var bytes: [UInt8] = []
    /// Start of the file.
    private var start = 0
    /// Position of the search.
    private var position = 0
    private var state = State.between
    /// The first bytes of the stream, as long as they may be those of another format.
    private var head: [UInt8]? = []
    /// The format that the stream begins like, where that is not JPEG.
    private(set) var otherFormat: String?
    /// Number of buffered bytes.
    var keptBytes: Int { bytes.count }

    /// Makes a splitter.
    ///
    /// - Parameter maxBytes: The most bytes of one file.
    init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// Takes the next bytes of the stream.
    mutating func append(_ more: [UInt8]) {
        // Delivered bytes are released when they exceed the buffered ones.
        if start > bytes.count - start {
            bytes.removeFirst(start)
            position -= start
            start = 0
        }
        bytes += more
        lookAtHead(more)
    }

    /// The next file.
    ///
    /// - Parameter atEnd: Whether there are no more: then what there is of a file is handed over.
    /// - Returns: The file; nil where more bytes are needed.
    mutating func next(atEnd: Bool) -> JPEGStream.File? {
        while true {
            if state != .between, position - start > maxBytes { return passOver() }
            switch state {
            case .between:
                guard findStart() else { return nil }
            case .marker:
                switch readMarker(atEnd: atEnd) {
                case .needsMore: return atEnd ? rest() : nil
                case .isBroken where isEmpty: state = .between
                case .isBroken, .isEnd: return take()
                case .isRead: break
                }
            case .samples:
                guard findMarkerAfterSamples() else { return atEnd ? rest() : nil }
            }
        }
    }

    private enum Step { case needsMore, isRead, isBroken, isEnd }

    /// Looks for FF D8 FF, with which each file begins.
    private mutating func findStart() -> Bool {
        while let place = find(0xFF, from: position) {
            guard place + 2 < bytes.count else {
                (start, position) = (place, place)
                return false
            }
            if bytes[place + 1] == Marker.startOfImage, bytes[place + 2] == 0xFF {
                (start, position, state) = (place, place + 2, .marker)
                return true
            }
            position = place + 1
        }
        (start, position) = (bytes.count, bytes.count)
        return false
    }

    private mutating func readMarker(atEnd: Bool) -> Step {
        var place = position
        guard place < bytes.count else { return .needsMore }
        guard bytes[place] == 0xFF else { return .isBroken }
        // Any number of FF may stand before a marker; the last is enough, and without end they are not kept.
        while place < bytes.count, bytes[place] == 0xFF { place += 1 }
        if place - position > 1 {
            position = place - 1
            return .isRead
        }
        guard place < bytes.count else { return .needsMore }
        let marker = bytes[place]
        if marker == Marker.endOfImage {
            position = place + 1
            return .isEnd
        }
        // The next file begins, and this one has not ended.
        if marker == Marker.startOfImage || marker == 0 {
            position = place - 1
            return .isBroken
        }
        if Marker.standsAlone(marker) {
            position = place + 1
            return .isRead
        }
        guard place + 2 < bytes.count else { return .needsMore }
        let length = Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
        guard length >= 2 else {
            position = place + 1
            return .isBroken
        }
        guard place + 1 + length <= bytes.count else { return .needsMore }
        position = place + 1 + length
        state = marker == Marker.startOfScan ? .samples : .marker
        return .isRead
    }

    /// Looks for a marker that is neither a stuffed byte nor a restart.
    private mutating func findMarkerAfterSamples() -> Bool {
        while let place = find(0xFF, from: position) {
            guard place + 1 < bytes.count else {
                position = place
                return false
            }
            let next = bytes[place + 1]
            if next == 0 || Marker.standsAlone(next) {
                position = place + 2
            } else if next == 0xFF {
                position = place + 1
            } else {
                (position, state) = (place, .marker)
                return true
            }
        }
        position = bytes.count
        return false
    }

    /// Hands over the file up to where the search has come, or gives it up where that is too far.
    private mutating func take() -> JPEGStream.File {
        guard position - start <= maxBytes else { return passOver() }
        let file = Array(bytes[start..<position])
        (start, state) = (position, .between)
        return .whole(file)
    }

    /// Hands over what there is of a file at the end of the stream.
    private mutating func rest() -> JPEGStream.File {
        position = bytes.count
        return take()
    }

    /// Gives a file up that is too large.
    private mutating func passOver() -> JPEGStream.File {
        let count = position - start
        (start, state) = (position, .between)
        return .tooLarge(bytes: count)
    }

    /// Whether nothing has come of a file but the marker with which it begins: then it is none.
    private var isEmpty: Bool { bytes[(start + 2)..<position].allSatisfy { $0 == 0xFF } }

    private func find(_ byte: UInt8, from place: Int) -> Int? {
        guard place < bytes.count else { return nil }
        return bytes.withUnsafeBytes { raw in
            guard let base = raw.baseAddress,
                let found = memchr(base + place, Int32(byte), raw.count - place)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private mutating func lookAtHead(_ more: [UInt8]) {
        guard var first = head else { return }
        first += more.prefix(512 - first.count)
        let name =
            ImageDecoder.filmFormatName(firstBytes: first)
            ?? ImageDecoder.pictureFormatName(firstBytes: first)
        otherFormat = name == "JPEG" ? nil : name
        head = first.count < 512 && otherFormat == nil ? first : nil
    }
}
