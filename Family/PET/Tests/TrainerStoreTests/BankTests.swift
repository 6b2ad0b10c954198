import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

@Suite("A family's own questions in the database")
struct BankTests {
    private let test: TestStore
    private let ada: Account
    private let ben: Account

    init() async throws {
        test = try TestStore()
        ada = try await test.account("ada")
        ben = try await test.account("ben")
    }

    private func question(_ emotion: Emotion = .happiness, id: UUID = UUID()) -> OwnQuestion {
        OwnQuestion(
            id: id, prompt: "How does she feel?", tip: "Look.", emotion: emotion, level: 2)
    }

    private func file(_ bytes: Int, _ byte: UInt8 = 7, type: String = "image/jpeg") -> OwnFile {
        OwnFile(
            type: type, content: Data(repeating: byte, count: bytes),
            digest: Data(repeating: byte, count: 32))
    }

    @discardableResult
    private func save(
        _ question: OwnQuestion, picture: Int = 100, of account: Account? = nil
    ) async throws -> StoredOwnQuestion {
        try await test.store.saveOwnQuestion(
            question, files: [.picture: .replace(file(picture))], of: (account ?? ada).id
        ).question
    }

    @Test func G6_areStoredWithTheirFilesForTheirOwnerOnly() async throws {
        let own = question()
        let saved = try await test.store.saveOwnQuestion(
            own,
            files: [
                .picture: .replace(file(5000)), .prompt: .replace(file(40, type: "audio/webm")),
            ], of: ada.id)
        #expect(saved.isNew)
        #expect(saved.question.question == own)
        #expect(try await test.store.ownQuestions(of: ada.id) == [saved.question])
        #expect(try await test.store.ownFile(.picture, question: own.id, of: ada.id) == file(5000))
        #expect(try await test.store.ownFile(.tip, question: own.id, of: ada.id) == nil)
        // For another family, the question does not exist.
        #expect(try await test.store.ownQuestions(of: ben.id).isEmpty)
        #expect(try await test.store.ownQuestion(own.id, of: ben.id) == nil)
        #expect(try await test.store.ownFile(.picture, question: own.id, of: ben.id) == nil)
        let error = await #expect(throws: StoreError.self) {
            try await test.store.deleteOwnQuestion(own.id, of: ben.id)
        }
        #expect(error?.code == .notFound)
        // The same name in another family is another question.
        try await save(question(.anger, id: own.id), of: ben)
        #expect(
            try await test.store.ownQuestion(own.id, of: ada.id)?.question.emotion == .happiness)
    }

    @Test func ownQuestionsAreStoredOnceIfSentTwiceAndKeepOmittedFields() async throws {
        var own = question()
        try await save(own)
        own.prompt = "And now?"
        let again = try await test.store.saveOwnQuestion(own, files: [:], of: ada.id)
        #expect(!again.isNew)
        #expect(again.question.question.prompt == "And now?")
        #expect(again.question.files[.picture]?.bytes == 100)
        let gone = try await test.store.saveOwnQuestion(
            own, files: [.tip: .replace(file(9, type: "audio/ogg"))], of: ada.id)
        #expect(gone.question.files[.tip]?.type == "audio/ogg")
        let without = try await test.store.saveOwnQuestion(
            own, files: [.tip: .remove], of: ada.id)
        #expect(without.question.files[.tip] == nil)
        #expect(try await test.store.bankUsage(of: ada.id) == BankUsage(questions: 1, bytes: 100))
    }

    @Test func ownQuestionsAreNotStoredWithoutAPicture() async throws {
        let error = await #expect(throws: StoreError.self) {
            try await test.store.saveOwnQuestion(question(), files: [:], of: ada.id)
        }
        #expect(error?.code == .invalid)
        #expect(try await test.store.bankUsage(of: ada.id) == BankUsage(questions: 0, bytes: 0))
    }

    @Test func ownQuestionsAreLimitedToAHundredAndCanStillBeChangedThen() async throws {
        var last = question()
        for _ in 0..<BankUsage.mostQuestions {
            last = question()
            try await save(last, picture: 10)
        }
        let error = await #expect(throws: StoreError.self) { try await save(question()) }
        #expect(error?.code == .tooManyQuestions)
        last.prompt = "Another one?"
        try await save(last, picture: 11)
        let usage = try await test.store.bankUsage(of: ada.id)
        #expect(usage == BankUsage(questions: 100, bytes: 1001))
        // Another family has its own limit of a hundred.
        try await save(question(), of: ben)
    }

    @Test func ownQuestionsAreLimitedByTheQuotaToTheByte() async throws {
        let part = 20_000_000
        for _ in 0..<2 { try await save(question(), picture: part) }
        let last = question()
        let tooMuch = await #expect(throws: StoreError.self) {
            try await save(last, picture: part + 1)
        }
        #expect(tooMuch?.code == .tooManyBytes)
        #expect(try await test.store.bankUsage(of: ada.id).questions == 2)
        try await save(last, picture: part)
        #expect(try await test.store.bankUsage(of: ada.id).bytes == BankUsage.mostBytes)
        let oneMore = await #expect(throws: StoreError.self) {
            try await test.store.saveOwnQuestion(
                last, files: [.prompt: .replace(file(1, type: "audio/webm"))], of: ada.id)
        }
        #expect(oneMore?.code == .tooManyBytes)
        // The replaced file no longer counts for the quota.
        try await save(last, picture: part)
    }

    @Test func ownQuestionsAreDeletedWithTheirAccountWithoutTraceInTheFiles() async throws {
        let own = question()
        let mark = Data("a picture of somebody's aunt".utf8)
        let picture = OwnFile(
            type: "image/jpeg", content: mark, digest: Data(repeating: 1, count: 32))
        _ = try await test.store.saveOwnQuestion(
            own, files: [.picture: .replace(picture)], of: ada.id)
        try await save(question(), of: ben)
        try await test.store.deleteAccount(ada.id)
        #expect(try await test.store.bankUsage(of: ada.id) == BankUsage(questions: 0, bytes: 0))
        #expect(try await test.store.bankUsage(of: ben.id).questions == 1)
        for name in try FileManager.default.contentsOfDirectory(atPath: test.folder.path) {
            let data = try Data(contentsOf: test.folder.appending(path: name))
            #expect(data.range(of: mark) == nil, "\(name) still holds the picture")
        }
    }

    @Test func ownQuestionsLeaveNothingInTheFilesAfterDeletion() async throws {
        let own = question()
        let mark = Data("another picture of that aunt".utf8)
        let picture = OwnFile(
            type: "image/jpeg", content: mark, digest: Data(repeating: 1, count: 32))
        _ = try await test.store.saveOwnQuestion(
            own, files: [.picture: .replace(picture)], of: ada.id)
        try await test.store.deleteOwnQuestion(own.id, of: ada.id)
        for name in try FileManager.default.contentsOfDirectory(atPath: test.folder.path) {
            let data = try Data(contentsOf: test.folder.appending(path: name))
            #expect(data.range(of: mark) == nil, "\(name) still holds the picture")
        }
    }

    @Test func ownQuestionsAreInABackupWithTheirPictures() async throws {
        let own = question()
        try await save(own, picture: 5000)
        let place = test.folder.appending(path: "copy.sqlite")
        try await test.store.backup(to: place)
        let folder = test.folder.appending(path: "restored")
        try TrainerStore.restore(from: place, folder: folder)
        let restored = try TrainerStore(folder: folder)
        #expect(try await restored.ownFile(.picture, question: own.id, of: ada.id) == file(5000))
        #expect(try await restored.check().isEmpty)
        try restored.close()
    }

    // MARK: - While it is played

    private func begin(_ questions: [OwnQuestion]) async throws -> (Round, PlayerID) {
        let player = ada.players[0].id
        let round = Round(
            id: UUID(), level: .questionBank, questions: questions.map(\.question), seed: 5)
        return (try await test.store.beginRound(round, player: player), player)
    }

    @Test func ownQuestionsDeletedDuringARoundAreSkipped() async throws {
        let own = [question(), question(.anger)]
        for one in own { try await save(one) }
        let (round, player) = try await begin(own)
        let event = try #require(round.right())
        try await test.store.deleteOwnQuestion(own[0].id, of: ada.id)
        let applied = try await test.store.apply(event, round: round.id, player: player)
        #expect(applied.outcome == .ignored(.stale))
        #expect(applied.round.current?.id == own[1].questionID)
        #expect(try await test.store.check().isEmpty)
        let right = try #require(applied.round.right())
        let last = try await test.store.apply(right, round: round.id, player: player)
        #expect(last.outcome == .right)
        #expect(last.round.isFinished)
        #expect(try await test.store.check().isEmpty)
    }

    @Test func ownQuestionsDeletedAsTheLastOnesEndTheRound() async throws {
        let own = question()
        try await save(own)
        let (round, player) = try await begin([own])
        let event = try #require(round.right())
        try await test.store.deleteOwnQuestion(own.id, of: ada.id)
        let applied = try await test.store.apply(event, round: round.id, player: player)
        #expect(applied.outcome == .ignored(.finished))
        #expect(
            try await test.store.unfinishedRound(player: player, level: .questionBank) == nil)
        #expect(try await test.store.check().isEmpty)
    }

    @Test func ownQuestionsChangedDuringARoundAreNotJudgedByTheFormerAnswer() async throws {
        var own = [question(), question(.anger)]
        for one in own { try await save(one) }
        let (round, player) = try await begin(own)
        // A change of words does not change the right answer.
        own[0].prompt = "Look: how does she feel?"
        _ = try await test.store.saveOwnQuestion(own[0], files: [:], of: ada.id)
        #expect(
            try await test.store.round(round.id, player: player)?.current?.id
                == own[0].questionID)
        own[0].emotion = .surprise
        _ = try await test.store.saveOwnQuestion(own[0], files: [:], of: ada.id)
        #expect(
            try await test.store.round(round.id, player: player)?.current?.id
                == own[1].questionID)
    }

    @Test func ownQuestionsDeletedDuringPlanningAreNotAsked() async throws {
        let own = [question(), question(.anger)]
        for one in own { try await save(one) }
        try await test.store.deleteOwnQuestion(own[0].id, of: ada.id)
        let (round, _) = try await begin(own)
        #expect(round.current?.id == own[1].questionID)
        #expect(round.upcoming(9).isEmpty)
    }

    @Test func deletedQuestionsKeepTheirCountedAnswers() async throws {
        let own = question()
        try await save(own)
        let (round, player) = try await begin([own])
        _ = try await test.store.apply(
            try #require(round.right()), round: round.id, player: player)
        try await test.store.deleteOwnQuestion(own.id, of: ada.id)
        let days = try await test.store.rollUps(player: player).emotionDays
        #expect(days.map(\.firstRight) == [1])
        #expect(days.map(\.level) == [.questionBank])
    }

    @Test func settingToMixInStandardQuestionsIsStored() async throws {
        #expect(try await !test.store.mixesStandardQuestions(ada.id))
        try await test.store.setMixesStandardQuestions(true, account: ada.id)
        #expect(try await test.store.mixesStandardQuestions(ada.id))
        #expect(try await !test.store.mixesStandardQuestions(ben.id))
    }
}
