import Foundation
import Synchronization
import Testing

@testable import FamilyMedia

struct SandboxedProcessTests {
    private func shell(
        _ script: String, _ limits: SandboxedProcess.Limits = .init(),
        line: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> SandboxedProcess.Ending {
        try await SandboxedProcess(
            "/bin/sh", ["-c", script], home: FileManager.default.temporaryDirectory, limits: limits
        ).run(line: line)
    }

    @Test func environmentAndDescriptorsAreNotInherited() async throws {
        setenv("FAMILY_SECRET", "secret", 1)
        let lines = Mutex([String]())
        let ending = try await shell("env; ls /proc/self/fd") { line in
            lines.withLock { $0.append(line) }
        }
        let seen = lines.withLock { $0 }
        #expect(ending.code == 0)
        #expect(seen.contains { $0.hasPrefix("PATH=") })
        #expect(!seen.contains { $0.contains("FAMILY_SECRET") })
        #expect(seen.compactMap { Int($0) }.allSatisfy { $0 <= 3 })
    }

    @Test func exitCodeAndErrorsAreReported() async throws {
        let ending = try await shell("echo wrong >&2; exit 3")
        #expect(ending.code == 3)
        #expect(ending.errors == "wrong\n")
    }

    @Test func onlyTheEndOfLongErrorOutputIsKept() async throws {
        let ending = try await shell("seq 100000 >&2; echo last >&2")
        #expect(ending.errors.utf8.count == 64_000)
        #expect(ending.errors.hasSuffix("100000\nlast\n"))
    }

    @Test func missingProgramIsReported() async throws {
        let error = await #expect(throws: MediaError.self) {
            try await SandboxedProcess(
                "/nowhere/ffmpeg", [], home: FileManager.default.temporaryDirectory
            ).run()
        }
        #expect(error?.code == "program_missing")
        #expect(error?.message.contains("/nowhere/ffmpeg") == true)
    }

    @Test func programBeyondItsTimeLimitIsKilledWithItsGroup() async throws {
        let numbers = Mutex([pid_t]())
        let error = await #expect(throws: MediaError.self) {
            try await shell("sleep 100 & echo $!; wait", .init(seconds: 0.3)) { line in
                numbers.withLock { $0.append(contentsOf: pid_t(line).map { [$0] } ?? []) }
            }
        }
        #expect(error?.code == "took_too_long")
        let child = try #require(numbers.withLock { $0.first })
        #expect(await isGone(child))
    }

    @Test func cancelingEndsTheGroupOfAProgramThatIgnoresSIGTERM() async throws {
        let numbers = Mutex([pid_t]())
        let task = Task {
            try await shell("trap '' TERM; echo $$; while :; do sleep 0.1; done") { line in
                numbers.withLock { $0.append(contentsOf: pid_t(line).map { [$0] } ?? []) }
            }
        }
        while numbers.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let child = try #require(numbers.withLock { $0.first })
        #expect(await isGone(child))
    }

    @Test func memoryAndFileSizeAreLimited() async throws {
        let script = "head -c 400000000 /dev/zero | tail"
        #expect(try await shell(script, .init(memory: 100 << 20)).errors.isEmpty == false)
        let file = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await shell("head -c 9000000 /dev/zero > \(file.path)", .init(fileSize: 100_000))
        #expect(try MediaFolder.digest(of: file).bytes <= 100_000)
    }

    private func isGone(_ number: pid_t) async -> Bool {
        for _ in 0..<1000 {
            if kill(number, 0) != 0 { return true }
            // A zombie that its parent has not reaped yet counts as ended.
            let status = try? String(
                contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
            if status?.contains("State:\tZ") ?? true { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
