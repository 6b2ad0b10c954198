/// The length of a recording according to its container.
///
/// Reads only the headers of boxes, pages and clusters, not the audio; checks every length against
/// the file's size.
enum RecordingLength {
    /// The length in seconds; nil if the file does not state it.
    static func seconds(of bytes: [UInt8], type: String) -> Double? {
        switch type {
        case "audio/webm": webM(bytes)
        case "audio/ogg": ogg(bytes)
        default: mpeg4(bytes)
        }
    }

    /// The latest timestamp of a cluster or block, because live recordings have no duration in
    /// their header.
    private static func webM(_ bytes: [UInt8]) -> Double? {
        var offset = 0
        var cluster = 0
        var last: Int?
        var scale = 1_000_000.0
        while offset < bytes.count {
            guard let id = element(bytes, &offset, keepsMarker: true),
                let length = element(bytes, &offset, keepsMarker: false)
            else { break }
            // Only Segment, Info, Cluster and BlockGroup are parsed; a length whose bits are all
            // ones means "unknown".
            if [0x1853_8067, 0x1549_A966, 0x1F43_B675, 0xA0].contains(id) { continue }
            let end = min(bytes.count, offset + min(length, bytes.count))
            let content = bytes[offset..<end]
            switch id {
            case 0x2A_D7B1 where (1...8).contains(content.count): scale = Double(number(content))
            case 0xE7 where (1...8).contains(content.count):
                cluster = number(content)
                last = max(last ?? 0, cluster)
            case 0xA3, 0xA1:
                // The track number is followed by a signed 16-bit timestamp.
                if content.count >= 3 {
                    let at = content.startIndex + 1
                    let time = Int16(bitPattern: UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1]))
                    last = max(last ?? 0, cluster &+ Int(time))
                }
            default: break
            }
            offset = end
        }
        return last.map { Double($0) * scale / 1e9 }
    }

    /// An EBML number; nil at the end of the file.
    private static func element(
        _ bytes: [UInt8], _ offset: inout Int, keepsMarker: Bool
    ) -> Int? {
        guard offset < bytes.count else { return nil }
        let first = bytes[offset]
        let width = first.leadingZeroBitCount + 1
        guard width <= 8, offset + width <= bytes.count else { return nil }
        var value = Int(keepsMarker ? first : first & (UInt8.max >> UInt8(width)))
        for index in 1..<max(1, width) {
            value = (value << 8 | Int(bytes[offset + index])) & (1 << 56 - 1)
        }
        offset += width
        return value
    }

    /// The position of the last page, in samples at 48,000 Hz (RFC 7845).
    private static func ogg(_ bytes: [UInt8]) -> Double? {
        var last: Double?
        var offset = 0
        while offset + 27 <= bytes.count, bytes[offset...].starts(with: Array("OggS".utf8)) {
            let position = bytes[(offset + 6)..<(offset + 14)].reversed()
                .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // All bits are ones if no packet ends on this page.
            if position != .max { last = max(last ?? 0, Double(position) / 48_000) }
            let segments = Int(bytes[offset + 26])
            guard offset + 27 + segments <= bytes.count else { break }
            let body = bytes[(offset + 27)..<(offset + 27 + segments)].reduce(0) { $0 + Int($1) }
            offset += 27 + segments + body
        }
        return last
    }

    /// The longest duration in the movie header, the track headers and the fragments.
    private static func mpeg4(_ bytes: [UInt8]) -> Double? {
        var scale = 0.0
        var longest: Double?
        func search(_ range: Range<Int>, depth: Int) {
            var offset = range.lowerBound
            while offset + 8 <= range.upperBound {
                let size = number(bytes[offset..<(offset + 4)])
                let name = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
                let end = size < 8 ? range.upperBound : min(range.upperBound, offset + size)
                let body = (offset + 8)..<end
                switch name {
                case "moov", "moof", "trak", "mdia", "traf", "mvex":
                    if depth < 6 { search(body, depth: depth + 1) }
                case "mdhd", "mvhd": header(body)
                case "tfdt": decodeTime(body)
                default: break
                }
                offset = end
            }
        }
        func header(_ body: Range<Int>) {
            guard let version = body.first.map({ bytes[$0] }) else { return }
            let at = body.lowerBound + (version == 1 ? 20 : 12)
            let width = version == 1 ? 8 : 4
            guard at + 4 + width <= body.upperBound else { return }
            let own = Double(number(bytes[at..<(at + 4)]))
            let duration = number(bytes[(at + 4)..<(at + 4 + width)])
            guard own > 0 else { return }
            scale = own
            // All ones: unknown.
            guard duration >= 0, duration != 0xFFFF_FFFF else { return }
            longest = max(longest ?? 0, Double(duration) / own)
        }
        func decodeTime(_ body: Range<Int>) {
            guard let version = body.first.map({ bytes[$0] }), scale > 0 else { return }
            let width = version == 1 ? 8 : 4
            guard body.lowerBound + 4 + width <= body.upperBound else { return }
            let time = number(bytes[(body.lowerBound + 4)..<(body.lowerBound + 4 + width)])
            if time > 0 { longest = max(longest ?? 0, Double(time) / scale) }
        }
        search(0..<bytes.count, depth: 0)
        return longest
    }

    /// Decodes a big-endian number; from more than seven bytes, the lowest 56 bits.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { ($0 << 8 | Int($1)) & (1 << 56 - 1) }
    }
}
