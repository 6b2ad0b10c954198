import FacialFunWire
import Foundation
import Logging
import Testing

@testable import FaceJudge

@Suite(.timeLimit(.minutes(3)))
struct FaceJudgeTests {
    /// The program built in the repository; nil if it was not built.
    private static let program = try? FacialFunProgram.find()
    private static let reason: Comment = "facialfun was not built: run `make build` first"

    private static let faces = FacialFunProgram.repository.appending(path: "SampleFaces")

    @Test func `Without a service each call fails with a reason and a remedy`() async {
        let judge = FaceJudge()
        judge.start()
        #expect(!judge.isReady)
        #expect(await judge.waitUntilReady(within: .seconds(5)) == .away(.switchedOff))
        await #expect {
            _ = try await judge.model()
        } throws: { error in
            let error = error as? FaceJudgeError
            return error?.code == .away && error?.absence?.reason == .switchedOff
                && error?.message.contains("--no-scoring") == true
        }
        await judge.stop()
    }

    @Test func `A socket is unavailable until a service listens on it`() async throws {
        var policy = SupervisionPolicy.standard
        policy.firstPause = .milliseconds(20)
        policy.longestPause = .milliseconds(50)
        let fake = try FakeService(python: "while True: ready(server.accept()[0])")
        let socket = fake.folder.appending(path: "socket").path
        let judge = FaceJudge(socket: socket, policy: policy, logger: LogRecorder().logger)
        judge.start()
        await expectSoon("not seen to be away") {
            if case .away(let absence) = judge.state {
                absence.reason == .notReachable
            } else {
                false
            }
        }
        let supervisor = try ServiceSupervisor(
            program: fake.program, policy: policy, logger: LogRecorder().logger)
        supervisor.start()
        await expectSoon("it did not start") { supervisor.state == .ready }
        try FileManager.default.createSymbolicLink(
            atPath: socket, withDestinationPath: supervisor.socket)
        await expectSoon("not found") { judge.isReady }
        await judge.stop()
        // The service was not started by this judge, so it keeps running.
        #expect(supervisor.state == .ready && supervisor.restarts == 0)
        await supervisor.stop()
    }

    @Test(.enabled(if: program != nil, reason))
    func `The real service judges a face, stores a baseline and runs an attempt`() async throws {
        let program = try #require(Self.program)
        let log = LogRecorder()
        let judge = try FaceJudge(program: program.file, logger: log.logger)
        judge.start()
        #expect(await judge.waitUntilReady(within: .seconds(60)) == .ready)
        #expect(try await !judge.model().name.isEmpty)
        #expect(try await judge.levels().levels.count == 5)

        let files = try FileManager.default.contentsOfDirectory(
            at: Self.faces, includingPropertiesForKeys: nil)
        let file = try #require(
            files.filter { ["jpg", "jpeg"].contains($0.pathExtension) }
                .min { $0.path < $1.path })
        let face = [UInt8](try Data(contentsOf: file))
        let match = try await judge.match(face, target: .happiness, level: 1)
        #expect(match.level == 1 && match.target == .happiness)

        let attempt = try await judge.beginAttempt(target: .happiness, level: 1)
        #expect(try await judge.addFrame(face, toAttempt: attempt.id).frame != nil)
        try await judge.deleteAttempt(attempt.id)
        await #expect {
            _ = try await judge.attempt(attempt.id)
        } throws: { error in
            (error as? FaceJudgeError)?.problem == "unknown_attempt"
        }
        await #expect {
            _ = try await judge.match([1, 2, 3], target: .fear, level: 1)
        } throws: { error in
            (error as? FaceJudgeError)?.code == .refused
        }
        await judge.stop()
        #expect(!judge.isReady)
        #expect(log.messages(.info).contains("stopped"))
    }

    @Test(.enabled(if: program != nil, reason))
    func `The real service restarts after kill -9`() async throws {
        let program = try #require(Self.program)
        let supervisor = try ServiceSupervisor(program: program.file, logger: LogRecorder().logger)
        let judge = FaceJudge(supervisor)
        judge.start()
        #expect(await judge.waitUntilReady(within: .seconds(60)) == .ready)
        for number in processes(with: supervisor.socket) { kill(number, SIGKILL) }
        await expectSoon("the death was not seen") { supervisor.restarts == 1 }
        #expect(await judge.waitUntilReady(within: .seconds(60)) == .ready)
        #expect(try await !judge.model().name.isEmpty)
        await judge.stop()
    }

    /// The processes with a word in their command lines.
    private func processes(with word: String) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { number in
            // A process may end while its command line is read.
            let line = try? Data(contentsOf: URL(filePath: "/proc/\(number)/cmdline"))
            return line?.split(separator: 0).contains { $0.elementsEqual(word.utf8) } ?? false
        }
    }
}
