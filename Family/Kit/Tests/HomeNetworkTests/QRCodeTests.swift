import Foundation
import Testing

@testable import HomeNetwork

/// Tests of the encoder.
///
/// The browser tests decode the codes with zbar.
struct QRCodeTests {
    @Test func `Error correction codewords match the standard's example`() {
        // ISO/IEC 18004, annex I: "01234567" in version 1-M.
        let data: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
            0xEC, 0x11,
        ]
        #expect(
            ReedSolomon.remainder(of: data, count: 10)
                == [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55])
    }

    @Test(arguments: [1, 14, 15, 42, 62, 84, 106, 122, 152, 180, 213])
    func `A text gets the smallest fitting version, with finder and timing patterns`(count: Int)
        throws
    {
        let code = try QRCode(String(repeating: "p", count: count))
        #expect((21...57).contains(code.side) && code.side % 4 == 1)
        for (x, y) in [(0, 0), (code.side - 7, 0), (0, code.side - 7)] {
            for step in 0..<7 {
                #expect(code[x + step, y] && code[x, y + step] && code[x + 6, y + step])
            }
            #expect(code[x + 3, y + 3] && !code[x + 1, y + 1])
        }
        for at in 8..<(code.side - 8) { #expect(code[at, 6] == (at % 2 == 0)) }
        #expect(code[8, code.side - 8])
        #expect(!code[-1, 0] && !code[0, code.side])
    }

    @Test func `A text that is too long is rejected`() throws {
        #expect(throws: HomeNetworkError.self) { try QRCode(String(repeating: "p", count: 214)) }
        #expect(try QRCode("").side == 21)
    }
}
