import Testing

@testable import FacialFunServer

struct HostHeaderTests {
    @Test(
        "hosts, addresses and ports of RFC 3986 are accepted",
        arguments: [
            "", "localhost", "localhost:", "localhost:8600", "127.0.0.1:1", "[::1]", "[::1]:8600",
            "[fe80::1:a]", "[::ffff:127.0.0.1]:1", "a-b_c.example", "%C3%A9.example",
        ])
    func sound(value: String) { #expect(HostHeader.isValid(value)) }

    @Test(
        "other host headers are rejected",
        arguments: [
            "a b", "a/b", "http://a", "a:b", "a:1:2", "::1", "[::1", "[::1]x", "[a/b]", "a@b",
            "é.example", "a,b:c", "\u{1}", "[]", "[zz]:1", "[1]", "%zz", "a%4", "%",
        ])
    func broken(value: String) { #expect(!HostHeader.isValid(value)) }
}
