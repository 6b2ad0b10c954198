import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

@Suite struct ConsentTests {
    private let house: TestStore
    private let family: Account
    private let practice: Account
    private var child: PlayerID { family.players[0].id }

    init() async throws {
        house = try TestStore()
        family = try await house.account("ada")
        practice = try await house.account("ben")
        try await house.store.setKind(.practice, of: practice.id, by: .parent)
    }

    private func share() async throws -> Int64 {
        let code = RecoveryCode()
        try await house.store.offerConsent(for: child, of: family.id, digest: code.digest)
        try await house.store.useConsent(code.digest, by: practice.id)
        return try #require(try await house.store.consents(of: family.id).last).id
    }

    private func code(_ body: () async throws -> Void) async -> StoreError.Code? {
        await #expect(throws: StoreError.self) { try await body() }?.code
    }

    @Test func codeGivesOnePracticeAccess() async throws {
        let code = RecoveryCode()
        let store = house.store
        try await store.offerConsent(for: child, of: family.id, digest: code.digest)
        #expect(try await store.sharedChildren(with: practice.id).isEmpty)
        let typed = try #require(RecoveryCode(code.text.lowercased()))
        try await store.useConsent(typed.digest, by: practice.id)
        let shared = try await store.sharedChildren(with: practice.id)
        #expect(shared.map(\.child) == [child])
        let seen = try await store.sharedReview(shared[0].id, of: practice.id)
        #expect(seen.player.id == child)
        // It works once.
        let other = try await house.account("cid")
        try await store.setKind(.practice, of: other.id, by: .parent)
        #expect(
            await self.code { try await store.useConsent(code.digest, by: other.id) } == .notFound)
    }

    @Test func notesOfTheFamilyAreNotShared() async throws {
        let store = house.store
        _ = try await store.addNote(
            "At home only.", on: store.day(of: house.clock.now), player: child,
            account: family.id, by: .parent)
        let review = try await store.sharedReview(try await share(), of: practice.id).review
        #expect(review.notes.isEmpty && review.noteDays.isEmpty)
    }

    @Test func everyStepIsInTheFamilysLog() async throws {
        let id = try await share()
        _ = try await house.store.sharedReview(id, of: practice.id)
        try await house.store.withdrawConsent(id, of: family.id)
        let entries = try await house.store.audit(of: family.id).map {
            "\($0.actor.rawValue) \($0.action.rawValue) \($0.subject.rawValue)"
        }
        #expect(
            entries == [
                "parent deleted consent", "practice looked page", "practice changed consent",
                "parent changed consent",
            ])
    }

    @Test func withdrawalEndsTheAccessAtOnce() async throws {
        let id = try await share()
        try await house.store.withdrawConsent(id, of: family.id)
        #expect(try await house.store.sharedChildren(with: practice.id).isEmpty)
        #expect(
            await code { _ = try await house.store.sharedReview(id, of: practice.id) } == .notFound)
    }

    @Test func codeExpires() async throws {
        let code = RecoveryCode()
        try await house.store.offerConsent(for: child, of: family.id, digest: code.digest)
        house.clock.advance(by: Consent.codeLifetime)
        #expect(try await house.store.consents(of: family.id).isEmpty)
        #expect(
            await self.code {
                try await house.store.useConsent(code.digest, by: practice.id)
            } == .notFound)
    }

    @Test func onlyFamiliesShareAndOnlyPracticesUseCodes() async throws {
        let client = practice.players[0].id
        #expect(
            await code {
                try await house.store.offerConsent(
                    for: client, of: practice.id, digest: RecoveryCode().digest)
            } == .notFound)
        let open = RecoveryCode()
        try await house.store.offerConsent(for: child, of: family.id, digest: open.digest)
        let other = try await house.account("cid")
        #expect(
            await code { try await house.store.useConsent(open.digest, by: other.id) } == .notFound)
    }

    @Test func numberOfConsentsIsLimited() async throws {
        for _ in 0..<Consent.mostOfChild {
            try await house.store.offerConsent(
                for: child, of: family.id, digest: RecoveryCode().digest)
        }
        #expect(
            await code {
                try await house.store.offerConsent(
                    for: child, of: family.id, digest: RecoveryCode().digest)
            } == .tooManyConsents)
    }

    @Test func consentsAreExportedAndDeletedWithEitherSide() async throws {
        _ = try await share()
        #expect(try await house.store.export(family.id).consents.map(\.practice) == ["ben"])
        #expect(try await house.store.export(practice.id).shared.map(\.child) == [child])
        #expect(try await house.store.exportChild(child, of: family.id).consents.count == 1)
        try await house.store.deleteAccount(practice.id)
        #expect(try await house.store.consents(of: family.id).isEmpty)
        let next = try await house.account("cid")
        try await house.store.setKind(.practice, of: next.id, by: .parent)
        let code = RecoveryCode()
        try await house.store.offerConsent(for: child, of: family.id, digest: code.digest)
        try await house.store.useConsent(code.digest, by: next.id)
        try await house.store.deleteAccount(family.id)
        #expect(try await house.store.sharedChildren(with: next.id).isEmpty)
        let left = try await house.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM consent")
        }
        #expect(left == 0)
        #expect(try await house.store.check().isEmpty)
    }

    // MARK: - Property

    private struct Pair: Hashable {
        let child: PlayerID
        let practice: AccountID
    }

    @Test func practiceWithoutACurrentConsentHasNoAccess() async throws {
        let store = house.store
        var generator = SeededGenerator(seed: 39)
        var children: [PlayerID: AccountID] = [:]
        for name in ["dan", "eve"] {
            let account = try await house.account(name)
            children[account.players[0].id] = account.id
            for sibling in 0..<2 {
                let player = try await store.addPlayer(
                    NewPlayer(name: "\(name) \(sibling)", birthYear: 2018), to: account.id,
                    by: .parent)
                children[player.id] = account.id
            }
        }
        var practices: Set<AccountID> = []
        for name in ["fay", "gus"] {
            let id = try await house.account(name).id
            try await store.setKind(.practice, of: id, by: .parent)
            practices.insert(id)
        }
        let everyone = practices
        var codes: [(code: RecoveryCode, child: PlayerID, until: Date, isOpen: Bool)] = []
        var model: Set<Pair> = []
        for _ in 0..<150 {
            let sorted = children.keys.sorted { $0.rawValue < $1.rawValue }
            let child = try #require(sorted.randomElement(using: &generator))
            let family = try #require(children[child])
            let practice = try #require(
                everyone.sorted { $0.rawValue < $1.rawValue }.randomElement(using: &generator))
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<6:
                let code = RecoveryCode()
                // Too many open codes are refused.
                do {
                    try await store.offerConsent(for: child, of: family, digest: code.digest)
                    codes.append(
                        (
                            code, child, house.clock.now.addingTimeInterval(Consent.codeLifetime),
                            true
                        ))
                } catch { #expect(error.code == .tooManyConsents) }
            case 6..<13:
                guard let place = codes.indices.randomElement(using: &generator) else { continue }
                let used = codes[place]
                let works =
                    used.isOpen && used.until > house.clock.now && children[used.child] != nil
                    && practices.contains(practice)
                do {
                    try await store.useConsent(used.code.digest, by: practice)
                    #expect(works)
                    codes[place].isOpen = false
                    model.insert(Pair(child: used.child, practice: practice))
                } catch {
                    #expect(!works && error.code == .notFound)
                }
            case 13..<16:
                // Another family cannot withdraw the consent; its own family can.
                let own = try await store.consents(of: family)
                guard let consent = own.randomElement(using: &generator) else { continue }
                for other in Set(children.values) where other != family {
                    #expect(
                        await code { try await store.withdrawConsent(consent.id, of: other) }
                            == .notFound)
                }
                let shared = try await store.sharedChildren(with: practice)
                try await store.withdrawConsent(consent.id, of: family)
                if consent.practice == nil {
                    // The test does not know which code it was, so it closes all of the child's
                    // codes.
                    for open in try await store.consents(of: family)
                    where open.child == consent.child && open.practice == nil {
                        try await store.withdrawConsent(open.id, of: family)
                    }
                    for place in codes.indices where codes[place].child == consent.child {
                        codes[place].isOpen = false
                    }
                } else {
                    let holder = try #require(
                        everyone.first { id in
                            id == practice
                                ? shared.contains { $0.id == consent.id }
                                : !shared.contains { $0.id == consent.id }
                        })
                    model.remove(Pair(child: consent.child, practice: holder))
                }
            case 16:
                if let consent = try await store.sharedChildren(with: practice).first {
                    try await store.endConsent(consent.id, by: practice)
                    model.remove(Pair(child: consent.child, practice: practice))
                }
            case 17: house.clock.advance(by: 3 * 24 * 60 * 60)
            case 18:
                let isPractice = practices.contains(practice)
                try await store.setKind(
                    isPractice ? .family : .practice, of: practice, by: .parent)
                if isPractice { practices.remove(practice) } else { practices.insert(practice) }
                model = model.filter { $0.practice != practice }
            default:
                guard children.values.count(where: { $0 == family }) > 1 else { continue }
                _ = try await store.removePlayer(child, of: family, keeping: nil, by: .parent)
                children[child] = nil
                model = model.filter { $0.child != child }
            }
            let actual = try await store.read { db in
                var pairs: Set<Pair> = []
                let latest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM consent") ?? 0
                for id in 0...latest + 1 {
                    for practice in everyone {
                        guard
                            let found = try? TrainerStore.requireConsent(id, of: practice, db)
                        else { continue }
                        pairs.insert(Pair(child: found.child, practice: practice))
                    }
                }
                return pairs
            }
            #expect(actual == model)
        }
        #expect(try await store.check().isEmpty)
    }
}
