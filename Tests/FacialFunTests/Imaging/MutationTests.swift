import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import FacialFun

/// Damaged files give an error or a picture; the decoder never crashes.
///
/// Cases are seeded, so failures can be reproduced. `FACIALFUN_FUZZ_CASES` sets the number of cases
/// per fixture and `FACIALFUN_FUZZ_SEED` the seed. Use about ten thousand cases under
/// AddressSanitizer.
@Suite struct MutationTests {
    static let environment = ProcessInfo.processInfo.environment
    static let cases = environment["FACIALFUN_FUZZ_CASES"].flatMap(Int.init) ?? 60
    static let seed = environment["FACIALFUN_FUZZ_SEED"].flatMap(UInt64.init) ?? 1

    @Test(arguments: Fixture.decodable)
    func damagedFilesNeverCrashTheDecoder(_ fixture: Fixture) throws {
        let original = try fixture.bytes()
        let decoder = ImageDecoder(limits: DecodeLimits(maxPixels: 300_000))
        var random = SeededGenerator(seed: Self.seed ^ UInt64(original.count))
        for _ in 0..<Self.cases {
            let bytes = Self.damaged(original, using: &random)
            let reduction = [1, 1, 2, 4, 8].randomElement(using: &random) ?? 1
            do {
                let header = try decoder.header(of: bytes)
                // Decodes a region first: damage outside must not make that unsafe.
                let part = try decoder.decode(
                    bytes,
                    options: DecodeOptions(
                        reduction: reduction, region: Self.region(of: header, using: &random)))
                #expect(part.image.width <= header.width && part.image.height <= header.height)
                let whole = DecodeOptions(reduction: reduction)
                let decoded = try decoder.decode(bytes, options: whole)
                #expect(decoded.image.width <= header.width)
                #expect(decoded.image.height <= header.height)
                #expect(try decoder.decode(bytes, options: whole).image == decoded.image)
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }

    /// A random part of an upright picture, at least a pixel.
    private static func region(
        of header: ImageHeader, using random: inout SeededGenerator
    ) -> Box {
        let x = Int.random(in: 0..<header.width, using: &random)
        let y = Int.random(in: 0..<header.height, using: &random)
        return Box(
            x: Double(x), y: Double(y),
            width: Double(Int.random(in: 1...(header.width - x), using: &random)),
            height: Double(Int.random(in: 1...(header.height - y), using: &random)))
    }

    /// Applies one to eight random small changes to the file.
    static func damaged(_ original: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes[at] = 0xFF
            case 3: bytes.removeSubrange(at..<min(at + 5, bytes.count))
            case 4: bytes.insert(contentsOf: bytes[at..<min(at + 16, bytes.count)], at: at)
            case 5: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
            case 6 where at > 20: bytes.removeLast(bytes.count - at)
            default:
                // Most bytes that affect the decoder are in the headers.
                let early = at % min(bytes.count, 700)
                bytes[early] = UInt8.random(in: 0...255, using: &random)
            }
        }
        // libpng rejects wrong checksums before anything else, so half of the mutations get correct
        // ones.
        return Bool.random(using: &random) ? withMendedChecksums(bytes) : bytes
    }

    /// The PNG with correct checksums in its chunks; other files unchanged.
    static func withMendedChecksums(_ original: [UInt8]) -> [UInt8] {
        guard original.starts(with: [0x89, 0x50]) else { return original }
        var bytes = original
        var at = 8
        while at + 12 <= bytes.count {
            let length = bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 12 else { break }
            let end = at + 8 + length
            bytes.replaceSubrange(
                end..<(end + 4), with: DecodeLimitsTests.checksum(bytes[(at + 4)..<end]))
            at = end + 4
        }
        return bytes
    }
}
