import Foundation
import Testing
import TrainerStore

@testable import TrainerServer

@Suite("An uploaded recording")
struct OwnRecordingTests {
    /// The header of a browser's WebM, and clusters of these lengths in milliseconds.
    static func webM(clusters: [Int]) -> [UInt8] {
        let head: [UInt8] =
            [0x1A, 0x45, 0xDF, 0xA3, 0x87, 0x42, 0x82, 0x84] + Array("webm".utf8)
            + [0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            + [0x15, 0x49, 0xA9, 0x66, 0x87, 0x2A, 0xD7, 0xB1, 0x83, 0x0F, 0x42, 0x40]
        return clusters.reduce(into: head) { bytes, time in
            bytes += [0x1F, 0x43, 0xB6, 0x75, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            bytes += [0xE7, 0x84] + (0..<4).map { UInt8(time >> (24 - 8 * $0) & 255) }
            bytes += [0xA3, 0x86, 0x81, 0x00, 0x3C, 0x80, 0x01, 0x02]
        }
    }

    static func ogg(samples: UInt64) -> [UInt8] {
        Array("OggS".utf8) + [0, 4] + (0..<8).map { UInt8(samples >> (8 * $0) & 255) }
            + [UInt8](repeating: 0, count: 12) + [1, 3, 7, 7, 7]
    }

    static func mpeg4(seconds: UInt32) -> [UInt8] {
        func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
        func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
            big(UInt32(body.count + 8)) + Array(name.utf8) + body
        }
        let head = [UInt8](repeating: 0, count: 12) + big(1000) + big(seconds * 1000)
        return box("ftyp", Array("M4A \0\0\0\0".utf8)) + box("moov", box("mvhd", head))
    }

    @Test(
        "An uploaded recording is stored unchanged if it is WebM, Ogg or MPEG-4 of up to 15 seconds"
    )
    func kept() throws {
        for (bytes, type) in [
            (Self.webM(clusters: [0, 5000, 14_900]), "audio/webm"),
            (Self.ogg(samples: 15 * 48_000), "audio/ogg"), (Self.mpeg4(seconds: 15), "audio/mp4"),
        ] {
            let file = try OwnRecording.file(bytes)
            #expect(file.type == type)
            #expect(Array(file.content) == bytes)
            #expect(
                RecordingLength.seconds(of: bytes, type: type).map { abs($0 - 15) < 0.2 } == true)
        }
    }

    @Test("An uploaded recording of an hour is rejected, even if the file is small")
    func tooLong() {
        for bytes in [
            Self.webM(clusters: [0, 3_600_000]), Self.ogg(samples: 3600 * 48_000),
            Self.mpeg4(seconds: 3600), Self.webM(clusters: [17_000]),
        ] {
            #expect(throws: OwnRecording.Fault.tooLong) { try OwnRecording.file(bytes) }
        }
    }

    @Test("An uploaded recording of 300,000 bytes is accepted, and one more byte is rejected")
    func bytes() throws {
        let head = Self.webM(clusters: [0])
        let most = head + [UInt8](repeating: 0, count: OwnRecording.mostBytes - head.count)
        #expect(try OwnRecording.file(most).content.count == 300_000)
        #expect(throws: OwnRecording.Fault.tooLong) { try OwnRecording.file(most + [0]) }
    }

    @Test("An uploaded recording of another format is rejected by its bytes")
    func otherKinds() {
        let matroska: [UInt8] =
            [0x1A, 0x45, 0xDF, 0xA3, 0x8B, 0x42, 0x82, 0x88] + Array("matroska".utf8)
        for bytes in [
            [], Array("RIFF....WAVEfmt ".utf8), Array("ID3".utf8), Array("<html>".utf8), matroska,
            [0xFF, 0xFB, 0x90, 0x00], Array("GIF89a".utf8),
        ] {
            #expect(throws: OwnRecording.Fault.notARecording) { try OwnRecording.file(bytes) }
        }
    }

    @Test("An uploaded recording with damaged bytes anywhere is parsed without a crash")
    func damaged() {
        var generator = SystemRandomNumberGenerator()
        for sample in [
            Self.webM(clusters: [0, 900, 5000]), Self.ogg(samples: 48_000), Self.mpeg4(seconds: 3),
        ] {
            for _ in 0..<2000 {
                var bytes = sample
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
                        in: .min ... .max, using: &generator)
                }
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
                for type in ["audio/webm", "audio/ogg", "audio/mp4"] {
                    let seconds = RecordingLength.seconds(of: bytes, type: type)
                    #expect(seconds?.isFinite != false)
                }
            }
        }
    }
}
