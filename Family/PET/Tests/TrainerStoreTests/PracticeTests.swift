import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

@Suite struct PracticeTests {
    private let house: TestStore

    init() throws { house = try TestStore() }

    private func practice() async throws -> Account {
        let account = try await house.account()
        try await house.store.setKind(.practice, of: account.id, by: .parent)
        return try #require(try await house.store.account(account.id))
    }

    private func add(_ name: String, to account: AccountID) async throws -> PlayerID {
        try await house.store.addPlayer(
            NewPlayer(name: name, birthYear: 2018), to: account, by: .parent
        ).id
    }

    private func question() -> OwnQuestion {
        OwnQuestion(
            id: UUID(), prompt: "How does Kim feel?", tip: "", emotion: .happiness, level: 2)
    }

    private let picture = OwnFile(
        type: "image/jpeg", content: Data(repeating: 7, count: 100),
        digest: Data(repeating: 7, count: 32))

    private func play(_ round: Round, of player: PlayerID) async throws {
        var round = try await house.store.beginRound(round, player: player)
        while let event = round.right() {
            round = try await house.store.apply(event, round: round.id, player: player).round
        }
    }

    // MARK: - Clients

    @Test func aPracticeHasMoreThanTwelveClients() async throws {
        let practice = try await practice()
        for number in 2...20 { _ = try await add("Client \(number)", to: practice.id) }
        let clients = try await house.store.clients(of: practice.id)
        #expect(clients.count == 20)
        // A practice with too many clients cannot become a family.
        let error = await #expect(throws: StoreError.self) {
            try await house.store.setKind(.family, of: practice.id, by: .parent)
        }
        #expect(error?.code == .tooManyChildren)
        #expect(try await house.store.account(practice.id)?.kind == .practice)
    }

    @Test func aPracticeHasAtMost500Clients() async throws {
        let practice = try await practice()
        try await house.store.write { [id = practice.id] db in
            for number in 2...500 {
                try db.execute(
                    sql: """
                        INSERT INTO member (household, role, name, birth_year, created_at)
                        VALUES (?, 'child', ?, 2018, 0)
                        """, arguments: [id.rawValue, "Client \(number)"])
            }
        }
        let error = await #expect(throws: StoreError.self) {
            _ = try await add("One more", to: practice.id)
        }
        #expect(error?.code == .tooManyChildren)
    }

    @Test func aFamilyHasNoClients() async throws {
        let account = try await house.account()
        let error = await #expect(throws: StoreError.self) {
            _ = try await house.store.clients(of: account.id)
        }
        #expect(error?.code == .notFound)
    }

    // MARK: - Own questions

    @Test func questionOfAPracticeIsForOneClient() async throws {
        let practice = try await practice()
        let kim = try #require(practice.players.first).id
        let sam = try await add("Sam", to: practice.id)
        let question = question()
        _ = try await house.store.saveOwnQuestion(
            question, files: [.picture: .replace(picture)], of: practice.id, for: kim)
        let store = house.store
        #expect(try await store.ownQuestions(of: practice.id, for: kim).count == 1)
        #expect(try await store.ownQuestions(of: practice.id, for: sam).isEmpty)
        #expect(try await store.bankUsage(of: practice.id, for: sam).questions == 0)
        #expect(
            try await store.ownFile(.picture, question: question.id, of: practice.id, for: sam)
                == nil)
        for change in ["save", "delete"] {
            let error = await #expect(throws: StoreError.self) {
                if change == "save" {
                    _ = try await store.saveOwnQuestion(
                        question, files: [:], of: practice.id, for: sam)
                } else {
                    try await store.deleteOwnQuestion(question.id, of: practice.id, for: sam)
                }
            }
            #expect(error?.code == .notFound)
        }
        // The quota is that of the whole practice.
        #expect(try await store.bankUsage(of: practice.id).questions == 1)
        // The client's export contains the question, the other client's does not; deletion removes
        // it.
        #expect(try await store.exportChild(kim, of: practice.id).questions.count == 1)
        #expect(try await store.exportChild(sam, of: practice.id).questions.isEmpty)
        #expect(try await store.check().isEmpty)
        _ = try await store.removePlayer(kim, of: practice.id, keeping: nil, by: .parent)
        #expect(try await store.bankUsage(of: practice.id) == BankUsage(questions: 0, bytes: 0))
    }

    @Test func questionOfAFamilyIsForAllChildren() async throws {
        let family = try await house.account()
        let kim = try #require(family.players.first).id
        let sam = try await add("Sam", to: family.id)
        _ = try await house.store.saveOwnQuestion(
            question(), files: [.picture: .replace(picture)],
            of: family.id, for: kim)
        #expect(try await house.store.ownQuestions(of: family.id, for: sam).count == 1)
    }

    // MARK: - Goals

    @Test func goalsNotesAndRoundsAreExportedAndDeletedWithTheClient() async throws {
        let practice = try await practice()
        let kim = try #require(practice.players.first).id
        _ = try await add("Sam", to: practice.id)
        let store = house.store
        let goal = try await store.addGoal(
            .reading, .fear, level: 2, criterion: 80, player: kim, account: practice.id,
            by: .parent)
        try await store.assign(
            .level1, rounds: 2, player: kim, account: practice.id, by: .parent)
        let day = store.day(of: house.clock.now)
        _ = try await store.addNote(
            "Watches the eyes now.", on: day, goal: goal.id, player: kim, account: practice.id,
            by: .parent)
        let export = try await store.export(practice.id)
        let child = try #require(export.players.first { $0.player.id == kim })
        #expect(child.goals == [goal] && child.assignments.map(\.rounds) == [2])
        #expect(child.notes.map(\.goal) == [goal.id])
        let counts = try await store.keptCounts(player: kim, account: practice.id)
        #expect(counts.goals == 2 && counts.notes == 1)
        // The note of a deleted goal stays.
        try await store.deleteGoal(goal.id, player: kim, account: practice.id, by: .parent)
        #expect(try await store.notes(player: kim).map(\.goal) == [nil])
        _ = try await store.removePlayer(kim, of: practice.id, keeping: nil, by: .parent)
        for table in ["goal", "assignment", "note"] {
            let left = try await store.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
            }
            #expect(left == 0, "\(table)")
        }
    }

    @Test func goalsOfOthersAreUnknown() async throws {
        let practice = try await practice()
        let kim = try #require(practice.players.first).id
        let sam = try await add("Sam", to: practice.id)
        let goal = try await house.store.addGoal(
            .making, .anger, level: 1, criterion: 70, player: kim, account: practice.id,
            by: .parent)
        let day = house.store.day(of: house.clock.now)
        let tries: [@Sendable () async throws -> Void] = [
            { [store = house.store] in
                try await store.setGoal(
                    goal.id, isOpen: false, player: sam, account: practice.id, by: .parent)
            },
            { [store = house.store] in
                try await store.deleteGoal(
                    goal.id, player: sam, account: practice.id, by: .parent)
            },
            { [store = house.store] in
                _ = try await store.addNote(
                    "x", on: day, goal: goal.id, player: sam, account: practice.id, by: .parent)
            },
        ]
        for attempt in tries {
            let error = await #expect(throws: StoreError.self) { try await attempt() }
            #expect(error?.code == .notFound)
        }
    }

    @Test func aGoalComparesBeforeAndAfter() async throws {
        let practice = try await practice()
        let kim = try #require(practice.players.first).id
        let day = house.store.day(of: house.clock.now)
        try await house.store.write { db in
            for (number, back, right) in [(1, 3, 1), (2, 0, 4)] {
                try db.execute(
                    sql: """
                        INSERT INTO skill_sitting (
                            player, level, emotion, sitting, day, asked, first_right)
                        VALUES (?, '2', 'fear', ?, ?, 5, ?)
                        """,
                    arguments: [kim.rawValue, number, day.number - back, right])
            }
        }
        _ = try await house.store.addGoal(
            .reading, .fear, level: 2, criterion: 80, player: kim, account: practice.id,
            by: .parent)
        let client = try await house.store.client(kim, of: practice.id).client
        let progress = try #require(client.goals.first).progress
        #expect(progress.baseline?.percent == 20 && progress.now?.percent == 80)
        #expect(progress.change == 60 && !progress.isReached)
    }

    // MARK: - Assigned rounds

    @Test func finishedRoundsCountForTheOldestAssignmentOfTheirGame() async throws {
        let practice = try await practice()
        let kim = try #require(practice.players.first).id
        let store = house.store
        for rounds in [1, 2] {
            try await store.assign(
                .level1, rounds: rounds, player: kim, account: practice.id, by: .parent)
        }
        try await store.assign(.faces, rounds: 1, player: kim, account: practice.id, by: .parent)
        #expect(try await store.currentAssignment(of: kim)?.rounds == 1)
        try await play(.sample(3), of: kim)
        #expect(try await store.currentAssignment(of: kim)?.rounds == 2)
        try await play(.sample(3), of: kim)
        #expect(try await store.currentAssignment(of: kim)?.done == 1)
        try await play(.sample(3), of: kim)
        #expect(try await store.currentAssignment(of: kim)?.source == .faces)
        // Rounds beyond the assigned number count nowhere.
        try await play(.sample(3), of: kim)
        let done = try await store.client(kim, of: practice.id).client.assignments.map(\.done)
        #expect(done == [1, 2, 0])
    }

    @Test func numbersOfGoalsAndAssignmentsAreLimited() async throws {
        let practice = try await practice()
        let kim = try #require(practice.players.first).id
        let store = house.store
        for _ in 0..<Goal.mostOfClient {
            _ = try await store.addGoal(
                .reading, .fear, level: 1, criterion: 80, player: kim, account: practice.id,
                by: .parent)
        }
        for _ in 0..<Assignment.mostOfClient {
            try await store.assign(
                .level1, rounds: 1, player: kim, account: practice.id, by: .parent)
        }
        var error = await #expect(throws: StoreError.self) {
            _ = try await store.addGoal(
                .reading, .fear, level: 1, criterion: 80, player: kim, account: practice.id,
                by: .parent)
        }
        #expect(error?.code == .tooManyGoals)
        error = await #expect(throws: StoreError.self) {
            try await store.assign(
                .level1, rounds: 1, player: kim, account: practice.id, by: .parent)
        }
        #expect(error?.code == .tooManyAssignments)
        // A finished assignment is replaced by another.
        try await play(.sample(3), of: kim)
        try await store.assign(.level1, rounds: 1, player: kim, account: practice.id, by: .parent)
    }
}
