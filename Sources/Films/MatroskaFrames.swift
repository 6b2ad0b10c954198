import FacialFun

/// The frames of a Matroska stream with one track of raw RGB pictures, as ffmpeg writes it to a
/// pipe.
///
/// Matroska stores the time of each frame (RFC 9559), unlike a stream of bare pictures. Elements
/// that do not lead to frames are skipped.
struct MatroskaFrames {
    /// Layout of the frames.
    struct Layout: Hashable {
        /// Width in pixels.
        var width: Int
        /// Height in pixels.
        var height: Int
    }

    private enum Element {
        static let segment = 0x1853_8067
        static let tracks = 0x1654_AE6B
        static let track = 0xAE
        static let video = 0xE0
        static let width = 0xB0
        static let height = 0xBA
        static let cluster = 0x1F43_B675
        static let timestamp = 0xE7
        static let simpleBlock = 0xA3
        static let blockGroup = 0xA0
        static let block = 0xA1
        /// Elements whose contents are parsed instead of skipped.
        static let folders: Set<Int> = [segment, tracks, track, video, cluster, blockGroup]
    }

    private var source: ByteSource
    private var width = 0
    private var height = 0
    private var clusterMilliseconds = 0
    private let maxPixels: Int

    /// Reads a stream.
    init(_ source: ByteSource, maxPixels: Int) {
        self.source = source
        self.maxPixels = maxPixels
    }

    /// The next frame, in reused memory, with its time in milliseconds; nil at the end.
    ///
    /// - Throws: `damaged` if the stream is invalid or ends within a frame, `tooLarge`.
    mutating func next(
        into memory: inout ReusableImage
    ) throws(FacialFunError) -> (image: Image, milliseconds: Int)? {
        while let id = try identifier() {
            let size = try number()
            if Element.folders.contains(id) { continue }
            guard let size else { throw Self.nonsense }
            switch id {
            case Element.width: width = try unsigned(size)
            case Element.height: height = try unsigned(size)
            case Element.timestamp: clusterMilliseconds = try unsigned(size)
            case Element.simpleBlock, Element.block:
                return try frame(size, into: &memory)
            default:
                guard try source.skip(size) else { throw Self.cut }
            }
        }
        return nil
    }

    private mutating func frame(
        _ size: Int, into memory: inout ReusableImage
    ) throws(FacialFunError) -> (Image, Int) {
        let start = source.taken
        guard try number() != nil else { throw Self.nonsense }
        let (high, low, _) = (try byte(), try byte(), try byte())
        let offset = Int(Int16(bitPattern: UInt16(high) << 8 | UInt16(low)))
        guard width > 0, height > 0 else { throw Self.nonsense }
        guard width <= DecodeLimits.maxSide, height <= DecodeLimits.maxSide,
            width * height <= maxPixels
        else {
            throw FacialFunError(
                code: .tooLarge,
                message:
                    "The frames have \(width)×\(height) pixels; the limit is \(maxPixels). "
                    + "Scale the film down.")
        }
        guard size - (source.taken - start) == width * height * 3 else { throw Self.nonsense }
        let image = try memory.make(width: width, height: height) {
            (pixels) throws(FacialFunError) in
            let memory = UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(pixels)[..<(width * height * 3)])
            guard try source.fill(memory) else { throw Self.cut }
        }
        return (image, clusterMilliseconds + offset)
    }

    /// The identifier of the next element, with its length marker; nil at the end.
    private mutating func identifier() throws(FacialFunError) -> Int? {
        guard let first = try source.next() else { return nil }
        guard first >= 0x10 else { throw Self.nonsense }
        var value = Int(first)
        for _ in 0..<first.leadingZeroBitCount { value = value << 8 | Int(try byte()) }
        return value
    }

    /// A number of one to eight bytes, without its length marker; nil if all its bits are set,
    /// which means an unknown size.
    private mutating func number() throws(FacialFunError) -> Int? {
        let first = try byte()
        let more = first.leadingZeroBitCount
        guard more < 8 else { throw Self.nonsense }
        var value = Int(first) & (0x7F >> more)
        for _ in 0..<more { value = value << 8 | Int(try byte()) }
        return value == (1 << (7 * (more + 1))) - 1 ? nil : value
    }

    private mutating func unsigned(_ size: Int) throws(FacialFunError) -> Int {
        guard size <= 7 else { throw Self.nonsense }
        var value = 0
        for _ in 0..<size { value = value << 8 | Int(try byte()) }
        return value
    }

    private mutating func byte() throws(FacialFunError) -> UInt8 {
        guard let byte = try source.next() else { throw Self.cut }
        return byte
    }

    private static let nonsense = FacialFunError(
        code: .damaged, message: "The output of ffmpeg is invalid. Try another film.")
    private static let cut = FacialFunError(
        code: .damaged, message: "ffmpeg ended within a frame; it may lack memory.")
}
