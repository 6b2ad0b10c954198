import FamilyAccounts
import FamilyStore
import Foundation
import Testing
import TrainerRules

@testable import TrainerStore

@Suite struct ConcurrencyTests {
    @Test func eightTasksInOneRoundCountEachShowingOnce() async throws {
        let test = try TestStore()
        let player = try await test.player()
        let round = try await test.store.beginRound(.sample(8), player: player)
        await withTaskGroup(of: Void.self) { group in
            for tab in 0..<8 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(tab))
                    var mine = round
                    while let event = mine.anyEvent(by: &generator) {
                        // If another tab changed the round in between, the event is stale, never
                        // wrong.
                        guard
                            let applied = try? await test.store.apply(
                                event, round: round.id, player: player)
                        else { return }
                        mine = applied.round
                    }
                }
            }
        }
        let end = try #require(try await test.store.round(round.id, player: player))
        #expect(end.isFinished)
        #expect(try await test.rowCounts()["answer"] == end.revision)
        let rollUps = try await test.store.rollUps(player: player)
        #expect(rollUps.rounds.map(\.completed) == [1])
        #expect(
            rollUps.emotionDays.map { $0.firstRight + $0.laterRight }.reduce(0, +) == end.done)
        #expect(try await test.store.check().isEmpty)
    }

    @Test func sameEventSentEightTimesAtOnceCountsOnce() async throws {
        let test = try TestStore()
        let player = try await test.player()
        let round = try await test.store.beginRound(.sample(), player: player)
        let event = try #require(round.wrong())
        let answers = await withTaskGroup(of: AppliedEvent?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try? await test.store.apply(event, round: round.id, player: player)
                }
            }
            return await group.reduce(into: [AppliedEvent?]()) { $0.append($1) }
        }
        #expect(answers.compactMap(\.self).count == 8)
        #expect(answers.allSatisfy { $0?.outcome == .wrong })
        #expect(answers.filter { $0?.isRepeated == false }.count == 1)
        #expect(try await test.rowCounts()["answer"] == 1)
    }

    @Test func connectionsOfTwoProcessesWriteConcurrently() async throws {
        let test = try TestStore()
        let other = try TrainerStore(folder: test.folder, options: TestStore.options(test.clock))
        let player = try await test.player()
        let players = try await [player, test.player("bob")]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (store, player) in zip([test.store, other], players) {
                group.addTask {
                    for _ in 0..<10 {
                        var round = try await store.beginRound(.sample(), player: player)
                        while let event = round.right() {
                            round = try await store.apply(event, round: round.id, player: player)
                                .round
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await test.rowCounts()["answer"] == 80)
        #expect(try await other.check().isEmpty)
        try other.close()
    }

    @Test func cancelledRequestIsAppliedCompletelyOrNotAtAll() async throws {
        let test = try TestStore()
        let player = try await test.player()
        let round = try await test.store.beginRound(.sample(), player: player)
        for _ in 0..<50 {
            let event = try #require(
                try await test.store.round(round.id, player: player)?.event(.tip))
            let task = Task {
                try await test.store.apply(event, round: round.id, player: player)
            }
            task.cancel()
            if case .failure(let error) = await task.result {
                #expect((error as? StoreError)?.code == .cancelled)
            }
        }
        let end = try #require(try await test.store.round(round.id, player: player))
        #expect(try await test.rowCounts()["answer"] ?? 0 == end.revision)
        #expect(try await test.store.check().isEmpty)
    }

    @Test func playWhileTheAccountIsDeletedEndsInNotFound() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        let round = try await test.store.beginRound(.sample(), player: player)
        let playing = Task { () -> StoreError.Code? in
            do {
                while true {
                    guard
                        let event = try await test.store.round(round.id, player: player)?
                            .event(.tip)
                    else { return .notFound }
                    _ = try await test.store.apply(event, round: round.id, player: player)
                }
            } catch {
                return (error as? StoreError)?.code
            }
        }
        try await Task.sleep(for: .milliseconds(30))
        try await test.store.deleteAccount(account.id)
        #expect(await playing.value == .notFound)
        // If a question was answered, its row stays: built-in questions belong to no account.
        let left = try await test.rowCounts()
        #expect(left.keys.allSatisfy { $0 == "question" }, "\(left)")
    }
}
