import Testing
import TestSupport

/// Each fault names the device and the remedy; none hangs, crashes or leaks.
@Suite(.serialized)
struct FaultTests {
    /// A fault, the expected error, and words of its remedy.
    struct Refusal: Sendable, CustomStringConvertible {
        let fault: String
        let words: [String]
        var description: String { fault }
    }

    static let refusals = [
        Refusal(fault: "busy", words: ["/dev/video0", "another program uses it", "fuser"]),
        Refusal(fault: "busy-at-open", words: ["/dev/video0", "another program uses it", "fuser"]),
        Refusal(fault: "denied", words: ["/dev/video0", "permission denied", "group `video`"]),
        Refusal(
            fault: "refuse-format",
            words: ["/dev/video0 (Emulated Webcam)", "set the picture", "another program uses it"]),
        Refusal(
            fault: "refuse-size",
            words: ["offers 640×480, but sets 1280×720", "Request that size"]),
    ]

    @Test("an unusable camera is named with the remedy", arguments: refusals)
    func refused(refusal: Refusal) throws {
        let shell = try CameraShell(
            Recordings.camera(
                ["MJPG 640x480@30 1280x720@30"], ["fault = \(refusal.fault)"]))
        let result = try shell.run("$CAM $F watch --format jsonl --seconds 5")
        #expect(result.status == 3)
        #expect(result.output.isEmpty)
        for word in refusal.words { #expect(result.errors.contains(word), "\(result.errors)") }
        #expect(try shell.isBalanced())
    }

    @Test(
        "non-cameras, unsupported formats and missing cameras are reported by name")
    func unsuitable() throws {
        let shell = try CameraShell(
            Recordings.camera(["MJPG 640x480@30"])
                + "\n[/dev/video1]\nname = Emulated Webcam\nkind = metadata\n")
        let result = try shell.run(
            """
            for a in "--camera 1" "--camera 7" "--camera thermal" "--pixel-format nv12" \
                "--exposure 5" "--camera /dev/null"; do $CAM $F watch --seconds 5 $a; echo $?; done
            """)
        #expect(result.lines == Array(repeating: "3", count: 6), "\(result)")
        let errors = result.errors.split(separator: "\n")
        try #require(errors.count == 6, "\(result.errors)")
        for (line, words) in zip(
            errors,
            [
                "metadata, not pictures", "/dev/video7: there is no such device",
                "Available: /dev/video0",
                "does not offer nv12", "the camera does not have this control",
                "/dev/null is not a camera",
            ])
        {
            #expect(line.contains(words), "\(line)")
        }
    }

    @Test("damaged JPEG frames are counted and skipped, and the rest is scored")
    func corrupt() throws {
        let shell = try CameraShell(
            Recordings.camera(["MJPG 640x480@15"], ["fault = corrupt-every 4"]))
        let result = try shell.run("$CAM $F watch --format jsonl --frames 24")
        #expect(result.status == 0, "\(result.errors)")
        let records = try result.records()
        #expect(records.filter { $0["event"]?.text == "frame" }.count == 24)
        // At least 31 frames are needed for 24 intact ones, because every fourth is damaged. On a
        // busy machine some damaged frames are lost before they are read, for lack of a buffer or
        // because a newer frame replaces them.
        let dropped = try #require(records.last?["dropped"])
        let counts = ["damaged", "replaced", "driver"].map { dropped[$0]?.number ?? 0 }
        #expect(counts[0] > 0 && counts.reduce(0, +) >= 7, "\(dropped)")
        #expect(try shell.isBalanced())
    }

    @Test("a disconnected camera is recorded and used again once it is back")
    func unplugged() throws {
        let shell = try CameraShell(
            Recordings.camera(
                ["MJPG 640x480@15"], ["fault = unplug-after 8 return-after 700"]))
        let result = try shell.run("$CAM $F watch --format jsonl --frames 16")
        #expect(result.status == 0, "\(result.errors)")
        let events = try result.records().compactMap { $0["event"]?.text }
        #expect(events.filter { $0 != "frame" } == ["start", "away", "back", "end"])
        #expect(result.errors.contains("was unplugged. Plug it in again to continue."))
    }

    @Test("damage from before a disconnection does not count after it")
    func damageAroundAnAbsence() throws {
        let shell = try CameraShell(
            Recordings.camera(
                ["MJPG 640x480@15"],
                ["fault = corrupt-every 1", "fault = unplug-after 10 return-after 2500"]))
        let result = try shell.run(
            """
            : >lines; $CAM $F watch --format jsonl >>lines & pid=$!
            until grep -q '"back"' lines; do kill -0 $pid || break; sleep 0.05; done
            # Within the time that a camera may take to give something whole.
            sleep 0.5; kill -TERM $pid; wait $pid; cat lines
            """)
        let events = try result.records().compactMap { $0["event"]?.text }
        #expect(events == ["start", "away", "back", "end"], "\(result)")
    }

    @Test("late frames increase the latency")
    func late() throws {
        let shell = try CameraShell(
            Recordings.camera(["MJPG 640x480@10"], ["fault = late 40"]))
        let result = try shell.run("$CAM $F watch --format jsonl --frames 5")
        let latencies = try result.records().compactMap { $0["latencyMilliseconds"]?.number }
        #expect(latencies.count == 5)
        #expect(latencies.allSatisfy { $0 >= 40 }, "\(latencies)")
    }
}
