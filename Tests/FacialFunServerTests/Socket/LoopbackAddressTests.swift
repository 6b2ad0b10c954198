import FacialFun
import Testing

@testable import FacialFunServer

struct LoopbackAddressTests {
    @Test("loopback addresses are printed as parsed", arguments: ["127.0.0.1:8600", "[::1]:0"])
    func loopback(text: String) throws {
        #expect(try LoopbackAddress(text).description == text)
    }

    @Test(
        "every other address is rejected with the reason",
        arguments: [
            "0.0.0.0:80", "[::]:80", "192.168.1.5:80", "localhost:80", "8080", "127.0.0.1", "",
            "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:+1", "[::1]:x", "127.0.0.2:80",
        ])
    func other(text: String) throws {
        let error = try #require(throws: FacialFunError.self) { try LoopbackAddress(text) }
        #expect(error.code == .addressRefused)
        #expect(error.message.contains(text))
    }
}
