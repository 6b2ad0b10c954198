import Foundation
import Logging
import Testing

@testable import FaceJudge

@Suite(.timeLimit(.minutes(2)))
struct ServiceSupervisorTests {
    /// Short intervals, for tests.
    private static var quick: SupervisionPolicy {
        var policy = SupervisionPolicy.standard
        policy.firstPause = .milliseconds(100)
        policy.longestPause = .milliseconds(400)
        policy.startingProbeInterval = .milliseconds(20)
        policy.probeInterval = .milliseconds(50)
        policy.probeDeadlineMilliseconds = 200
        policy.grace = .milliseconds(300)
        return policy
    }

    private static let ever = "while True: ready(server.accept()[0])"

    private func absence(_ supervisor: ServiceSupervisor) -> JudgeAbsence.Reason? {
        if case .away(let absence) = supervisor.state { absence.reason } else { nil }
    }

    @Test func `A started service becomes ready on a private socket`() async throws {
        let fake = try FakeService(
            python: "for _ in range(3): warming(server.accept()[0])\n" + Self.ever)
        let supervisor = try ServiceSupervisor(
            program: fake.program, policy: Self.quick, logger: LogRecorder().logger)
        #expect(supervisor.state == .starting)
        supervisor.start()
        supervisor.start()
        await expectSoon("not ready") { supervisor.state == .ready }
        let folder = URL(filePath: supervisor.socket).deletingLastPathComponent().path
        let attributes = try FileManager.default.attributesOfItem(atPath: folder)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        #expect(fake.starts == 1)
        await supervisor.stop()
        #expect(absence(supervisor) == .stopped)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `A crashed service is restarted and its last output is logged`() async throws {
        let fake = try FakeService("echo 'facialfun: the model is damaged' >&2; exit 3")
        let log = LogRecorder()
        let supervisor = try ServiceSupervisor(
            program: fake.program, policy: Self.quick, logger: log.logger)
        supervisor.start()
        await expectSoon("not started again") { fake.starts >= 4 }
        #expect(supervisor.restarts >= 3)
        await expectSoon("the reason is not told") {
            guard case .away(let absence) = supervisor.state else { return false }
            return absence.reason == .ended && absence.message.contains("exit code 3")
                && absence.message.contains("the model is damaged")
        }
        await supervisor.stop()
        let starts = fake.starts
        try await Task.sleep(for: .milliseconds(400))
        #expect(fake.starts == starts)
        #expect(log.messages(.info).contains("the model is damaged"))
    }

    @Test func `A service that dies during a game is restarted quickly`() async throws {
        let fake = try FakeService(
            python: """
                open(os.path.join(os.path.dirname(sys.argv[0]), "number"), "w").write(str(os.getpid()))
                \(Self.ever)
                """)
        let supervisor = try ServiceSupervisor(
            program: fake.program, policy: Self.quick, logger: LogRecorder().logger)
        supervisor.start()
        for round in 1...3 {
            await expectSoon("not ready in round \(round)") {
                supervisor.state == .ready && fake.starts == round
            }
            kill(try #require(pid_t(fake.text("number"))), SIGKILL)
            await expectSoon("the death was not seen") { supervisor.restarts == round }
        }
        await expectSoon("not back") { supervisor.state == .ready }
        await supervisor.stop()
    }

    @Test func `A service that never becomes ready is stopped and restarted`() async throws {
        var policy = Self.quick
        policy.startLimit = .milliseconds(300)
        for fake in [
            try FakeService("exec sleep 600"),
            try FakeService(python: "while True: warming(server.accept()[0])"),
        ] {
            let log = LogRecorder()
            let supervisor = try ServiceSupervisor(
                program: fake.program, policy: policy, logger: log.logger)
            supervisor.start()
            await expectSoon("not given up") { absence(supervisor) == .neverReady }
            await expectSoon("not started again") { supervisor.restarts >= 2 }
            #expect(log.messages(.warning).contains { $0.contains("not ready after 0.3 seconds") })
            await supervisor.stop()
        }
    }

    @Test func `A hung service is killed even if it ignores SIGTERM`() async throws {
        let fake = try FakeService(
            python: """
                import signal
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                ready(server.accept()[0])
                kept = []
                while True: kept.append(server.accept())
                """)
        let log = LogRecorder()
        let supervisor = try ServiceSupervisor(
            program: fake.program, policy: Self.quick, logger: log.logger)
        supervisor.start()
        await expectSoon("never ready") { supervisor.state == .ready }
        await expectSoon("not started again", within: .seconds(60)) { supervisor.restarts >= 1 }
        #expect(log.messages(.warning).contains { $0.contains("stopped responding") })
        await supervisor.stop()
    }

    @Test func `A service that ignores SIGTERM is killed after the grace period`() async throws {
        let fake = try FakeService(
            "trap '' TERM\necho $$ >\"$FOLDER/number\"\nwhile :; do sleep 0.1; done")
        let supervisor = try ServiceSupervisor(
            program: fake.program, policy: Self.quick, logger: LogRecorder().logger)
        supervisor.start()
        await expectSoon("never started") { !fake.text("number").isEmpty }
        let number = try #require(
            pid_t(fake.text("number").trimmingCharacters(in: .whitespacesAndNewlines)))
        let time = await ContinuousClock().measure { await supervisor.stop() }
        #expect(time < .seconds(3))
        #expect(kill(number, 0) == -1 && errno == ESRCH)
    }

    @Test func `Endless output neither blocks the supervisor nor fills the log`() async throws {
        let fake = try FakeService(
            """
            printf '\\033]0;owned\\007\\000\\377\\n'
            head -c 200000 /dev/urandom
            yes 2>/dev/null | head -n 100000
            exec sleep 600
            """)
        let log = LogRecorder()
        let supervisor = try ServiceSupervisor(
            program: fake.program, policy: Self.quick, logger: log.logger)
        supervisor.start()
        try await Task.sleep(for: .seconds(1))
        await supervisor.stop()
        #expect(log.messages.count < 500)
        #expect(log.messages.contains { $0.contains("lines of the service") })
        #expect(
            log.messages.allSatisfy { message in
                message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            })
    }

    @Test func `A failed start is logged and retried`() async throws {
        let fake = try FakeService("exit 0")
        let supervisor = try ServiceSupervisor(
            program: fake.folder.appending(path: "nothing"), policy: Self.quick,
            logger: LogRecorder().logger)
        supervisor.start()
        await expectSoon("not tried again") { supervisor.restarts >= 2 }
        guard case .away(let absence) = supervisor.state else {
            if supervisor.state != .starting { Issue.record("\(supervisor.state)") }
            await supervisor.stop()
            return
        }
        #expect([.ended, .cannotStart].contains(absence.reason))
        await supervisor.stop()
    }

    @Test func `Stopping before the start, twice or during a pause returns at once`() async throws {
        let fake = try FakeService("exit 1")
        let unstarted = try ServiceSupervisor(
            program: fake.program, policy: .standard, logger: LogRecorder().logger)
        await unstarted.stop()
        unstarted.start()
        #expect(fake.starts == 0)
        var slow = SupervisionPolicy.standard
        slow.firstPause = .seconds(30)
        let waiting = try ServiceSupervisor(
            program: fake.program, policy: slow, logger: LogRecorder().logger)
        waiting.start()
        await expectSoon("never away") { absence(waiting) == .ended }
        let time = await ContinuousClock().measure {
            async let first: Void = waiting.stop()
            async let second: Void = waiting.stop()
            _ = await (first, second)
        }
        #expect(time < .seconds(2))
    }

    @Test func `The next start removes folders of killed servers, but not folders in use`() throws {
        let base = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: base + "/pet-scoring-dead00", withIntermediateDirectories: true)
        #expect(
            FileManager.default.createFile(
                atPath: base + "/pet-scoring-dead00/lock", contents: nil))
        defer { try? FileManager.default.removeItem(atPath: base) }
        let first = try RuntimeFolder(base: base)
        let second = try RuntimeFolder(base: base)
        let names = try FileManager.default.contentsOfDirectory(atPath: base)
        #expect(
            Set(names)
                == Set([first, second].map { URL(filePath: $0.path).lastPathComponent }))
    }

    @Test func `A path too long for a socket is rejected with its name`() throws {
        let base = "/tmp/" + String(repeating: "long/", count: 30)
        #expect {
            _ = try RuntimeFolder(base: base)
        } throws: { error in
            (error as? FaceJudgeError)?.code == .noRuntimeFolder
        }
    }
}
