import Foundation
import Glibc
import Testing
import TestSupport

@testable import CommandSupport

struct InputReaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(_ path: String, limit: Int) throws(CommandError) -> [UInt8] {
        try InputReader(maxBytes: limit).read(.file(InputPath(path)))
    }

    @Test(
        "a file is read up to the limit and rejected one byte above it",
        arguments: [1, 300_000])
    func limit(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try folder.write("a.jpg", bytes)
        #expect(try read(path, limit: size) == bytes)
        #expect(try read(path, limit: size + 1) == bytes)
        if size > 1 {
            #expect(throws: CommandError.tooManyBytes(limit: size - 1)) {
                try read(path, limit: size - 1)
            }
        }
    }

    @Test("an empty file has no bytes")
    func empty() throws {
        #expect(try read(try folder.write("a.jpg", []), limit: 10) == [])
    }

    @Test("an endless device is read up to the limit")
    func endless() {
        #expect(throws: CommandError.tooManyBytes(limit: 1_000_000)) {
            try read("/dev/zero", limit: 1_000_000)
        }
    }

    @Test("a FIFO is read to its end in pieces of any size, but only up to the limit")
    func fifo() throws {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        for (limit, isWhole) in [(200_000, true), (99_999, false)] {
            let writer = Thread {
                let descriptor = open(path, O_WRONLY)
                let piece = [UInt8](repeating: 7, count: 10_000)
                // A reader that stops early closes the pipe, so the write is expected to fail.
                signal(SIGPIPE, SIG_IGN)
                for _ in 0..<10 { _ = write(descriptor, piece, piece.count) }
                close(descriptor)
            }
            writer.start()
            if isWhole {
                #expect(try read(path, limit: limit) == [UInt8](repeating: 7, count: 100_000))
            } else {
                #expect(throws: CommandError.tooManyBytes(limit: limit)) {
                    try read(path, limit: limit)
                }
            }
        }
    }

    @Test("a missing file and a folder have their own errors")
    func unreadable() {
        #expect(throws: CommandError(reading: ENOENT)) { try read(folder.path("gone"), limit: 9) }
        #expect(throws: CommandError(reading: EISDIR)) { try read(folder.path, limit: 9) }
        #expect(CommandError(reading: ENOENT).code == .notFound)
        #expect(CommandError(reading: EACCES).code == .permissionDenied)
    }
}
