import Testing

@testable import FacialFun

@Suite struct DecodeLimitsTests {
    @Test func decompressionBombIsRejectedByItsHeader() throws {
        let bytes = try Fixture(name: "declared-50000x50000.png").bytes()
        expectFailure(.tooManyPixels) { _ = try ImageDecoder().header(of: bytes) }
        expectFailure(.tooManyPixels) { _ = try ImageDecoder().decode(bytes) }
    }

    @Test func pixelsAndBytesAreLimited() throws {
        let bytes = try Fixture(name: "baseline-420.jpg").bytes()
        func decoder(bytes: Int = 10_000, pixels: Int = 10_000) -> ImageDecoder {
            ImageDecoder(limits: DecodeLimits(maxFileBytes: bytes, maxPixels: pixels))
        }
        _ = try decoder(bytes: bytes.count, pixels: 45 * 35).decode(bytes)
        expectFailure(.tooManyBytes) {
            _ = try decoder(bytes: bytes.count - 1).decode(bytes)
        }
        expectFailure(.tooManyPixels) { _ = try decoder(pixels: 45 * 35 - 1).decode(bytes) }
    }

    @Test func sideLengthIsLimitedForAnyNumberOfPixels() throws {
        // A row of 16 million pixels: its IHDR is patched into a valid file.
        var bytes = try Fixture(name: "declared-50000x50000.png").bytes()
        bytes.replaceSubrange(16..<24, with: [0, 0xF4, 0x24, 0, 0, 0, 0, 1])
        bytes.replaceSubrange(29..<33, with: Self.checksum(bytes[12..<29]))
        let decoder = ImageDecoder(limits: DecodeLimits(maxPixels: .max))
        expectFailure(.tooManyPixels) { _ = try decoder.header(of: bytes) }
    }

    @Test func scansAreCountedBeforeTheDecode() throws {
        let bytes = try Fixture(name: "progressive-190-scans.jpg").bytes()
        expectFailure(.tooManyScans) { _ = try ImageDecoder().header(of: bytes) }
        let exact = DecodeLimits(maxProgressiveScans: 190)
        _ = try ImageDecoder(limits: exact).decode(bytes)
        expectFailure(.tooManyScans) {
            _ = try ImageDecoder(limits: DecodeLimits(maxProgressiveScans: 189)).header(of: bytes)
        }
    }

    @Test func scansAreAlsoCountedDuringTheDecode() throws {
        let bytes = try Fixture(name: "progressive-190-scans.jpg").bytes()
        expectFailure(.tooManyScans) {
            try bytes.withUnsafeBytes { raw in
                let codec = Codec(format: .jpeg, bytes: raw)
                let plan = DecodePlan(header: try codec.header(), reduction: 1, box: nil)
                _ = try Image(width: plan.width, height: plan.height) { pixels in
                    let base = try #require(pixels.baseAddress)
                    try codec.decode(
                        reduction: 1, plan.region, maxScans: 100, stop: .never,
                        into: plan.sink(base))
                }
            }
        }
    }

    @Test(
        "a multi-scan JPEG that needs too much memory is rejected by its header")
    func coefficientsAreLimited() throws {
        let bytes = try Fixture(name: "progressive-190-scans.jpg").bytes()
        func decoder(_ most: Int) -> ImageDecoder {
            ImageDecoder(
                limits: DecodeLimits(maxProgressiveScans: 1000, maxCoefficientBytes: most))
        }
        let needed = try decoder(.max).header(of: bytes).coefficientBytes
        // 45×35 pixels: 6×5 luma blocks, or 8×6 including those that fill whole units.
        #expect(needed >= (30 + 2 * 9) * 128 && needed <= (48 + 2 * 12) * 128)
        _ = try decoder(needed).decode(bytes)
        expectFailure(.tooManyPixels) { _ = try decoder(needed - 1).header(of: bytes) }
        let plain = try Fixture(name: "baseline-420.jpg").bytes()
        #expect(try decoder(0).header(of: plain).coefficientBytes == 0)
    }

    @Test("pictures above a number of pixels are decoded at a reduced size")
    func minReduction() {
        let limits = DecodeLimits.service
        #expect(limits.minReduction(pixels: 3_000_000) == 1)
        #expect(limits.minReduction(pixels: 3_000_001) == 2)
        #expect(limits.minReduction(pixels: 12_000_000) == 2)
        #expect(limits.minReduction(pixels: 16_000_000) == 4)
        #expect(DecodeLimits.commandLine.minReduction(pixels: 64_000_000) == 1)
    }

    /// The checksum of PNG chunks, its four bytes.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return withUnsafeBytes(of: (~sum).bigEndian) { Array($0) }
    }
}
