import FamilyStore
import Foundation
import Testing

@testable import FamilyAccounts

/// Tests members, invitations, recovery codes and approved devices.
@Suite struct IdentityTests {
    let test: TestStore

    init() throws {
        test = try TestStore()
    }

    private func login(_ name: String) -> NewLogin {
        NewLogin(
            username: name, email: "\(name)@example.org", passwordHash: "$scrypt$of-\(name)",
            recoveryHash: "$scrypt$code-of-\(name)")
    }

    private func expect<Value: Sendable>(
        _ code: StoreError.Code, _ body: () async throws -> Value
    ) async {
        let error = await #expect(throws: StoreError.self) { _ = try await body() }
        #expect(error?.code == code)
    }

    @Test func newAccountIsAHouseholdWithAParentAndAChild() async throws {
        let account = try await test.account()
        #expect(account.role == .parent)
        let members = try await test.store.members(of: account.id)
        #expect(members.map(\.role) == [.parent, .child])
        #expect(members.map(\.name) == ["ada", "Name of ada"])
        #expect(members[0].login?.id == account.login && members[1].login == nil)
        #expect(members[1].id.rawValue == account.players[0].id.rawValue)
    }

    @Test func invitationCreatesAMemberOnce() async throws {
        let account = try await test.account()
        let digest = try SessionDigest.sample(7)
        let invitation = try await test.store.invite(
            "Gran", as: .adult, to: account.id, digest: digest)
        #expect(invitation.purpose == .join && invitation.role == .adult)
        #expect(try await test.store.invitations(of: account.id) == [invitation])
        let accepted = try await test.store.accept(digest, login("gran"))
        #expect(accepted.household == account.id)
        let found = try #require(try await test.store.credentials(login: "gran@example.org"))
        #expect(found.account.id == account.id && found.account.role == .adult)
        #expect(found.account.login == accepted.login)
        #expect(found.account.players.map(\.id) == account.players.map(\.id))
        #expect(try await test.store.invitation(digest) == nil)
        await expect(.notFound) { try await test.store.accept(digest, login("again")) }
        #expect(try await test.store.invitations(of: account.id).isEmpty)
    }

    @Test func invitationExpiresAfterSevenDays() async throws {
        let account = try await test.account()
        let digest = try SessionDigest.sample(7)
        _ = try await test.store.invite("Gran", as: .adult, to: account.id, digest: digest)
        test.clock.advance(by: 7 * 86_400 - 1)
        #expect(try await test.store.invitation(digest) != nil)
        test.clock.advance(by: 1)
        #expect(try await test.store.invitation(digest) == nil)
        await expect(.notFound) { try await test.store.accept(digest, login("gran")) }
    }

    @Test func takenNamesLeaveTheInvitationValid() async throws {
        let account = try await test.account()
        let digest = try SessionDigest.sample(7)
        _ = try await test.store.invite("Gran", as: .adult, to: account.id, digest: digest)
        await expect(.usernameTaken) { try await test.store.accept(digest, login("ADA")) }
        _ = try await test.store.accept(digest, login("gran"))
    }

    @Test func invitationsBelongToTheirHousehold() async throws {
        let ada = try await test.account("ada")
        let bob = try await test.account("bob")
        let invitation = try await test.store.invite(
            "Gran", as: .adult, to: ada.id, digest: .sample(7))
        await expect(.notFound) {
            try await test.store.withdrawInvitation(invitation.id, of: bob.id)
        }
        await expect(.notFound) {
            try await test.store.inviteMember(ada.member, of: bob.id, digest: .sample(8))
        }
        await expect(.invalid) {
            try await test.store.invite("Kim", as: .child, to: ada.id, digest: .sample(9))
        }
        try await test.store.withdrawInvitation(invitation.id, of: ada.id)
        #expect(try await test.store.invitation(.sample(7)) == nil)
    }

    @Test func householdHasALimitedNumberOfAdults() async throws {
        let account = try await test.account()
        for number in 1..<HouseholdStore.mostAdults {
            _ = try await test.store.invite(
                "Adult \(number)", as: .adult, to: account.id, digest: .sample(UInt8(number)))
        }
        await expect(.invalid) {
            try await test.store.invite("More", as: .adult, to: account.id, digest: .sample(99))
        }
    }

    @Test func childWithALoginPlaysOnlyAsItself() async throws {
        let account = try await test.account()
        let kim = account.players[0].id
        let robin = try await test.store.addPlayer(
            NewPlayer(name: "Robin", birthYear: 2018), to: account.id, by: .parent)
        let digest = try SessionDigest.sample(7)
        let invitation = try await test.store.inviteMember(
            MemberID(rawValue: robin.id.rawValue), of: account.id, digest: digest)
        #expect(invitation.purpose == .login && invitation.role == .child)
        let accepted = try await test.store.accept(digest, login("robin"))
        let members = try await test.store.members(of: account.id)
        #expect(members.map(\.login?.username) == ["ada", nil, "robin"])
        let session = try SessionDigest.sample(1)
        _ = try await test.store.createSession(
            session, account: account.id, login: accepted.login, player: robin.id)
        await expect(.notFound) { try await test.store.switchPlayer(session, to: kim) }
        #expect(try await test.store.session(session)?.role == .child)
    }

    @Test func parentsResetLinkSetsAPasswordAndSignsOut() async throws {
        let account = try await test.account()
        let session = try SessionDigest.sample(1)
        _ = try await test.store.createSession(
            session, account: account.id, player: account.players[0].id)
        let (first, second) = (try SessionDigest.sample(7), try SessionDigest.sample(8))
        _ = try await test.store.inviteMember(account.member, of: account.id, digest: first)
        let invitation = try await test.store.inviteMember(
            account.member, of: account.id, digest: second)
        #expect(invitation.purpose == .password)
        #expect(try await test.store.invitation(first) == nil)
        await expect(.notFound) { try await test.store.accept(second, login("other")) }
        let accepted = try await test.store.acceptPassword(
            second, passwordHash: "$new", recoveryHash: "$code")
        #expect(accepted.login == account.login)
        #expect(try await test.store.credentials(login: "ada")?.passwordHash == "$new")
        #expect(try await test.store.recoveryHash(of: account.login) == "$code")
        #expect(try await test.store.session(session) == nil)
    }

    @Test func recoveryCodeWorksOnce() async throws {
        let account = try await test.account()
        try await test.store.setRecoveryHash("$one", of: account.login)
        #expect(
            try await test.store.recover(
                account.login, used: "$one", passwordHash: "$new", recoveryHash: "$two"))
        #expect(
            try await !test.store.recover(
                account.login, used: "$one", passwordHash: "$newer", recoveryHash: "$three"))
        #expect(try await test.store.credentials(login: "ada")?.passwordHash == "$new")
    }

    @Test func approvedDeviceSignsInUntilItIsRevoked() async throws {
        let account = try await test.account()
        let device = try SessionDigest.sample(9)
        try await test.store.approveDevice(
            "Kitchen iPad", login: account.login, of: account.id, digest: device)
        let grant = try #require(try await test.store.devices(of: account.id).first)
        #expect(grant.name == "Kitchen iPad" && grant.approvedBy == "ada")
        test.clock.advance(by: 30 * 86_400)
        let session = try #require(
            try await test.store.createSession(.sample(1), device: device))
        #expect(session.device == grant.id && session.parentUntil == nil)
        #expect(session.player == account.players[0].id)
        let seen = try #require(try await test.store.device(device)).lastSeenAt
        #expect(seen.timeIntervalSince(grant.lastSeenAt) == 30 * 86_400)
        let bob = try await test.account("bob")
        await expect(.notFound) { try await test.store.revokeDevice(grant.id, of: bob.id) }
        try await test.store.revokeDevice(grant.id, of: account.id)
        #expect(try await test.store.session(.sample(1)) == nil)
        #expect(try await test.store.createSession(.sample(2), device: device) == nil)
    }

    @Test func onlyParentsApproveDevices() async throws {
        let account = try await test.account()
        _ = try await test.store.invite("Gran", as: .adult, to: account.id, digest: .sample(7))
        let gran = try await test.store.accept(.sample(7), login("gran"))
        await expect(.notFound) {
            try await test.store.approveDevice(
                "iPad", login: gran.login, of: account.id, digest: .sample(8))
        }
    }

    @Test func newPasswordRevokesDevices() async throws {
        let account = try await test.account()
        try await test.store.approveDevice(
            "iPad", login: account.login, of: account.id, digest: .sample(9))
        var changes = AccountChanges()
        changes.passwordHash = "$new"
        _ = try await test.store.updateAccount(
            account.id, player: account.players[0].id, changes: changes)
        #expect(try await test.store.device(.sample(9)) == nil)
    }

    @Test func lastParentCannotBeRemoved() async throws {
        let account = try await test.account()
        await expect(.invalid) { try await test.store.removeMember(account.member, of: account.id) }
        _ = try await test.store.invite("Ben", as: .parent, to: account.id, digest: .sample(7))
        let ben = try await test.store.accept(.sample(7), login("ben"))
        let child = MemberID(rawValue: account.players[0].id.rawValue)
        await expect(.invalid) { try await test.store.removeMember(child, of: account.id) }
        try await test.store.removeMember(account.member, of: account.id)
        let members = try await test.store.members(of: account.id)
        #expect(members.map(\.name) == ["Ben", "Name of ada"])
        #expect(try await test.store.account(account.id)?.login == ben.login)
        #expect(try await test.store.database.check().isEmpty)
    }

    @Test func changesApplyToTheLoginThatIsSignedIn() async throws {
        let account = try await test.account()
        _ = try await test.store.invite("Ben", as: .parent, to: account.id, digest: .sample(7))
        let ben = try await test.store.accept(.sample(7), login("ben"))
        var changes = AccountChanges()
        changes.username = "benjamin"
        let changed = try await test.store.updateAccount(
            account.id, login: ben.login, player: account.players[0].id, changes: changes)
        #expect(changed.username == "benjamin" && changed.login == ben.login)
        #expect(try await test.store.account(account.id)?.username == "ada")
    }
}
