import FamilyStore
import Foundation
import Testing

@testable import FamilyAccounts

/// Children's sign-in with pictures and with cards.
struct ChildSignInTests {
    private static let address = "10.0.0.1"

    private static func pictures(_ pictures: LoginPictures.Picture...) throws -> LoginPictures {
        try #require(LoginPictures(pictures))
    }

    /// A family whose child has pictures, with the device on which the parent signed in.
    private static func family(
        _ test: TestAccounts
    ) async throws -> (account: Account, child: PlayerID, device: KnownDevice) {
        let signedIn = try #require(try await test.create())
        let child = try #require(signedIn.account.players.first).id
        #expect(
            try await test.authenticator.setPictures(
                try pictures(.cat, .apple, .car), of: child, in: signedIn.account.id,
                address: address))
        return (signedIn.account, child, signedIn.device)
    }

    private static func word(_ outcome: ChildSignInOutcome) -> String {
        switch outcome {
        case .signedIn: "signed in"
        case .wrong(let left): "wrong, \(left) left"
        case .denied(let seconds): "denied for \(seconds)"
        case .tooMany: "too many"
        case .unknown: "unknown"
        case .timedOut: "timed out"
        }
    }

    private static func session(_ outcome: ChildSignInOutcome) -> SignedIn? {
        guard case .signedIn(let signedIn) = outcome else { return nil }
        return signedIn
    }

    @Test func choiceHasThreeDifferentPictures() {
        #expect(LoginPictures([.cat, .apple]) == nil)
        #expect(LoginPictures([.cat, .apple, .cat]) == nil)
        #expect(LoginPictures([.cat, .apple, .car, .sun]) == nil)
        #expect(LoginPictures([.cat, .apple, .car]) != LoginPictures([.car, .apple, .cat]))
    }

    @Test func rightPicturesInOrderSignAChildInAsItself() async throws {
        let test = try TestAccounts()
        let (account, child, device) = try await Self.family(test)
        let sibling = try await test.store.addPlayer(
            NewPlayer(name: "Kim", birthYear: 2019), to: account.id, by: .parent)
        let sign = { (pictures: LoginPictures) in
            try await test.authenticator.signIn(
                child: child, pictures: pictures, on: device, address: Self.address)
        }
        #expect(Self.word(try await sign(try Self.pictures(.apple, .cat, .car))) == "wrong, 4 left")
        guard case .signedIn(let signedIn) = try await sign(try Self.pictures(.cat, .apple, .car))
        else {
            Issue.record("the right pictures were refused")
            return
        }
        let session = try #require(try await test.store.session(signedIn.token.digest))
        #expect(session.role == .child && session.player == child)
        // The child cannot become its sibling, and stays a child with the parent's part open.
        await #expect(throws: StoreError.self) {
            try await test.store.switchPlayer(signedIn.token.digest, to: sibling.id)
        }
        let open = try #require(try await test.store.openParentPart(signedIn.token.digest))
        #expect(open.role == .child)
    }

    @Test func fiveWrongChoicesLockThePicturesLikeThePIN() async throws {
        let test = try TestAccounts()
        let (_, child, device) = try await Self.family(test)
        let sign = { (pictures: LoginPictures) in
            Self.word(
                try await test.authenticator.signIn(
                    child: child, pictures: pictures, on: device, address: Self.address))
        }
        let (right, wrong) = (
            try Self.pictures(.cat, .apple, .car), try Self.pictures(.sun, .fish, .tree)
        )
        for seconds in [60, 120] {
            for left in [4, 3, 2, 1] { #expect(try await sign(wrong) == "wrong, \(left) left") }
            #expect(try await sign(wrong) == "denied for \(seconds)")
            #expect(try await sign(right) == "denied for \(seconds)")
            test.clock.advance(by: Double(seconds))
        }
        #expect(try await sign(right) == "signed in")
    }

    @Test func picturesWorkOnlyOnADeviceOfTheHousehold() async throws {
        let test = try TestAccounts()
        let (_, child, device) = try await Self.family(test)
        let other = try #require(try await test.create("bob")).device
        let right = try Self.pictures(.cat, .apple, .car)
        for stranger in [nil, other] {
            let outcome = try await test.authenticator.signIn(
                child: child, pictures: right, on: stranger, address: Self.address)
            #expect(Self.word(outcome) == "unknown")
        }
        let nobody = try await test.authenticator.pictureLogins(on: nil)
        #expect(nobody == nil)
        let known = try await test.authenticator.pictureLogins(on: other)
        #expect(known?.children.isEmpty == true)
        let own = try #require(try await test.authenticator.pictureLogins(on: device))
        #expect(own.children.map(\.id) == [child])
    }

    @Test func newPicturesReplaceTheFormerOnesAndEndTheChildsSessions() async throws {
        let test = try TestAccounts()
        let (account, child, device) = try await Self.family(test)
        let old = try Self.pictures(.cat, .apple, .car)
        guard
            case .signedIn(let signedIn) = try await test.authenticator.signIn(
                child: child, pictures: old, on: device, address: Self.address)
        else {
            Issue.record("the pictures were refused")
            return
        }
        _ = try await test.authenticator.setPictures(
            try Self.pictures(.sun, .fish, .tree), of: child, in: account.id,
            address: Self.address)
        #expect(try await test.store.session(signedIn.token.digest) == nil)
        let outcome = try await test.authenticator.signIn(
            child: child, pictures: old, on: device, address: Self.address)
        #expect(Self.word(outcome) == "wrong, 4 left")
        try await test.store.setPictures(nil, of: child, in: account.id)
        #expect(try await test.store.childSignIns(of: account.id).isEmpty)
    }

    @Test func atMostTwelveChildrenHavePictures() async throws {
        let test = try TestAccounts()
        let (account, child, _) = try await Self.family(test)
        try await test.store.setKind(.practice, of: account.id, by: .parent)
        var last = child
        for number in 2...13 {
            last = try await test.store.addPlayer(
                NewPlayer(name: "\(number)", birthYear: 2018), to: account.id, by: .parent
            ).id
            if number < 13 { try await test.store.setPictures("x", of: last, in: account.id) }
        }
        let thirteenth = last
        await #expect(throws: StoreError.self) {
            try await test.store.setPictures("x", of: thirteenth, in: account.id)
        }
        // Pictures can be replaced at the limit.
        try await test.store.setPictures("y", of: child, in: account.id)
    }

    @Test func cardSignsAChildInUntilItIsRevokedOrReplaced() async throws {
        let test = try TestAccounts()
        let (account, child, _) = try await Self.family(test)
        let (card, next) = (SessionToken(), SessionToken())
        let sign = { (card: SessionToken) in
            Self.session(try await test.authenticator.signIn(card: card, address: "10.7.7.7"))
        }
        try await test.store.setCard(card.digest, of: child, in: account.id)
        let signedIn = try #require(try await sign(card))
        #expect(signedIn.player == child)
        #expect(try await test.store.session(signedIn.token.digest)?.role == .child)
        try await test.store.setCard(next.digest, of: child, in: account.id)
        let former = try await sign(card)
        #expect(former == nil)
        #expect(try await test.store.session(signedIn.token.digest) == nil)
        #expect(try await sign(next) != nil)
        try await test.store.setCard(nil, of: child, in: account.id)
        #expect(try await sign(next) == nil)
    }

    @Test func guessedCardsAreThrottledByAddress() async throws {
        var limits = AddressThrottle.Limits()
        limits.failures = 3
        let test = try TestAccounts(limits: limits)
        let (account, child, _) = try await Self.family(test)
        let card = SessionToken()
        try await test.store.setCard(card.digest, of: child, in: account.id)
        for _ in 0..<3 {
            let outcome = try await test.authenticator.signIn(
                card: SessionToken(), address: "10.7.7.7")
            #expect(Self.word(outcome) == "unknown")
        }
        // A valid card is not called invalid.
        let refused = try await test.authenticator.signIn(card: card, address: "10.7.7.7")
        #expect(Self.word(refused) == "too many")
        let accepted = try await test.authenticator.signIn(card: card, address: "10.8.8.8")
        #expect(Self.word(accepted) == "signed in")
    }

    @Test func otherFamiliesCannotChangeAChildsSignIn() async throws {
        let test = try TestAccounts()
        let (_, child, _) = try await Self.family(test)
        let other = try #require(try await test.create("bob")).account.id
        await #expect(throws: StoreError.self) {
            try await test.store.setPictures(nil, of: child, in: other)
        }
        await #expect(throws: StoreError.self) {
            try await test.store.setCard(SessionToken().digest, of: child, in: other)
        }
    }

    @Test func removedChildLosesItsSessionPicturesAndCard() async throws {
        let test = try TestAccounts()
        let (account, child, _) = try await Self.family(test)
        _ = try await test.store.addPlayer(
            NewPlayer(name: "Kim", birthYear: 2019), to: account.id, by: .parent)
        let card = SessionToken()
        try await test.store.setCard(card.digest, of: child, in: account.id)
        let signedIn = try #require(
            Self.session(try await test.authenticator.signIn(card: card, address: Self.address)))
        let store = test.store
        try await store.write { db in
            try store.removeChild(
                child, of: account.id, keeping: signedIn.token.digest, by: .parent, records: 0, db)
        }
        #expect(try await store.session(signedIn.token.digest) == nil)
        #expect(try await store.childSignIns(of: account.id).isEmpty)
    }
}
