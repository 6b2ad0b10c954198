import CameraTestSupport
import Foundation
import Testing
import TestSupport

/// The camera library in a separate process, with emulated cameras.
@Suite(.serialized)
struct StreamTests {
    /// A counter that the probe prints at its end.
    private func count(_ name: String, in result: Shell.Result) throws -> Int {
        let counters = try #require(result.lines(of: "counters").last)
        let found = counters.split { "(, )".contains($0) }.drop { $0 != name + ":" }.dropFirst()
        return try #require(found.first.flatMap { Int($0) }, "\(counters)")
    }

    @Test("frames equal those of the camera byte for byte, with the driver's sequence numbers")
    func bytes() throws {
        let shell = try CameraShell(Recordings.camera(["MJPG 640x480@20"]))
        let result = try shell.run("$CAM $PROBE frames 6")
        #expect(result.status == 0, "\(result)")
        let folder = try Recordings.folder.get().path + "/640x480"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".jpg") }.sorted()
        let frames = result.lines(of: "frame").map { $0.split(separator: " ") }
        #expect(frames.count == 6)
        for frame in frames {
            let sequence = try #require(Int(frame[0]))
            let file = try Data(
                contentsOf: URL(fileURLWithPath: folder + "/" + files[sequence % files.count]))
            let hash = file.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
            #expect(frame[1] == "\(file.count)")
            #expect(frame[2] == "\(hash)", "frame \(sequence)")
        }
        #expect(try shell.isBalanced())
    }

    @Test("a thousand rounds of opening and closing leak nothing")
    func rounds() throws {
        let shell = try CameraShell(Recordings.stripes(500))
        let result = try shell.run("$CAM $PROBE rounds 1000")
        #expect(result.status == 0, "\(result)")
        #expect(result.lines(of: "before") == result.lines(of: "after"))
        #expect(result.lines(of: "before").first?.contains("mappings 0") == true, "\(result)")
        #expect(result.lines(of: "frames") == ["500"])
        #expect(try shell.isBalanced())
        #expect(try shell.cameras.journal()["streamons"] == 1003)
    }

    @Test("failed openings leak nothing")
    func refused() throws {
        let shell = try CameraShell(Recordings.stripes(500, ["fault = busy"]))
        let result = try shell.run("for i in 1 2 3; do $CAM $PROBE rounds 1; done")
        #expect(result.lines(of: "error").count == 3)
        #expect(result.lines(of: "error").allSatisfy { $0.hasPrefix("camera_busy ") })
        #expect(try shell.isBalanced())
    }

    @Test("a slow consumer gets the newest frame instead of a growing queue")
    func newestFrameIsDelivered() throws {
        let shell = try CameraShell(Recordings.stripes(100))
        let result = try shell.run("$CAM $PROBE slow 100 15")
        let frames = result.lines(of: "frame").map { $0.split(separator: " ") }
        #expect(frames.count == 15)
        let sequences = frames.compactMap { Int($0[0]) }
        // Ten frames arrive during the processing of one; each frame taken is the newest. A queue
        // would give consecutive sequence numbers. On a busy machine, frames without a free buffer
        // are lost.
        #expect((sequences.last ?? 0) - (sequences.first ?? 0) >= 100, "\(sequences)")
        let missed = try count("replaced", in: result) + count("lost", in: result)
        #expect(missed > 50, "\(result)")
    }

    @Test(
        "retained frames stay unchanged beyond the driver's buffers and the stream")
    func held() throws {
        let shell = try CameraShell(Recordings.stripes(60))
        let result = try shell.run("$CAM $PROBE hold 20")
        let words = try #require(result.lines(of: "held").first?.split(separator: " "))
        #expect(words[0] == "20")
        #expect(words[2] == "20")
        #expect(Int(words[4]) ?? 0 > 4)
        #expect(try shell.isBalanced())
    }

    @Test(
        "an asynchronous sequence yields frames, ends and can be canceled"
    )
    func sequence() throws {
        let shell = try CameraShell(Recordings.stripes(60))
        let result = try shell.run("$CAM $PROBE sequence 5")
        #expect(result.status == 0, "\(result)")
        #expect(result.lines(of: "frame").count == 5)
        #expect(result.lines(of: "threads") == ["1"])
        #expect(result.lines.last == "closed")
        #expect(try shell.isBalanced())
    }

    @Test("gaps in the driver's sequence numbers are counted")
    func gaps() throws {
        let shell = try CameraShell(Recordings.stripes(50, ["fault = drop-every 5"]))
        let result = try shell.run("$CAM $PROBE slow 0 40")
        // More frames are lost if the machine is busy.
        #expect(try count("lost", in: result) >= 8, "\(result)")
    }

    @Test("frames that the driver marks as damaged are counted and skipped")
    func damaged() throws {
        let shell = try CameraShell(Recordings.stripes(50, ["fault = corrupt-flag-every 5"]))
        let result = try shell.run("$CAM $PROBE slow 0 40")
        #expect(result.lines(of: "frame").count == 40)
        // On a busy machine, frames without a free buffer are lost, damaged or not.
        let damaged = try count("damaged", in: result)
        #expect(try damaged > 0 && damaged + count("lost", in: result) >= 8, "\(result)")
    }

    @Test("an unplugged camera is reported, awaited, and found again under another path")
    func unplugged() throws {
        let shell = try CameraShell(
            Recordings.stripes(
                50,
                [
                    "fault = unplug-after 20 return-after 400",
                    "fault = unplug-after 20 return-after 400 return-as /dev/video4",
                ]))
        let result = try shell.run("$CAM $PROBE events 4")
        let words = result.lines.map { $0.prefix { $0 != " " } }.filter { $0 != "frame" }
        #expect(words == ["mode", "away", "back", "away", "back", "counters"], "\(result)")
        let away = result.lines(of: "away")
        #expect(away.allSatisfy { $0.hasPrefix("camera_unplugged /dev/video0") })
        #expect(result.lines(of: "frame").count > 5)
        #expect(try count("interruptions", in: result) == 2)
        let counts = try shell.cameras.journal()
        #expect(counts["mmaps"] == counts["munmaps"])
        #expect(counts["opens"] == counts["closes"])
    }

    @Test("a driver that stops delivering is reported and restarted")
    func stalled() throws {
        let shell = try CameraShell(Recordings.stripes(50, ["fault = stall-after 20"]))
        let result = try shell.run("$CAM $PROBE events 4")
        // A few frames may have been replaced by newer ones before they were taken.
        #expect((1...20).contains(try count("frames", in: result)), "\(result)")
        let away = result.lines(of: "away")
        // The fault is reported once, regardless of the number of attempts.
        #expect(away.count == 1, "\(result)")
        #expect(away.first?.hasPrefix("camera_stalled /dev/video0 (Stripes) has delivered") == true)
        #expect((try shell.cameras.journal()["streamons"] ?? 0) >= 2)
        #expect(try shell.isBalanced())
    }

    @Test("a driver with only damaged frames is reported as such, not as silent")
    func onlyDamagedFrames() throws {
        let shell = try CameraShell(Recordings.stripes(50, ["fault = corrupt-flag-every 1"]))
        let result = try shell.run("$CAM $PROBE events 4")
        #expect(
            result.lines(of: "away").first?.contains("has delivered only damaged frames for")
                == true, "\(result)")
        #expect(try shell.isBalanced())
    }

    @Test(
        "frames of each supported pixel format arrive unchanged",
        arguments: [
            ("YUYV", "yuyv YUYV"), ("NV12", "nv12 NV12"), ("GREY", "grey GREY"),
            ("MJPG", "mjpeg MJPG"),
        ])
    func formats(offered: String, got: String) throws {
        let shell = try CameraShell(Recordings.camera(["\(offered) 640x480@30"]))
        let result = try shell.run("$CAM $PROBE events 1")
        #expect(result.lines(of: "mode") == ["\(got) 640x480"])
        #expect(result.lines(of: "frame").allSatisfy { $0.hasSuffix("\(got) 640x480 true") })
        #expect(!result.lines(of: "frame").isEmpty)
    }

    @Test(
        "a foreign format is converted to the same image",
        arguments: ["pRAA", "BA81", "UYVY", "YU12", "RGB3"])
    func converted(format: String) throws {
        let shell = try CameraShell(
            """
            [/dev/video0]
            name = Foreign
            format = \(format) 640x480@30
            frames = pattern

            """)
        let result = try shell.run("$CAM $PROBE events 1; $CAM $PROBE frames 3; $CAM $F cameras")
        #expect(result.status == 0, "\(result)")
        #expect(result.lines(of: "mode") == ["rgb \(format) 640x480"])
        let frames = result.lines(of: "frame")
        #expect(frames.filter { $0.hasSuffix("rgb \(format) 640x480 true") }.count > 1)
        #expect(frames.filter { $0.contains(" 921600 ") }.count == 3)
        #expect(result.output.contains("\(format), converted"))
        #expect(try shell.isBalanced())
    }

    @Test("a format without a converter is rejected by name")
    func unconvertible() throws {
        let shell = try CameraShell(
            """
            [/dev/video0]
            name = Foreign
            format = H264 640x480@30
            frames = pattern

            """)
        let result = try shell.run("$CAM $F watch --seconds 5; $CAM $F cameras")
        #expect(result.status == 1)
        #expect(result.errors.contains("/dev/video0 (Foreign) offers only H264"))
        #expect(result.output.contains("cannot be used"))
    }
}
