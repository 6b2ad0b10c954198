import Foundation
import Testing

@testable import FaceJudge

struct ChildProcessTests {
    /// The way a child ended; waits at most ten seconds.
    private func ending(of child: ChildProcess) -> ChildProcess.Ending? {
        for _ in 0..<1000 {
            if let ending = child.ending() { return ending }
            usleep(10_000)
        }
        return nil
    }

    @Test func `Exit codes and signals are distinguished`() throws {
        let exits = try FakeService("exit 3")
        #expect(
            ending(of: try ChildProcess(exits.program.path, ["serve", "--socket", "x"]))
                == .exit(code: 3))
        let dies = try FakeService("kill -9 $$")
        #expect(
            ending(of: try ChildProcess(dies.program.path, ["serve", "--socket", "x"]))
                == .signal(SIGKILL))
    }

    @Test func `A child gets its own process group, default signals and no inherited files`() throws
    {
        signal(SIGUSR2, SIG_IGN)
        defer { signal(SIGUSR2, SIG_DFL) }
        // Opened without O_CLOEXEC, as a library might do.
        let leak = open("/dev/zero", O_RDONLY)
        defer { close(leak) }
        let fake = try FakeService(
            """
            grep SigIgn /proc/self/status >"$FOLDER/ignored"
            ls -l /proc/$$/fd >"$FOLDER/files"
            ps -o pgid= -p $$ >"$FOLDER/group" 2>/dev/null || cut -d' ' -f5 /proc/$$/stat >"$FOLDER/group"
            echo $$ >"$FOLDER/number"
            """)
        #expect(
            ending(of: try ChildProcess(fake.program.path, ["serve", "--socket", "x"]))
                == .exit(code: 0))
        // The C library reserves the signals 32 and 33.
        let ignored = fake.text("ignored").split(whereSeparator: \.isWhitespace).last ?? ""
        #expect(UInt64(ignored, radix: 16).map { $0 & 0x7FFF_FFFF } == 0)
        #expect(!fake.text("files").contains("/dev/zero"))
        #expect(fake.text("files").contains("/dev/null"))
        let group = fake.text("group").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(group == fake.text("number").trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test(.enabled(if: ChildProcess.deathLink != nil, "setpriv (util-linux) is missing"))
    func `A child ends with the thread that started it`() async throws {
        let fake = try FakeService(
            "trap '' TERM INT HUP; echo $$ >\"$FOLDER/number\"; exec sleep 600")
        let program = fake.program.path
        let number = fake.folder.appending(path: "number").path
        // The thread writes this before it ends, and the test reads it afterwards.
        nonisolated(unsafe) var child: ChildProcess?
        let thread = Thread {
            child = try? ChildProcess(program, ["serve", "--socket", "x"])
            while !FileManager.default.fileExists(atPath: number) { usleep(10_000) }
        }
        thread.start()
        await expectSoon("the child was never started") { !fake.text("number").isEmpty }
        await expectSoon("the thread did not end") { thread.isFinished }
        let started = try #require(child)
        #expect(ending(of: started) == .signal(SIGKILL))
    }

    @Test func `A signal sent after the exit reaches no other process`() throws {
        let fake = try FakeService("exit 0")
        let child = try ChildProcess(fake.program.path, ["serve", "--socket", "x"])
        #expect(ending(of: child) == .exit(code: 0))
        #expect(child.number == nil)
        child.send(SIGKILL)
        #expect(child.ending() == nil)
    }
}
