import Foundation
import Testing

@testable import FamilyAccounts

struct KnownDeviceTests {
    private static func deny(_ test: TestAccounts) async throws {
        for _ in 0..<3 { _ = try await test.signIn("ada", "wrong horse", from: "10.9.9.9") }
    }

    private static func isSignedIn(_ outcome: SignInOutcome) -> Bool {
        if case .signedIn = outcome { true } else { false }
    }

    @Test func knownDeviceSignsInWhileStrangersStayLockedOut() async throws {
        let test = try TestAccounts()
        let device = try #require(try await test.create()).device
        try await Self.deny(test)
        #expect(word(try await test.signIn()) == "denied for 60")
        #expect(Self.isSignedIn(try await test.signIn(device: device)))
        // The owner's sign-in does not end the lockout of others.
        #expect(word(try await test.signIn()) == "denied for 60")
        // Signing in also makes a device known.
        test.clock.advance(by: 61)
        guard case .signedIn(let signedIn) = try await test.signIn() else {
            Issue.record("signing in after the minute failed")
            return
        }
        try await Self.deny(test)
        #expect(Self.isSignedIn(try await test.signIn(device: signedIn.device)))
    }

    @Test func knownDeviceThatGuessesIsLockedOut() async throws {
        let test = try TestAccounts()
        let device = try #require(try await test.create()).device
        try await Self.deny(test)
        for _ in 0..<5 {
            #expect(word(try await test.signIn("ada", "wrong", device: device)) == "denied for 60")
        }
        #expect(word(try await test.signIn(device: device)) == "denied for 60")
    }

    @Test func deviceIsKnownOnlyToOneAccountAndItsCurrentPassword() async throws {
        let test = try TestAccounts()
        let ada = try #require(try await test.create("ada"))
        let bob = try #require(try await test.create("bob"))
        let adas = try #require(try await test.store.credentials(ada.account.id))
        let bobs = try #require(try await test.store.credentials(bob.account.id))
        #expect(ada.device.isKnown(to: adas) && bob.device.isKnown(to: bobs))
        #expect(!ada.device.isKnown(to: bobs) && !bob.device.isKnown(to: adas))
        var changed = adas
        changed.passwordHash = bobs.passwordHash
        #expect(!ada.device.isKnown(to: changed))
    }

    @Test func onlyValidDeviceCookiesAreParsed() async throws {
        let test = try TestAccounts()
        let device = try #require(try await test.create()).device
        let text = device.text
        #expect(KnownDevice(text) == device)
        #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        let forged = [
            "", "1", "..", "1..", text + "0", String(text.dropLast()), text.uppercased(),
            text.replacing(".", with: ","), String(repeating: "1.", count: 1000), "\u{301}" + text,
        ]
        for other in forged { #expect(KnownDevice(other) == nil, "\(other.prefix(80))") }
        let parts = text.split(separator: ".")
        let zeros = String(repeating: "0", count: 64)
        let credentials = try #require(try await test.store.credentials(AccountID(rawValue: 1)))
        let guess = try #require(KnownDevice("\(parts[0]).\(parts[1]).\(zeros)"))
        #expect(!guess.isKnown(to: credentials))
    }
}
