import Testing

@testable import CommandSupport
@testable import FacialFunCommand

struct UnitNumberTests {
    @Test(
        "sizes are read with and without a unit",
        arguments: [
            ("1", 1), ("50000000", 50_000_000), ("50MB", 50_000_000), ("2mib", 2 << 20),
            ("3kB", 3000), ("1GB", 1_000_000_000),
        ])
    func size(text: String, bytes: Int) {
        #expect(ByteSize(argument: text)?.bytes == bytes)
    }

    @Test(
        "text that is not a size is rejected",
        arguments: [
            "", "0", "-1", "MB", "1.5MB", "5 MB", "5XB", "99999999999999999999",
            "9223372036854775807GB", "2000GiB", "0x10", "٣",
        ])
    func refusal(text: String) {
        #expect(ByteSize(argument: text) == nil)
    }

    @Test("pixels are given as a number or in megapixels")
    func pixels() {
        #expect(PixelCount(argument: "64MP")?.pixels == 64_000_000)
        #expect(PixelCount(argument: "307200")?.pixels == 307_200)
        #expect(PixelCount(argument: "64MB") == nil)
    }
}
