/// Whether a picture takes much memory while it is scored, judged by its first bytes alone.
///
/// Of such pictures one is worked on at a time, however many workers there are: two of the largest
/// would take as much memory as everything else, and the other workers are there for the others.
enum LargePicture {
    /// Pixels from which a PNG, which is decoded whole, or a JPEG in several scans, whose coefficients
    /// are all kept, is large.
    static let mostPixels = 2_000_000
    /// The same for other JPEGs, of which a reduced picture is decoded.
    static let mostBaselinePixels = 4_000_000
    /// So many segments of a JPEG are looked at; one that hides its size behind more is large.
    private static let mostSegments = 200

    /// Whether the bytes of a file announce a large picture; false for what is no JPEG or PNG.
    static func isAnnounced(by bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 {
            return number(bytes[16..<20]) * number(bytes[20..<24]) > mostPixels
        }
        guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
        var place = 2
        for _ in 0..<mostSegments {
            guard place + 9 < bytes.count, bytes[place] == 0xFF else { return false }
            let marker = bytes[place + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let pixels =
                    number(bytes[place + 5..<place + 7]) * number(bytes[place + 7..<place + 9])
                let isBaseline = marker == 0xC0 || marker == 0xC1
                return pixels > (isBaseline ? mostBaselinePixels : mostPixels)
            }
            // Fill bytes before a marker.
            place += marker == 0xFF ? 1 : 2 + number(bytes[place + 2..<place + 4])
        }
        return true
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
