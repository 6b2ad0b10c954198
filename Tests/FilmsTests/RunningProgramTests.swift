import FacialFun
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Films

/// Programs that hang are killed and named.
struct RunningProgramTests {
    private static let shell = ExternalProgram(path: "/bin/sh")

    private static func run(
        _ script: String, maxSilence: Double, maxSeconds: Double = .infinity
    ) throws -> RunningProgram {
        try RunningProgram(
            shell, ["-c", script].map { Array($0.utf8) }, maxMemory: 1 << 32,
            maxSilence: maxSilence, maxSeconds: maxSeconds)
    }

    private static func line(of program: RunningProgram) throws -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = try bytes.withUnsafeMutableBytes { buffer throws(FacialFunError) in
            try program.read(into: buffer)
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Whether a process ends within ten seconds; a zombie has ended.
    private static func ends(_ process: pid_t) -> Bool {
        for _ in 0..<5000 {
            let state = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))
                .flatMap { $0.split(separator: " ").dropFirst(2).first }
            guard let state, state != "Z" else { return true }
            usleep(2000)
        }
        return false
    }

    @Test("a silent program is killed with its child processes, and named")
    func silent() throws {
        let program = try Self.run(
            "sleep 1000 & echo $!; echo 'half way' >&2; wait", maxSilence: 0.5)
        let child = try #require(
            pid_t(try Self.line(of: program).trimmingCharacters(in: .whitespacesAndNewlines)))
        let error = #expect(throws: FacialFunError.self) { try Self.line(of: program) }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("sh sent no output for 1 seconds") == true)
        #expect(error?.cause == "half way")
        #expect(Self.ends(child))
        #expect(program.end() == 128 + SIGKILL)
    }

    @Test("a stopped program is killed, too")
    func stopped() throws {
        let program = try Self.run("kill -STOP $$; echo never", maxSilence: 0.2)
        let error = #expect(throws: FacialFunError.self) { try Self.line(of: program) }
        #expect(error?.code == .timedOut)
        #expect(program.end() == 128 + SIGKILL)
    }

    @Test(
        "endless output stops at the time limit, too",
        arguments: ["while :; do echo x; sleep 0.05; done", "exec cat /dev/zero"])
    func endless(script: String) throws {
        let program = try Self.run(script, maxSilence: 60, maxSeconds: 0.5)
        let error = #expect(throws: FacialFunError.self) {
            while true { _ = try Self.line(of: program) }
        }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("sh did not end in time") == true)
    }

    @Test("processes that a program leaves behind end with it")
    func leftoverProcessesEnd() throws {
        let program = try Self.run(
            "sleep 1000 & echo $!; exit 3", maxSilence: 60, maxSeconds: 1)
        let child = try #require(
            pid_t(try Self.line(of: program).trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(program.end() == 3)
        #expect(Self.ends(child))
    }

    @Test("processes that hold the streams of an ended program do not block")
    func leftoverStreamsDoNotBlock() throws {
        let program = try Self.run(
            "sleep 1000 & echo $!; exec sleep 1000 >/dev/null", maxSilence: 60, maxSeconds: 0.5)
        let child = try #require(
            pid_t(try Self.line(of: program).trimmingCharacters(in: .whitespacesAndNewlines)))
        let start = ContinuousClock.now
        #expect(program.end() == 128 + SIGKILL)
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(Self.ends(child))
    }

    @Test("a reader gives up on a hanging program and names it")
    func hangingReader() throws {
        let folder = try TemporaryFolder()
        // The shell writes the file: a program that another test starts at the same time would
        // inherit the open file from this process, and until it closes it the script could not
        // be started ("text file busy").
        let writer = try Self.run(
            "printf '#!/bin/sh\\nexec sleep 1000\\n' >'\(folder.path)/ffmpeg' "
                + "&& chmod 755 '\(folder.path)/ffmpeg'", maxSilence: 60, maxSeconds: 60)
        #expect(writer.end() == 0)
        let reader = try FilmReader(
            path: Array("/film.mp4".utf8), searchPath: folder.path, maxSilence: 0.3)
        let error = #expect(throws: FacialFunError.self) { try reader.next() }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("ffmpeg sent no output for 1 seconds") == true)
    }
}
