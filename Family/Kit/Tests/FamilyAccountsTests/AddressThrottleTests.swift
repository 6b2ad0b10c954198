import Foundation
import Testing

@testable import FamilyAccounts

@Suite struct AddressThrottleTests {
    let clock = TestClock()

    private func throttle(_ change: (inout AddressThrottle.Limits) -> Void = { _ in })
        -> AddressThrottle
    {
        var limits = AddressThrottle.Limits()
        change(&limits)
        let clock = clock
        return AddressThrottle(limits: limits, now: { clock.now })
    }

    @Test func addressMayFailThirtyTimesAndThenOnceEveryTenSeconds() {
        let throttle = throttle()
        for _ in 0..<30 {
            #expect(throttle.secondsLeft("10.0.0.1") == nil)
            throttle.noteFailure("10.0.0.1")
        }
        #expect(throttle.secondsLeft("10.0.0.1") == 10)
        #expect(throttle.secondsLeft("10.0.0.2") == nil)
        clock.advance(by: 9)
        #expect((throttle.secondsLeft("10.0.0.1") ?? 0).rounded() == 1)
        clock.advance(by: 1)
        #expect(throttle.secondsLeft("10.0.0.1") == nil)
        throttle.noteFailure("10.0.0.1")
        #expect(throttle.secondsLeft("10.0.0.1") == 10)
        clock.advance(by: 300)
        for _ in 0..<30 { throttle.noteFailure("10.0.0.1") }
        #expect(throttle.secondsLeft("10.0.0.1") == 10)
    }

    @Test func failuresBeyondTheLimitDoNotProlongTheWait() {
        let throttle = throttle()
        for _ in 0..<1000 { throttle.noteFailure("10.0.0.1") }
        #expect(throttle.secondsLeft("10.0.0.1") == 10)
    }

    @Test func clockSetBackDoesNotProlongTheWait() {
        let throttle = throttle()
        for _ in 0..<30 { throttle.noteFailure("10.0.0.1") }
        clock.advance(by: -86_400)
        #expect(throttle.secondsLeft("10.0.0.1") == 10)
    }

    @Test(arguments: [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", false), ("10.0.0.1", "::ffff:10.0.0.1", true),
        ("10.0.0.1", "10.0.0.2", false), ("fe80::1%eth0", "fe80::2%eth1", true),
        ("::1", "::2", true),
        ("nonsense", "other nonsense", false),
    ])
    func addressesOfOneHouseholdShareALimit(first: String, second: String, same: Bool) {
        #expect((NetworkAddress.key(first) == NetworkAddress.key(second)) == same)
    }

    @Test func hundredThousandAddressesUseLimitedMemory() {
        let throttle = throttle { $0.maximumAddresses = 1000 }
        for _ in 0..<30 { throttle.noteFailure("10.9.9.9") }
        for number in 0..<100_000 {
            throttle.noteFailure("10.\(number >> 16).\(number >> 8 & 255).\(number & 255)")
            #expect(throttle.count <= 1000)
        }
        // The address with the most failures is not forgotten.
        #expect(throttle.secondsLeft("10.9.9.9") != nil)
    }

    @Test func hugeAddressesAreTruncated() {
        #expect(NetworkAddress.key(String(repeating: "x", count: 10_000_000)).count == 64)
    }
}

@Suite struct SessionTokenTests {
    @Test func tokenIsParsedAndUnique() throws {
        let tokens = (0..<1000).map { _ in SessionToken() }
        #expect(Set(tokens.map(\.text)).count == 1000)
        for token in tokens {
            #expect(SessionToken(token.text) == token)
            #expect(token.text.utf8.count == 32)
        }
        #expect(Set(tokens.map(\.digest)).count == 1000)
    }

    @Test(arguments: [
        "", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
        String(repeating: "g", count: 32), String(repeating: "F", count: 32),
        String(repeating: "é", count: 16), String(repeating: "x", count: 1_000_000),
    ])
    func otherTextsAreNotParsedAsTokens(text: String) {
        #expect(SessionToken(text) == nil)
    }

    /// SHA-256 of sixteen zero bytes, according to `head -c 16 /dev/zero | sha256sum`.
    @Test func digestIsSHA256() throws {
        let token = try #require(SessionToken(String(repeating: "0", count: 32)))
        let digits = token.digest.bytes.map { String(format: "%02x", $0) }.joined()
        #expect(digits == "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb")
    }
}
