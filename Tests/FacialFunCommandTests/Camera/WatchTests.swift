import CameraTestSupport
import Foundation
import Testing
import TestSupport

/// `facialfun cameras` and `facialfun watch` as separate processes.
@Suite(.serialized)
struct WatchTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    private func camera(_ further: String...) throws -> CameraShell {
        try CameraShell(Recordings.camera(["MJPG 640x480@15 1280x720@15"], further))
    }

    /// The schema of the records, including that of the faces.
    private func schema() throws -> JSONSchema {
        func read(_ path: String) throws -> [String: Any] {
            let data = try Data(contentsOf: URL(fileURLWithPath: Self.package + path))
            return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        }
        var schema = try read("/Sources/FacialFun/Camera/Live/live-event.schema.json")
        let report = try read("/Sources/FacialFunWire/Records/image-report.schema.json")
        let own = schema["$defs"] as? [String: Any] ?? [:]
        let others = report["$defs"] as? [String: Any] ?? [:]
        schema["$defs"] = own.merging(others) { own, _ in own }
        return JSONSchema(
            try JSONDocument(parsing: JSONSerialization.data(withJSONObject: schema)))
    }

    @Test("exposure, white balance and mirroring are set on a camera with such controls")
    func controls() throws {
        let names = [
            "exposure_auto", "exposure_absolute", "white_balance_auto",
            "white_balance_temperature", "hflip",
        ]
        let camera = Recordings.stripes(30, ["controls = " + names.joined(separator: " ")])
        var shell = try CameraShell(camera)
        let byHand = try shell.run(
            """
            $CAM $F watch --format jsonl --frames 1 --exposure 300 --white-balance 5000 --mirror
            """)
        #expect(byHand.status == 0, "\(byHand.errors)")
        var journal = try shell.cameras.journal()
        #expect(journal["set-exposure_auto"] == 1 && journal["set-exposure_absolute"] == 300)
        #expect(journal["set-white_balance_auto"] == 0)
        #expect(journal["set-white_balance_temperature"] == 5000 && journal["set-hflip"] == 1)
        shell = try CameraShell(camera)
        let alone = try shell.run(
            "$CAM $F watch --format jsonl --frames 1 --exposure auto --white-balance auto")
        #expect(alone.status == 0, "\(alone.errors)")
        journal = try shell.cameras.journal()
        #expect(journal["set-exposure_auto"] == 3 && journal["set-white_balance_auto"] == 1)
        let beyond = try shell.run("$CAM $F watch --frames 1 --exposure 9000")
        #expect(beyond.status == 3 && beyond.errors.contains("it takes 1 to 5000"))
    }

    @Test("the list shows the modes of each camera, and the reason why a device is not a camera")
    func list() throws {
        let shell = try CameraShell(
            Recordings.camera(["MJPG 640x480@30,15", "YUYV 640x480@30"])
                + """

                [/dev/video1]
                name = Emulated Webcam
                kind = metadata

                [/dev/video2]
                name = Locked
                format = GREY 64x48@30
                frames = pattern
                fault = denied

                """)
        let table = try shell.run("$CAM $F cameras")
        #expect(table.status == 0)
        for words in [
            "/dev/video0  Emulated Webcam", "/dev/v4l/by-id/usb-Emulated-video-index0",
            "mjpeg  640×480 at 30, 15 frames a second",
            "/dev/video1  Emulated Webcam  cannot be used",
            "it delivers metadata, not pictures", "/dev/video2  cannot be used",
            "group `video`",
        ] {
            #expect(table.output.contains(words), "\(table.output)")
        }
        let json = try JSONDocument(
            parsing: Data(try shell.run("$CAM $F cameras --format json").output.utf8))
        #expect(
            json.elements.map { $0["usable"] } == [
                .boolean(true), .boolean(false), .boolean(false),
            ])
        #expect(json.elements[1]["obstacle"]?["code"]?.text == "not_a_camera")
        #expect(json.elements[2]["obstacle"]?["code"]?.text == "camera_permission_denied")
        #expect(
            json.elements[0]["formats"]?.elements.map { $0["pixelFormat"]?.text } == [
                "mjpeg", "yuyv",
            ])
        let none = try CameraShell("").run("$CAM $F cameras")
        #expect(none.status == 1)
        #expect(none.output.contains("No video device was found."))
    }

    @Test(
        "every line is a valid record, one per scored frame",
        arguments: ["", " --movements"])
    func records(asking: String) throws {
        let shell = try camera()
        let result = try shell.run("$CAM $F watch --format jsonl --frames 6" + asking)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.isEmpty)
        let records = try result.records()
        #expect(
            records.map { $0["event"]?.text }
                == ["start"] + Array(repeating: "frame", count: 6) + ["end"])
        let schema = try schema()
        for record in records { #expect(schema.faults(of: record) == []) }
        let frames = records.dropFirst().dropLast()
        let times = frames.compactMap { $0["timestampMilliseconds"]?.number }
        #expect(times == times.sorted() && Set(times).count == 6)
        #expect(frames.map { $0["frame"]?.number } == [1, 2, 3, 4, 5, 6])
        #expect(frames.allSatisfy { $0["timestampSource"]?.text == "driver" })
        #expect(frames.allSatisfy { $0["face"]?["top"]?.text == "happiness" })
        #expect(Set(frames.compactMap { $0["faceId"]?.number }).count == 1)
        let smiles = frames.compactMap { $0["face"]?["movements"]?["mouthSmileLeft"]?.number }
        #expect(smiles.count == (asking.isEmpty ? 0 : 6) && smiles.allSatisfy { $0 > 0.3 })
        #expect(try shell.isBalanced())
    }

    @Test("a frame of 1280×720 is reduced and reported in its original pixels")
    func reduced() throws {
        let shell = try camera()
        let result = try shell.run(
            """
            $CAM $F watch --format jsonl --frames 3 --size 1280x720
            $CAM $F watch --format jsonl --frames 3 --size 1280x720 --mirror
            """)
        let frames = try result.records().filter { $0["event"]?.text == "frame" }
        try #require(frames.count == 6, "\(result.errors)")
        for frame in frames {
            #expect(frame["image"]?["width"]?.number == 1280)
            let box = frame["face"]?["box"]
            // The height of the face is a third to a half of the frame.
            #expect((200...420).contains(box?["height"]?.number ?? 0), "\(frame)")
            #expect((frame["face"]?["scores"]?["happiness"]?.number ?? 0) > 0.5)
        }
        // Frames before and after come from one loop, so their positions mirror each other.
        func center(_ frame: JSONDocument) -> Double {
            (frame["face"]?["box"]?["x"]?.number ?? 0)
                + (frame["face"]?["box"]?["width"]?.number ?? 0) / 2
        }
        for (plain, mirrored) in zip(frames[..<3], frames[3...])
        where plain["sequence"] == mirrored["sequence"] {
            #expect(abs(center(plain) + center(mirrored) - 1280) < 20)
        }
    }

    @Test("every pixel format is scored", arguments: ["YUYV", "NV12", "GREY", "MJPG"])
    func formats(format: String) throws {
        let shell = try CameraShell(Recordings.camera(["\(format) 640x480@10"]))
        let result = try shell.run("$CAM $F watch --format jsonl --frames 2")
        let frames = try result.records().filter { $0["event"]?.text == "frame" }
        #expect(frames.count == 2, "\(result.errors)")
        #expect(frames.allSatisfy { $0["face"]?["top"]?.text == "happiness" })
    }

    @Test("an attempt is played to its end, and its verdict is reported")
    func attempt() throws {
        let shell = try camera()
        let result = try shell.run(
            """
            $CAM $F watch --target happiness --level 2 --format jsonl --seconds 60 --exit-code
            echo "{\\"code\\": $?}"
            $CAM $F watch --target sadness --level 4 --format jsonl --time-limit 1 --exit-code
            echo "{\\"code\\": $?}"
            """)
        let records = try result.records()
        #expect(records.compactMap { $0["code"]?.number } == [0, 10], "\(result.errors)")
        let phases = records.compactMap { $0["attempt"]?["phase"]?.text }
        #expect(phases.contains("holding"))
        #expect(phases.contains("matched"))
        #expect(phases.last == "time_up")
        let schema = try schema()
        for record in records where record["event"] != nil {
            #expect(schema.faults(of: record) == [])
        }
    }

    @Test("an attempt without frames ends at its time limit")
    func attemptWithoutFrames() throws {
        let shell = try camera("fault = stall-after 3")
        let result = try shell.run(
            "$CAM $F watch -t fear -l 3 --time-limit 1 --format jsonl --seconds 30 --exit-code")
        #expect(result.status == 10, "\(result)")
        let last = try #require(try result.records().last { $0["event"]?.text == "attempt" })
        #expect(last["attempt"]?["phase"]?.text == "time_up")
        #expect(try schema().faults(of: last) == [])
    }

    @Test(
        "watch ends cleanly after a signal or when its output is closed",
        arguments: ["INT", "TERM"])
    func signals(signal: String) throws {
        let shell = try camera()
        let result = try shell.run(
            """
            : >lines; $CAM $F watch --format jsonl >>lines & pid=$!
            until test $(grep -c '"frame"' lines) -gt 2; do kill -0 $pid || break; sleep 0.05; done
            kill -\(signal) $pid; wait $pid; echo "status $?"; tail -n 1 lines | cut -c 1-60
            $CAM $F watch --format jsonl | head -n 2 >/dev/null; echo "gone ${PIPESTATUS[0]}"
            """)
        #expect(result.lines.first == "status 0", "\(result)")
        #expect(result.output.contains("\"event\":\"end\""))
        #expect(result.lines.last == "gone 141")
        #expect(result.errors.isEmpty)
        #expect(try shell.isBalanced())
    }

    @Test("watch ends when its output is closed, even while the camera is disconnected")
    func closedOutput() throws {
        let shell = try camera("fault = unplug-after 3")
        let result = try shell.run(
            """
            $CAM $F watch --format jsonl | { while read -r line; do
                case "$line" in *'"away"'*) break;; esac; done; }
            echo "gone ${PIPESTATUS[0]}"
            """)
        #expect(result.lines.last == "gone 141", "\(result)")
    }

    @Test("pictures are kept only on request, with a message, and readable only by their owner")
    func record() throws {
        let shell = try camera()
        let result = try shell.run(
            """
            umask 022
            $CAM $F watch --format jsonl --frames 3 >lines; ls
            $CAM $F watch --format jsonl --frames 3 --record kept >lines
            stat -c '%a %n' kept kept/*; wc -l <kept/scores.jsonl
            cat kept/scores.jsonl
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.lines.prefix(7).map(String.init) == [
                "lines", "700 kept", "600 kept/frame-000001.jpg", "600 kept/frame-000002.jpg",
                "600 kept/frame-000003.jpg", "600 kept/scores.jsonl", "3",
            ])
        #expect(result.errors.contains("RECORDING: pictures of anyone in front of the camera"))
        // Kept pictures equal those of the camera.
        let folder = try Recordings.folder.get().path + "/640x480"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".jpg") }.sorted()
        for (place, line) in result.lines.dropFirst(7).enumerated() {
            let record = try JSONDocument(parsing: Data(line.utf8))
            let sequence = Int(try #require(record["sequence"]?.number))
            let kept = try Data(
                contentsOf: URL(
                    fileURLWithPath: shell.folder.path("kept/frame-00000\(place + 1).jpg")))
            let played = try Data(
                contentsOf: URL(fileURLWithPath: folder + "/" + files[sequence % files.count]))
            #expect(kept == played)
        }
    }

    @Test(
        "a recorded attempt can be replayed with the same verdict",
        arguments: ["", " --movements"])
    func recordedAttempt(asking: String) throws {
        let result = try camera().run(
            """
            $CAM $F watch --format jsonl -t happiness -l 2 --seconds 60 --record kept\(asking) >lines
            tail -n 1 kept/attempt.jsonl
            $F match --replay kept/attempt.jsonl --format jsonl
            cat kept/scores.jsonl
            """)
        #expect(result.status == 0, "\(result)")
        let records = try result.records()
        try #require(records.count > 3, "\(result)")
        #expect(records[0]["phase"]?.text == "matched")
        #expect(records[1]["schema"]?.text == "facialfun.replay/1")
        #expect(records[1]["endsAsRecorded"] == .boolean(true))
        #expect(records[1]["verdict"]?["verdict"]?.text == "matched")
        let schema = try schema()
        for record in records.dropFirst(2) { #expect(schema.faults(of: record) == []) }
    }

    @Test("an existing recording is neither overwritten nor extended")
    func existingRecordingIsKept() throws {
        let shell = try camera()
        let result = try shell.run(
            """
            $CAM $F watch --format jsonl --frames 2 --record kept >lines; md5sum kept/* >before
            $CAM $F watch --format jsonl --frames 1 --record kept >again; echo "status $?"
            md5sum --quiet -c before && echo same
            rm kept/scores.jsonl
            $CAM $F watch --format jsonl --frames 1 --record kept >again; echo "status $?"
            """)
        #expect(result.lines == ["status 3", "same", "status 3"], "\(result)")
        #expect(
            result.errors.contains(
                "Cannot write kept: it contains a recording. Name another folder, or delete"))
    }

    @Test("watch prints a line per second, or on a terminal a panel that stays in place")
    func views() throws {
        let shell = try camera()
        let result = try shell.run("$CAM $F watch --seconds 4")
        #expect(result.status == 0)
        // 60 frames arrive in this time.
        #expect((2...8).contains(result.lines.count), "\(result)")
        #expect(result.lines.first?.hasPrefix("Emulated Webcam  640×480 mjpeg") == true)
        #expect(!result.output.contains("\u{1B}"))
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/script") else { return }
        let screen = try shell.run(
            "TERM=xterm script -qec '$CAM $F watch --seconds 4 -t happiness -l 1' /dev/null")
        #expect(screen.output.contains("\u{1B}[?25l"))
        #expect(screen.output.contains("happiness, level 1"))
        #expect(screen.output.contains("latency"))
        #expect(screen.output.contains("\u{1B}[?25h"))
    }

    @Test(
        "a wrong command line exits with 64",
        arguments: [
            "--target happiness", "--level 2", "--frames 0", "--seconds 0", "--size 640",
            "--pixel-format rgb", "--rate 0", "--exposure bright", "--time-limit 3", "--record ''",
        ])
    func usage(arguments: String) throws {
        #expect(try CameraShell("").run("$CAM $F watch \(arguments)").status == 64)
    }
}
