import FacialFunWire
import FamilyAccounts
import Foundation
import Testing
import TrainerRules
import TrainerStore

@testable import TrainerServer

@Suite(.timeLimit(.minutes(2)))
struct FacialFunRoutesTests {
    private let judge = FacialFunFakeJudge()

    @Test func `F1: A sitting begins with an emotion of the level and a person who shows it`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let answer = try await house.post("/sittings", #"{"level":2}"#)
        #expect(answer.status == 201 && answer["state"] == "ready")
        #expect(answer["round.current.emotion"] == "happiness")
        #expect(answer["round.current.prompt"] == "Make a happy face.")
        #expect(
            answer["round.current.picture"]?.hasPrefix("/content/pictures/l3-happiness") == true)
        // Only two emotions have a picture and are offered.
        #expect(answer["round.total"] == "2")
        for level in ["0", "6", "\"x\"", "null"] {
            #expect(try await house.post("/sittings", #"{"level":\#(level)}"#).status == 400)
        }
    }

    @Test func `F2: A tap that matches is counted with its score, and the next emotion follows`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        judge.change { $0.verdict = .matched(praise: nil) }
        let answer = try await house.tap(sitting)
        #expect(answer.status == 200 && answer["state"] == "ended")
        #expect(answer["outcome.kind"] == "matched" && answer["outcome.sentence"]?.isEmpty == false)
        #expect(answer["round.showing"] == "1" && answer["round.current.emotion"] == "anger")
        let results = try await house.store.faceResults(player: house.players[0])
        #expect(results.map(\.mode) == [.tap] && results.map(\.levelJudged) == [2])
        #expect(abs((results.first?.bestScore ?? 0) - 0.3) < 0.001)
    }

    @Test func `F3: A face that does not match yet gets a hint, and can be tried again or skipped`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        let first = try await house.tap(sitting)
        #expect(first["outcome.kind"] == "not_yet" && first["outcome.triesLeft"] == "2")
        #expect(first["hint"] == "open_mouth" && first["sentence"] == HintCode.openMouth.sentence)
        #expect(first["round.showing"] == "0")
        let skipped = try await house.post(
            "\(sitting)/skip", #"{"id":"\#(UUID())","showing":0,"elapsedMilliseconds":5}"#)
        #expect(skipped["outcome.kind"] == "skipped" && skipped["round.showing"] == "1")
    }

    @Test func `F2: A match includes the position of the judged face, a missed hold does not`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        #expect(try await house.frame(sitting)["face.side"] == nil)
        judge.change { $0.verdict = .matched(praise: nil) }
        let held = try await house.frame(sitting)
        #expect(held["outcome.kind"] == "matched" && held["face.side"] == "600")
        #expect(held["face.a"] == "0.5" && held["face.b"] == "0.125")
        #expect(held["face.tx"] == "10" && held["face.ty"] == "20")
        let tapped = try await house.tap(sitting, showing: 1)
        #expect(tapped["outcome.kind"] == "matched" && tapped["face.side"] == "600")
    }

    @Test func `A picture causes no database access if nothing changed`() async throws {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        #expect(try await house.frame(sitting)["state"] == "watching")
        // A change by another process is noticed only later, which proves that the database is not
        // read.
        let other = try TrainerStore(folder: house.folder.appending(path: "data"))
        try await other.resetProgress(player: house.players[0])
        try other.close()
        #expect(try await house.frame(sitting)["state"] == "watching")
        #expect(try await house.poll(sitting)["state"] == "watching")
        // A change by this process is noticed immediately.
        _ = try await house.store.updateSettings(of: house.players[0]) { $0.volume = 50 }
        let gone = try await house.frame(sitting)
        #expect(gone.status == 404 && gone["code"] == "unknown_sitting")
    }

    @Test func `Deleting a round ends its sitting at once`() async throws {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        #expect(try await house.frame(sitting).status == 200)
        try await house.store.resetProgress(player: house.players[0])
        #expect(try await house.frame(sitting)["code"] == "unknown_sitting")
    }

    @Test func `A tap after two good pictures matches even if its own picture is bad`() async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        let bad = MatchEvidence(excess: -4, change: 0.1, rival: .anger, lead: -3, seen: nil)
        judge.change {
            $0.verdict = .notYet(progress: 0.4, hint: .openMouth, praise: nil)
            $0.evidence = MatchEvidence(excess: 3, change: 2, rival: .anger, lead: -3, seen: nil)
        }
        for _ in 0..<2 { _ = try await house.frame(sitting) }
        judge.change { $0.evidence = bad }
        #expect(try await house.tap(sitting)["outcome.kind"] == "matched")
        // The evidence of the previous face does not count for the next one.
        #expect(try await house.tap(sitting, showing: 1)["outcome.kind"] == "not_yet")
    }

    @Test func `An angry face for another target is neither nearly right nor invisible`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        judge.change {
            $0.verdict = .notYet(progress: 0.8, hint: .liftMouthCorners, praise: nil)
            $0.evidence = MatchEvidence(
                excess: -1, change: 1, rival: .anger, lead: 3, seen: .browsLowered)
        }
        let held = try await house.frame(sitting)
        #expect(held["progress"] == "0")
        #expect(held["seen"] == "brows_lowered" && held["seenSentence"] == "I see low eyebrows.")
        let tap = try await house.tap(sitting)
        #expect(tap["outcome.sentence"]?.hasPrefix("Not yet") == true)
        judge.change {
            $0.evidence = MatchEvidence(
                excess: -1, change: 1, rival: .anger, lead: -3, seen: .browsLowered)
        }
        let near = try await house.tap(sitting)
        #expect(near["progress"] == "0.8")
        #expect(near["outcome.sentence"]?.hasPrefix("Nearly") == true)
    }

    @Test func `Without holding, a preview tells whether a face is visible and gives no verdict`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        judge.change { $0.verdict = .matched(praise: nil) }
        let seen = try await house.poll(sitting)
        #expect(seen["state"] == "watching" && seen["verdict"] == nil && seen["progress"] == nil)
        judge.change { $0.verdict = .cannotJudge(.noFace) }
        let unseen = try await house.poll(sitting)
        #expect(unseen["reason"] == "no_face" && unseen["sentence"]?.isEmpty == false)
        #expect(try await house.poll(sitting, showing: 4)["state"] == "stale")
        #expect(try await house.poll(sitting, as: 1).status == 404)
        judge.change { $0.error = FacialFunFakeJudge.away }
        #expect(try await house.poll(sitting)["state"] == "away")
        #expect(judge.now.begun == 0)
        #expect(try await house.store.faceDays(player: house.players[0]).isEmpty)
    }

    @Test func `An adult's decision with the PIN overrides the verdict and is counted separately`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        #expect(try await house.tap(sitting)["outcome.kind"] == "not_yet")
        let event = #"{"id":"\#(UUID())","showing":0,"elapsedMilliseconds":900}"#
        let refused = try await house.post("\(sitting)/seen", event)
        #expect(refused.status == 403 && refused["code"] == "parent_needed")
        #expect(try await house.store.faceResults(player: house.players[0]).isEmpty)
        try await house.openParentPart()
        let seen = try await house.post("\(sitting)/seen", event)
        #expect(seen["outcome.kind"] == "seen" && seen["round.showing"] == "1")
        #expect(seen["round.matched"] == "1")
        // A repeated event counts once; another player's sitting is unknown.
        #expect(try await house.post("\(sitting)/seen", event)["outcome.kind"] == "seen")
        try await house.openParentPart(as: 1)
        #expect(try await house.post("\(sitting)/seen", event, as: 1).status == 404)
        let results = try await house.store.faceResults(player: house.players[0])
        #expect(results.map(\.end) == [.seen] && results.map(\.mode) == [.saw])
        let days = try await house.store.faceDays(player: house.players[0])
        #expect(days.map(\.seen) == [1] && days.map(\.matched) == [0])
    }

    @Test func `A repeated tap counts once`() async throws {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        let event = UUID()
        for _ in 0..<3 {
            #expect(try await house.tap(sitting, event: event)["outcome.triesLeft"] == "2")
        }
        judge.change { $0.verdict = .matched(praise: nil) }
        let last = UUID()
        #expect(try await house.tap(sitting, event: last)["outcome.kind"] == "matched")
        // If the answer was lost, the browser gets the result again, with the current showing.
        let again = try await house.tap(sitting, event: last)
        #expect(again["state"] == "stale" && again["outcome.kind"] == "matched")
        #expect(again["round.showing"] == "1")
        #expect(try await house.store.faceResults(player: house.players[0]).map(\.tries) == [2])
    }

    @Test func `A held face fills the gauge and counts once by itself`() async throws {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        let near = try await house.frame(sitting)
        #expect(near["state"] == "watching" && near["progress"] == "0.4" && near["held"] == "0")
        judge.change { $0.held = 0.5 }
        #expect(try await house.frame(sitting)["state"] == "holding")
        judge.change { $0.verdict = .matched(praise: .wellDone) }
        let end = try await house.frame(sitting)
        #expect(end["state"] == "ended" && end["outcome.kind"] == "matched")
        // A delayed picture that arrives after the end.
        let late = try await house.frame(sitting)
        #expect(late["state"] == "stale" && late["outcome.kind"] == "matched")
        #expect(judge.now.begun == 1)
        let results = try await house.store.faceResults(player: house.players[0])
        #expect(results.map(\.mode) == [.hold] && results.map(\.hints) == [1])
    }

    @Test
    func
        `Three tries without a match make the emotion easier and are never a failure`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin(level: 2)
        judge.change {
            $0.isTimeUp = true
            $0.verdict = .notYet(progress: 0.2, hint: nil, praise: nil)
        }
        #expect(try await house.frame(sitting)["outcome.kind"] == "not_yet")
        #expect(try await house.frame(sitting)["outcome.kind"] == "not_yet")
        #expect(try await house.frame(sitting)["outcome.kind"] == "later")
        // Each try has its own attempt.
        #expect(judge.now.begun == 3)
        for showing in 1...5 {
            for _ in 0..<3 { _ = try await house.tap(sitting, showing: showing) }
        }
        let results = try await house.store.faceResults(player: house.players[0])
        #expect(results.map(\.end) == [.later, .later, .later, .later, .goodTrying, .goodTrying])
        #expect(results.map(\.levelJudged) == [2, 2, 1, 1, 1, 1])
        #expect(results.allSatisfy { $0.levelAsked == 2 })
    }

    @Test(arguments: CannotJudgeReason.allCases)
    func `A face that cannot be judged gets the service's reason and does not count`(
        reason: CannotJudgeReason
    ) async throws {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        judge.change { $0.verdict = .cannotJudge(reason) }
        let frame = try await house.frame(sitting)
        #expect(frame["verdict"] == "cannot_judge" && frame["sentence"] == reason.sentence)
        let tap = try await house.tap(sitting)
        #expect(tap["outcome.kind"] == "unjudged" && tap["reason"] == reason.rawValue)
        #expect(tap["round.triesLeft"] == "3")
        judge.change { $0.isTimeUp = true }
        #expect(try await house.frame(sitting)["outcome.kind"] == "unjudged")
        #expect(try await house.store.faceDays(player: house.players[0]).isEmpty)
    }

    @Test
    func
        `Nothing counts while the service is unavailable, and the attempt restarts afterwards`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        #expect(try await house.send("GET", "")["state"] == "ready")
        let sitting = try await house.begin()
        _ = try await house.post("\(sitting)/rest/again")
        _ = try await house.frame(sitting)
        judge.change { $0.error = FacialFunFakeJudge.away }
        let away = try await house.frame(sitting)
        #expect(away.status == 200 && away["state"] == "away")
        #expect(away["sentence"]?.hasPrefix("One moment") == true)
        #expect(try await house.tap(sitting)["state"] == "away")
        #expect(try await house.post("/sittings", #"{"level":1}"#)["state"] == "away")
        #expect(try await house.send("GET", "")["state"] == "away")
        judge.startAgain()
        judge.change { $0.error = nil }
        let back = try await house.frame(sitting)
        #expect(back["state"] == "watching" && judge.now.begun == 2)
        // The service restarted between two frames, which the player does not notice.
        judge.startAgain()
        #expect(try await house.frame(sitting)["state"] == "watching")
        #expect(judge.now.begun == 3)
        #expect(try await house.store.faceDays(player: house.players[0]).isEmpty)
    }

    @Test(arguments: ["deadline_exceeded", "overloaded", "not_ready"])
    func `F3: A slow service is reported as a delay and nothing is counted`(
        problem: String
    ) async throws {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        judge.change { $0.error = FacialFunFakeJudge.refused(problem) }
        #expect(try await house.frame(sitting)["state"] == "moment")
        #expect(try await house.tap(sitting)["state"] == "moment")
        judge.change { $0.error = FacialFunFakeJudge.refused("corrupt") }
        let fault = try await house.tap(sitting)
        #expect(fault.status == 422 && fault["code"] == "not_a_picture")
        #expect(try await house.store.faceDays(player: house.players[0]).isEmpty)
    }

    @Test
    func
        `A baseline is recorded, used, deleted and reported missing if the service lost it`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        func rest() async throws -> FacialFunHouse.Answer {
            try await Task.sleep(for: .milliseconds(90))
            return try await house.send(
                "POST", "\(sitting)/rest", type: "image/jpeg", body: FacialFunHouse.picture)
        }
        judge.change { $0.error = FacialFunFakeJudge.refused("not_at_rest") }
        let smiles = try await rest()
        #expect(smiles["state"] == "not_yet" && smiles["sentence"]?.contains("relax") == true)
        judge.change { $0.error = nil }
        #expect(try await rest()["pictures"] == "1")
        #expect(try await rest()["pictures"] == "2")
        let known = try #require(judge.now.baselines.first)
        #expect(try await house.frame(sitting)["baseline"] == "true")
        #expect(judge.now.lights == [known])
        judge.startAgain()
        #expect(try await house.frame(sitting)["baseline"] == "false")
        #expect(judge.now.lights == [known, nil])
        #expect(try await rest()["pictures"] == "1")
        // F4: Done.
        #expect(try await house.post("\(sitting)/end").status == 204)
        #expect(judge.now.baselines.isEmpty && judge.now.attempts.isEmpty)
        #expect(try await house.frame(sitting).status == 404)
    }

    @Test(arguments: [true, false])
    func `A new baseline replaces the old one only if the face is at rest`(
        isNeutralAlone: Bool
    ) async throws {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        func rest() async throws -> FacialFunHouse.Answer {
            try await Task.sleep(for: .milliseconds(90))
            return try await house.send(
                "POST", "\(sitting)/rest", type: "image/jpeg", body: FacialFunHouse.picture)
        }
        #expect(try await rest()["state"] == "taken")
        let former = judge.now.baselines
        #expect(try await house.post("\(sitting)/rest/again").status == 204)
        #expect(judge.now.baselines == former, "it stays in force")
        // An angry face held while the neutral face is recorded again.
        let angry = Verdict.notYet(progress: 0.5, hint: nil, praise: nil)
        judge.change { $0.neutral = (angry, angry) }
        for _ in 0..<8 {
            let answer = try await rest()
            #expect(answer["state"] == "not_yet")
            #expect(answer["sentence"]?.contains("relax") == true)
        }
        #expect(judge.now.baselines == former)
        #expect(try await house.frame(sitting)["baseline"] == "true")
        #expect(judge.now.lights.last == former.first)
        // Then a face at rest: similar to the former one, or neutral on its own.
        let calm = Verdict.matched(praise: .wellDone)
        judge.change { $0.neutral = isNeutralAlone ? (angry, calm) : (calm, angry) }
        for count in 1...FaceResting.retakePictures {
            #expect(try await rest()["pictures"] == "\(count)")
            #expect(former.isSubset(of: judge.now.baselines) == (count < 5))
        }
        #expect(judge.now.baselines.count == 1 && judge.now.baselines != former)
        // A restarted service has forgotten both baselines: the next picture begins a new one.
        #expect(try await house.post("\(sitting)/rest/again").status == 204)
        judge.startAgain()
        #expect(try await rest()["pictures"] == "1")
        #expect(try await house.post("\(sitting)/end").status == 204)
        #expect(judge.now.baselines.isEmpty)
    }

    @Test func `Another player's sitting is not found, and playing needs a sign-in`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin(as: 0)
        for player in [1, nil] as [Int?] {
            let status = player == nil ? 401 : 404
            #expect(try await house.frame(sitting, as: player).status == status)
            #expect(try await house.tap(sitting, as: player).status == status)
            #expect(try await house.post("\(sitting)/end", as: player).status == status)
            #expect(try await house.post("\(sitting)/rest/again", as: player).status == status)
        }
        for path in ["/sittings/none", "/sittings/\(UUID())", "/sittings/..%2f"] {
            #expect(try await house.frame(path).status == 404)
        }
        #expect(try await house.frame(sitting).status == 200)
        // A second window takes over the game; the first one gets an error.
        let second = try await house.begin(as: 0)
        #expect(try await house.frame(sitting)["code"] == "unknown_sitting")
        #expect(try await house.frame(second).status == 200)
    }

    @Test func `Oversized, foreign and truncated requests are rejected without harm`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        let large = FacialFunHouse.picture + Data(repeating: 1, count: 10_000_000)
        #expect(try await house.frame(sitting, picture: large).status == 413)
        let slightly = FacialFunHouse.picture + Data(repeating: 1, count: 299_000)
        #expect(try await house.frame(sitting, picture: slightly).status == 413)
        #expect(try await house.frame(sitting, picture: Data("<svg/>".utf8)).status == 422)
        #expect(try await house.frame(sitting, picture: Data()).status == 422)
        let path = "\(sitting)/frames?showing=0&elapsed=1"
        #expect(
            try await house.send("POST", path, type: "text/plain", body: FacialFunHouse.picture)
                .status == 415)
        try await Task.sleep(for: .milliseconds(400))
        for query in [
            "", "?showing=0", "?showing=x&elapsed=1", "?showing=0&elapsed=99999999999999999999",
        ] {
            try await Task.sleep(for: .milliseconds(90))
            let answer = try await house.send(
                "POST", "\(sitting)/frames\(query)", type: "image/jpeg",
                body: FacialFunHouse.picture)
            #expect(answer.status == 400)
        }
        #expect(judge.now.frames == 0)
        #expect(try await house.frame(sitting).status == 200)
    }

    @Test func `Frames are accepted up to twelve per second and rejected at once beyond that`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        let start = ContinuousClock.now
        var answers: [FacialFunHouse.Answer] = []
        for _ in 0..<3 {
            answers += try await withThrowingTaskGroup(of: FacialFunHouse.Answer.self) { group in
                for _ in 0..<30 {
                    group.addTask {
                        try await house.send(
                            "POST", "\(sitting)/frames?showing=0&elapsed=1", type: "image/jpeg",
                            body: FacialFunHouse.picture)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        let passed = (ContinuousClock.now - start).components
        let seconds = Double(passed.seconds) + Double(passed.attoseconds) * 1e-18
        #expect(Set(answers.map(\.status)) == [200, 429])
        for answer in answers where answer.status == 429 {
            #expect(["too_fast", "in_flight"].contains(answer["code"] ?? ""))
        }
        let judged = answers.count(where: { $0.status == 200 })
        #expect(Double(judged) <= FaceSitting.burst + FaceSitting.framesPerSecond * seconds + 1)
        #expect(judge.now.frames == judged)
        // After a pause, frames are accepted again.
        try await Task.sleep(for: .milliseconds(300))
        #expect(try await house.frame(sitting).status == 200)
    }

    @Test func `Only one picture is processed at a time`() async throws {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        judge.change { $0.delay = .milliseconds(2000) }
        async let slow = house.frame(sitting)
        try await Task.sleep(for: .milliseconds(800))
        let second = try await house.frame(sitting)
        #expect(second.status == 429 && second["code"] == "in_flight")
        #expect(try await slow.status == 200)
        judge.change { $0.delay = .zero }
        #expect(try await house.frame(sitting).status == 200)
    }

    @Test
    func
        `A suspended tab counts no try: its attempt restarts, after ten minutes its sitting too`()
        async throws
    {
        let clock = FacialFunClock()
        let house = try await FacialFunHouse(
            judge: judge, sittings: FaceSittings(clock: { clock.now }))
        let sitting = try await house.begin()
        for _ in 0..<3 {
            clock.pass(0.1)
            #expect(try await house.frame(sitting).status == 200)
        }
        #expect(judge.now.begun == 1)
        clock.pass(60)
        #expect(try await house.frame(sitting).status == 200)
        #expect(judge.now.begun == 2)
        clock.pass(3600)
        #expect(try await house.frame(sitting)["code"] == "unknown_sitting")
        // The round waits.
        let again = try await house.post("/sittings", #"{"level":2}"#)
        #expect(again["round.showing"] == "0" && again["state"] == "ready")
    }

    @Test func `The player's choice of matching by holding is stored`() async throws {
        let house = try await FacialFunHouse(judge: judge)
        #expect(try await house.send("GET", "")["hold"] == "true")
        let answer = try await house.send(
            "PUT", "/settings", type: "application/json", body: Data(#"{"hold":false}"#.utf8))
        #expect(answer.status == 200)
        #expect(try await house.send("GET", "")["hold"] == "false")
        #expect(try await house.post("/sittings", #"{"level":2}"#)["hold"] == "false")
        #expect(try await house.send("GET", "", as: 1)["hold"] == "true")
    }

    @Test func `Playing writes no byte of a picture to the disk or the log`()
        async throws
    {
        let log = FacialFunLog()
        let house = try await FacialFunHouse(judge: judge, logger: log.logger)
        let sitting = try await house.begin()
        let mark = Data("MARKED-FRAME-\(UUID())".utf8)
        let picture = FacialFunHouse.picture + mark + Data(repeating: 3, count: 50_000)
        _ = try await house.send(
            "POST", "\(sitting)/rest", type: "image/jpeg", body: picture)
        for _ in 0..<5 { _ = try await house.frame(sitting, picture: picture) }
        _ = try await house.tap(sitting, picture: picture)
        judge.change { $0.error = FacialFunFakeJudge.refused("corrupt") }
        #expect(try await house.tap(sitting, picture: picture).status == 422)
        judge.change { $0.error = nil }
        judge.change { $0.verdict = .matched(praise: nil) }
        #expect(try await house.frame(sitting, picture: picture)["outcome.kind"] == "matched")
        _ = try await house.frame(sitting, picture: picture + Data(count: 400_000))
        _ = try await house.post("\(sitting)/end")
        #expect(FileManager.default.contents(of: house.folder, holding: mark).isEmpty)
        // Makes sure that the search can find something.
        try (Data(count: 9) + mark).write(to: house.folder.appending(path: "found"))
        #expect(FileManager.default.contents(of: house.folder, holding: mark).count == 1)
        #expect(!log.text.contains("MARKED"))
    }

    @Test func `The texts for reasons, hints and praise match those of the service`() async throws {
        let url = FacialFunHouse.game.appending(path: "Content/languages/en")
        var texts: [String: String] = [:]
        struct Shape: Decodable { let texts: [String: String] }
        for name in ["interface.json", "facial-fun.json"] {
            let data = try Data(contentsOf: url.appending(path: name))
            texts.merge(try JSONDecoder().decode(Shape.self, from: data).texts) { first, _ in first
            }
        }
        for reason in CannotJudgeReason.allCases {
            #expect(texts["reason.\(reason.rawValue)"] == reason.sentence)
        }
        for hint in HintCode.allCases { #expect(texts["hint.\(hint.rawValue)"] == hint.sentence) }
        for praise in PraiseCode.allCases {
            #expect(texts["praise.\(praise.rawValue)"] == praise.sentence)
        }
        for emotion in Emotion.allCases { #expect(texts["face.prompt.\(emotion.rawValue)"] != nil) }
        for kind in [
            "matched", "seen", "not_yet", "nearly", "later", "skipped", "good_trying", "set_aside",
        ] {
            #expect(texts["face.outcome.\(kind).1"] != nil)
        }
        for key in ["face.away", "face.moment", "face.rest.not_still", "face.rest.not_at_rest"] {
            #expect(texts[key] != nil)
        }
    }
}
