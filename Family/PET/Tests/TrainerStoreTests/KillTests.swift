import FamilyAccounts
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

/// Kills a playing process repeatedly and checks the database that it left.
@Suite struct KillTests {
    private static let folderName = "PET_TEST_KILL_FOLDER"
    private static let players = 4

    private static var folder: URL? {
        ProcessInfo.processInfo.environment[folderName].map {
            URL(filePath: $0, directoryHint: .isDirectory)
        }
    }

    /// The process to be killed: runs only this test.
    ///
    /// Writes the name of each event to a file after the store has confirmed it.
    @Test(.enabled(if: folder != nil, "run by the other test, in a process that it kills"))
    func playUntilKilled() async throws {
        let folder = try #require(Self.folder)
        let store = try TrainerStore(folder: folder)
        let acknowledged = open(
            folder.appending(path: "acknowledged").path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...Self.players {
                group.addTask {
                    var generator = SystemRandomNumberGenerator()
                    let player = PlayerID.child(ofAccount: number)
                    while true {
                        var round = try await store.beginRound(.sample(8), player: player)
                        while let event = round.anyEvent(by: &generator) {
                            let applied = try await store.apply(
                                event, round: round.id, player: player)
                            round = applied.round
                            if case .ignored = applied.outcome { continue }
                            // A write of less than a page is atomic.
                            let line = Data("\(event.id.uuidString)\n".utf8)
                            _ = line.withUnsafeBytes { write(acknowledged, $0.baseAddress, 37) }
                        }
                    }
                }
            }
        }
    }

    @Test(.enabled(if: folder == nil, "this is the process that is killed"))
    func twentyKillsNeitherLoseNorDuplicateAStoredAnswer() async throws {
        let test = try TestStore()
        for number in 1...Self.players { _ = try await test.player("child\(number)") }
        var known = 0
        for round in 0..<20 {
            let child = try Self.child(in: test.folder)
            // Long enough for the process to start playing, plus a random time.
            try await Self.waitForAnswers(in: test.folder, beyond: known)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
            kill(child.processIdentifier, SIGKILL)
            child.waitUntilExit()
            #expect(child.terminationReason == .uncaughtSignal)
            let acknowledged = try Self.acknowledged(in: test.folder)
            #expect(acknowledged.count > known, "round \(round)")
            known = acknowledged.count
            let stored = try await test.store.read { db in
                try Data.fetchAll(db, sql: "SELECT event FROM answer").compactMap {
                    UUID(bytes: $0)?.uuidString
                }
            }
            #expect(Set(stored).count == stored.count)
            #expect(Set(acknowledged).subtracting(stored).isEmpty)
            // One answer of each player may have been stored but not yet confirmed.
            #expect(stored.count <= acknowledged.count + Self.players * (round + 1))
            #expect(try await test.store.check().isEmpty)
        }
        try await expectSumsOfWhatIsThere(test)
    }

    /// Expects that the sums match the stored answers.
    private func expectSumsOfWhatIsThere(_ test: TestStore) async throws {
        for number in 1...Self.players {
            let player = PlayerID.child(ofAccount: number)
            let rollUps = try await test.store.rollUps(player: player)
            let answered: [Int] = try await test.store.read { db in
                let conditions = [
                    "action = 'answer' AND outcome <> 'right'", "outcome = 'right'",
                    "action = 'tip'", "action = 'replay'", "action = 'skip'",
                ]
                return try conditions.map { condition in
                    let sql = """
                        SELECT count(*) FROM answer JOIN round ON round.id = answer.round
                        WHERE player = ? AND \(condition)
                        """
                    return try Int.fetchOne(db, sql: sql, arguments: [player.rawValue]) ?? -1
                }
            }
            func sum(_ count: (EmotionDay) -> Int) -> Int {
                rollUps.emotionDays.map(count).reduce(0, +)
            }
            let right = sum { $0.firstRight + $0.laterRight }
            let counted: [Int] = [
                sum(\.wrong), right, sum(\.tips), sum(\.replays), sum(\.skipped),
            ]
            #expect(answered == counted)
        }
    }

    /// Runs this test program again, with only the test that plays.
    private static func child(in folder: URL) throws -> Process {
        let child = Process()
        child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = [
            "--testing-library", "swift-testing", "--filter", "KillTests/playUntilKilled",
        ]
        child.environment = ProcessInfo.processInfo.environment.merging([
            folderName: folder.path
        ]) { $1 }
        child.standardOutput = FileHandle.nullDevice
        child.standardError = FileHandle.nullDevice
        try child.run()
        return child
    }

    private static func waitForAnswers(in folder: URL, beyond known: Int) async throws {
        for _ in 0..<1000 {
            if try acknowledged(in: folder).count > known + 5 { return }
            try await Task.sleep(for: .milliseconds(30))
        }
        Issue.record("The process that is to be killed did not begin to play within 30 s.")
    }

    private static func acknowledged(in folder: URL) throws -> [String] {
        let file = folder.appending(path: "acknowledged")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
