import FacialFun
import Foundation
import Testing
import TestSupport

@testable import Films

/// Films that ffmpeg makes for tests.
private enum MadeFilm {
    static let ffmpeg = ExternalProgram(named: "ffmpeg")
    static var isMissing: Bool { ffmpeg == nil }

    /// Makes a film; `words` are the arguments of ffmpeg except the output.
    static func make(_ words: String, _ path: String) throws {
        let result = try Shell.run(
            "ffmpeg -nostdin -v error -y \(words) '\(path)'", in: "/", seconds: 300, variables: [:])
        guard result.status == 0 else { throw Failure(text: result.errors) }
    }

    struct Failure: Error { let text: String }
}

@Suite(
    .enabled(
        if: !MadeFilm.isMissing,
        "ffmpeg is not installed: films are not tested (apt-get install ffmpeg)"))
struct FilmReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func frames(
        _ path: String, framesPerSecond: Double? = nil, maxPixels: Int = 64_000_000
    ) throws -> [(Double, Image)] {
        let reader = try FilmReader(
            path: Array(path.utf8), framesPerSecond: framesPerSecond, maxPixels: maxPixels)
        var frames: [(Double, Image)] = []
        while let frame = try reader.next() { frames.append((frame.seconds, frame.image)) }
        return frames
    }

    private static func color(_ image: Image, _ x: Int, _ y: Int) -> [UInt8] {
        image.withPixels { pixels in
            let place = (y * image.width + x) * 3
            return Array(pixels[place..<(place + 3)])
        }
    }

    @Test("each frame has its time", arguments: ["mp4", "mkv", "avi", "mpg", "ts", "webm"])
    func times(kind: String) throws {
        let path = folder.path("film.\(kind)")
        try MadeFilm.make("-f lavfi -i testsrc=s=96x64:r=25:d=1", path)
        let times = try Self.frames(path).map(\.0)
        #expect(times.count == 25)
        for (index, time) in times.enumerated() {
            #expect(abs(time - times[0] - Double(index) / 25) < 0.0015)
        }
        // The clock of a transport stream delays its first frame.
        #expect(times[0] < 0.1)
    }

    @Test("frames at a variable rate have their own times")
    func unevenTimes() throws {
        let path = folder.path("film.mp4")
        try MadeFilm.make(
            "-f lavfi -i testsrc=s=96x64:r=10:d=2 -vf \"select='not(mod(n,3))+eq(n,4)'\" -fps_mode vfr",
            path)
        #expect(try Self.frames(path).map(\.0) == [0, 0.3, 0.4, 0.6, 0.9, 1.2, 1.5, 1.8])
    }

    @Test("a lower frame rate selects existing frames with their own times, evenly spaced")
    func thinning() throws {
        let path = folder.path("film.mp4")
        try MadeFilm.make("-f lavfi -i testsrc=s=96x64:r=30:d=2", path)
        let times = try Self.frames(path, framesPerSecond: 10).map(\.0)
        #expect(times.count == 20)
        for (index, time) in times.enumerated() { #expect(abs(time - Double(index) / 10) < 0.0015) }
        #expect(try Self.frames(path, framesPerSecond: 100).count == 60)
        #expect(try Self.frames(path, framesPerSecond: 0.5).map(\.0) == [0])
    }

    @Test("a film with a rotation is read upright")
    func turned() throws {
        let (stored, path) = (folder.path("stored.mp4"), folder.path("film.mp4"))
        // Red on the left, blue on the right.
        try MadeFilm.make(
            "-f lavfi -i color=red:s=64x64:d=0.2 -f lavfi -i color=blue:s=64x64:d=0.2 "
                + "-filter_complex hstack", stored)
        try MadeFilm.make("-i '\(stored)' -c copy -metadata:s:v rotate=270", path)
        let (_, image) = try #require(try Self.frames(path).first)
        #expect((image.width, image.height) == (64, 128))
        let (top, bottom) = (Self.color(image, 32, 16), Self.color(image, 32, 112))
        #expect((top[0] > 200) != (bottom[0] > 200))
        #expect((top[2] > 200) != (bottom[2] > 200))
    }

    @Test("non-square pixels get their true shape")
    func anamorphic() throws {
        let path = folder.path("film.mp4")
        try MadeFilm.make("-f lavfi -i testsrc=s=72x64:d=0.2 -vf setsar=2", path)
        let (_, image) = try #require(try Self.frames(path).first)
        #expect((image.width, image.height) == (144, 64))
    }

    @Test("a truncated film gives the frames before the cut, and then the error")
    func cut() throws {
        let (whole, path) = (folder.path("whole.mkv"), folder.path("film.mkv"))
        try MadeFilm.make("-f lavfi -i testsrc=s=96x64:r=25:d=2 -g 5", whole)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
        try folder.write("film.mkv", bytes.prefix(bytes.count / 2))
        let reader = try FilmReader(path: Array(path.utf8))
        var count = 0
        let error = #expect(throws: FacialFunError.self) {
            while try reader.next() != nil { count += 1 }
        }
        #expect(error?.code == .damaged)
        #expect(error?.cause?.contains("0x") == false)
        #expect((5..<50).contains(count))
    }

    @Test(
        "a file without pictures is rejected with ffmpeg's message",
        arguments: ["-f lavfi -i sine=d=0.2", ""])
    func noPictures(words: String) throws {
        let path = folder.path("film.mp4")
        if words.isEmpty {
            try folder.write("film.mp4", Array("no film at all".utf8))
        } else {
            try MadeFilm.make(words, path)
        }
        let error = #expect(throws: FacialFunError.self) { try Self.frames(path) }
        #expect(error?.code == .noPictures)
        #expect(error?.cause != nil)
    }

    @Test("a playlist of other files is not a film, regardless of its name")
    func lists() throws {
        try MadeFilm.make("-f lavfi -i testsrc=s=96x64:d=0.2", folder.path("other.ts"))
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nother.ts\n#EXT-X-ENDLIST\n"
        for name in ["film.mp4", "film.m3u8"] {
            let path = try folder.write(name, list.utf8)
            let error = #expect(throws: FacialFunError.self) { try Self.frames(path) }
            #expect(error?.code == .noPictures)
        }
        let concat = try folder.write("list.txt", "ffconcat version 1.0\nfile other.ts\n".utf8)
        #expect(throws: FacialFunError.self) { try Self.frames(concat) }
    }

    @Test("frames beyond the limit of pixels are rejected")
    func tooLarge() throws {
        let path = folder.path("film.mp4")
        try MadeFilm.make("-f lavfi -i testsrc=s=320x240:d=0.2", path)
        let error = #expect(throws: FacialFunError.self) {
            try Self.frames(path, maxPixels: 10_000)
        }
        #expect(
            error.map { [FacialFunError.Code.tooLarge, .noPictures].contains($0.code) } == true)
        #expect(try Self.frames(path, maxPixels: 76_800).count == 5)
    }
}

struct MissingReaderTests {
    @Test("without ffmpeg the error names it and how to install it")
    func missing() throws {
        let error = #expect(throws: FacialFunError.self) {
            try FilmReader(path: Array("/film.mp4".utf8), searchPath: "/nowhere")
        }
        #expect(error?.code == .readerMissing)
        #expect(error?.message.contains("apt-get install ffmpeg") == true)
    }

    @Test("a program is never taken from the folder of the films")
    func programInTheFilmFolderIsIgnored() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("ffmpeg", "#!/bin/sh\n".utf8)
        #expect(chmod(path, 0o755) == 0)
        #expect(ExternalProgram(named: "ffmpeg", in: folder.path)?.path == path)
        #expect(ExternalProgram(named: "ffmpeg", in: ".:relative:") == nil)
        #expect(chmod(path, 0o644) == 0)
        #expect(ExternalProgram(named: "ffmpeg", in: folder.path) == nil)
    }

    @Test("a program ends when its reader is released")
    func releasedReaderEndsTheProgram() throws {
        var process: pid_t = 0
        do {
            let program = try RunningProgram(
                ExternalProgram(path: "/bin/sleep"), [Array("1000".utf8)], maxMemory: 1 << 32,
                maxSilence: 60)
            process = program.process
            #expect(kill(process, 0) == 0)
        }
        #expect(kill(process, 0) == -1)
        #expect(errno == ESRCH)
    }

    @Test("error output never blocks a program, and its exit code is reported")
    func complaints() throws {
        let program = try RunningProgram(
            ExternalProgram(path: "/bin/sh"),
            [
                "-c",
                "i=0; while [ $i -lt 20000 ]; do echo complaint >&2; i=$((i+1)); done; echo x; exit 3",
            ]
            .map { Array($0.utf8) }, maxMemory: 1 << 32, maxSilence: 60)
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = try bytes.withUnsafeMutableBytes { buffer throws(FacialFunError) in
            try program.read(into: buffer)
        }
        #expect(bytes.prefix(count) == [UInt8(ascii: "x"), 10])
        #expect(program.end() == 3)
        #expect(program.complaint == "complaint; complaint; complaint")
    }

    @Test("a program cannot exceed its memory limit")
    func memoryLimit() throws {
        let words = ["-c", "read line; head -c 200000000 /dev/zero | tail -c 200000000 >/dev/null"]
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let program = try RunningProgram(
            ExternalProgram(path: "/bin/sh"), words.map { Array($0.utf8) }, input: ends[0],
            maxMemory: 100_000_000, maxSilence: 60)
        close(ends[0])
        // The limit applies from now on.
        #expect(write(ends[1], "\n", 1) == 1)
        close(ends[1])
        #expect(program.end() != 0)
    }
}
