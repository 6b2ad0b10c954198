import FacialFun
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Films

/// Films that ffmpeg writes from frames in memory, read back by ``FilmReader``.
@Suite(
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"),
        "ffmpeg is not installed: films are not tested (apt-get install ffmpeg)"))
struct FilmWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> [UInt8] {
        Array(folder.path(name).utf8)
    }

    private static func gray(_ value: UInt8, width: Int = 66, height: Int = 49) -> Image {
        Image(width: width, height: height) { $0.initialize(repeating: value) }
    }

    /// A tone of two seconds without video.
    private func tone() throws -> [UInt8] {
        let made = try Program.shell(
            "ffmpeg -nostdin -v error -f lavfi -i sine=frequency=440:duration=2 tone.mkv",
            in: folder)
        #expect(made.status == 0, "\(made.errors)")
        return path("tone.mkv")
    }

    @Test(
        "frames keep their order, brightness and uneven times",
        arguments: ["mp4", "mkv"])
    func roundTrip(suffix: String) throws {
        let sound = try tone()
        let container = try #require(FilmWriter.Container(rawValue: suffix))
        let times = [0.04, 0.08, 0.2, 0.24, 1.5]
        let writer = try FilmWriter(
            path: path("film.\(suffix)"), container: container, sound: sound, width: 66, height: 49,
            firstSeconds: times[0])
        for (place, time) in times.enumerated() {
            try writer.write(Self.gray(UInt8(40 * (place + 1))), atSeconds: time)
        }
        try writer.finish()
        let reader = try FilmReader(path: path("film.\(suffix)"))
        var seen: [(seconds: Double, gray: Int)] = []
        while let frame = try reader.next() {
            // An odd height is padded by a row.
            #expect(frame.image.width == 66 && frame.image.height == 50)
            seen.append((frame.seconds, frame.image.withPixels { Int($0[3 * (66 * 20 + 30)]) }))
        }
        try #require(seen.count == times.count)
        for (place, time) in times.enumerated() {
            // Sound and film both start at 0.
            #expect(abs(seen[place].seconds - time) < 0.03, "\(seen)")
            #expect(abs(seen[place].gray - 40 * (place + 1)) < 6, "\(seen)")
        }
    }

    @Test("a frame of another size is rejected with both sizes")
    func otherSize() throws {
        let writer = try FilmWriter(
            path: path("film.mp4"), container: .mp4, sound: tone(), width: 66, height: 49,
            firstSeconds: 0)
        try writer.write(Self.gray(9), atSeconds: 0)
        let error = #expect(throws: FacialFunError.self) {
            try writer.write(Self.gray(9, width: 64), atSeconds: 1)
        }
        #expect(
            error?.message.contains("64×49") == true && error?.message.contains("66×49") == true)
    }

    @Test("an unwritable path ends with ffmpeg's error, not with a signal")
    func unwritable() throws {
        let error = #expect(throws: FacialFunError.self) {
            let writer = try FilmWriter(
                path: path("none/film.mp4"), container: .mp4, sound: tone(), width: 640,
                height: 480, firstSeconds: 0)
            for place in 0..<50 {
                try writer.write(
                    Self.gray(9, width: 640, height: 480), atSeconds: Double(place) / 25)
            }
            try writer.finish()
        }
        #expect(error?.code == .system)
        #expect(error?.cause?.contains("No such file") == true, "\(String(describing: error))")
    }

    @Test("a program ends when its writer is released")
    func releasedWriterEndsTheProgram() throws {
        var writer: FilmWriter? = try FilmWriter(
            path: path("film.mp4"), container: .mp4, sound: tone(), width: 66, height: 49,
            firstSeconds: 0)
        let process = try #require(writer?.process)
        writer = nil
        #expect(kill(process, 0) == -1 && errno == ESRCH)
    }

    @Test("without ffmpeg the error names the remedy")
    func missing() {
        let error = #expect(throws: FacialFunError.self) {
            try FilmWriter(
                path: path("film.mp4"), container: .mp4, sound: [], width: 66, height: 49,
                firstSeconds: 0, searchPath: "/nowhere")
        }
        #expect(error?.code == .readerMissing)
        #expect(error?.message.contains("apt-get install ffmpeg") == true)
    }

    @Test("the file name extension determines the format, in upper and lower case")
    func containers() {
        #expect(FilmWriter.Container(fileName: Array("a.b.MP4".utf8)) == .mp4)
        #expect(FilmWriter.Container(fileName: Array("Annotated".utf8)) == nil)
        #expect(FilmWriter.Container(fileName: Array("mp4".utf8)) == nil)
        #expect(FilmWriter.Container(fileName: Array("page.html".utf8)) == nil)
    }
}
