import Foundation
import Testing
import TestSupport

/// `facialfun serve --camera` as a separate process.
@Suite(.serialized)
struct CameraServeTests {
    /// Runs a script while the service runs: `$SOCK` is its socket, `$LOG` its log, `$PID` its
    /// process; `ask` sends a request, `follow` reads the beginning of a stream.
    private func serve(
        _ shell: CameraShell, _ options: String, _ script: String
    ) throws -> Shell.Result {
        try shell.run(
            Shell.serving(
                """
                ask() { curl -sS --max-time 60 --unix-socket "$SOCK" "$@"; }
                has() { test "$(grep -a -c "$2" "$3")" -ge "$1"; }
                # follow COUNT LINE FILE URL…: keeps a stream until so many such lines have come.
                follow() {
                    : >"$3"; curl -sSN --unix-socket "$SOCK" "${@:4}" >>"$3" 2>/dev/null &
                    local reader=$!; wait_for has "$@"; kill $reader
                }
                \(script)
                kill -TERM $PID; wait $PID; code=$?; echo; echo "exit $code"
                """, by: "$CAM $F", options: "--deadline 20000 \(options)"))
    }

    private func happy(_ further: String...) throws -> CameraShell {
        try CameraShell(Recordings.camera(["MJPG 640x480@15"], further))
    }

    @Test("a picture is taken after the request, and judged")
    func match() throws {
        let shell = try happy()
        let result = try serve(
            shell, "--camera 0",
            """
            ask -X POST 'http://localhost/v2/camera/match?target=happiness&level=2'
            ask -X POST 'http://localhost/v2/camera/match?target=happiness&level=2'
            ask -X POST 'http://localhost/v2/camera/match?target=joy&level=2'
            """)
        let answers = try result.lines.prefix(3).map { try JSONDocument(parsing: Data($0.utf8)) }
        try #require(answers.count == 3, "\(result)")
        #expect(answers[0]["verdict"]?["verdict"]?.text == "matched")
        #expect(answers[0]["target"]?.text == "happiness")
        let sequences = answers.compactMap { $0["sequence"]?.number }
        #expect(sequences.count == 2 && sequences[0] < sequences[1])
        #expect((answers[0]["latencyMilliseconds"]?.number ?? -1) > 0)
        #expect(answers[2]["code"]?.text == "unknown_target")
        #expect(result.lines.last == "exit 0")
        #expect(try shell.isBalanced())
    }

    @Test("the camera feeds an attempt until it is matched, and again after a retry")
    func attempt() throws {
        let result = try serve(
            happy(), "--camera 0",
            """
            ID=$(ask http://localhost/v1/camera/attempts?movements=true -H 'Content-Type: application/json' \
                -d '{"target":"happiness","level":2}' | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
            is_matched() { ask http://localhost/v1/attempts/$ID | grep -q '"phase":"matched"'; }
            watched() { wait_for is_matched; ask http://localhost/v1/attempts/$ID; }
            watched
            ask -X POST http://localhost/v1/attempts/$ID/retry
            watched
            """)
        let answers = try result.lines.prefix(3).map { try JSONDocument(parsing: Data($0.utf8)) }
        try #require(answers.count == 3, "\(result)")
        #expect(answers.map { $0["phase"]?.text } == ["matched", "watching", "matched"])
        #expect(answers.map { $0["tries"]?.number } == [1, 2, 2])
        for place in [0, 2] {
            let smile = answers[place]["movements"]?["mouthSmileLeft"]?.number
            #expect((smile ?? 0) > 0.3, "\(result.lines[place])")
        }
    }

    @Test("scores arrive as events, pictures as parts")
    func streams() throws {
        let result = try serve(
            happy(), "--camera 0",
            """
            follow 2 '^data: ' events http://localhost/v1/camera/scores
            grep -c '^event: frame' events; grep '^data: ' events | head -n 1 | cut -c 7-
            follow 2 '^Content-Type: image/jpeg' parts http://localhost/v1/camera/preview.mjpeg -D head
            grep -i '^content-type' head | tr -d '\\r'; grep -a -c '^Content-Type: image/jpeg' parts
            """)
        try #require(result.lines.count >= 4, "\(result)")
        #expect(Int(result.lines[0]) ?? 0 > 1)
        let record = try JSONDocument(parsing: Data(result.lines[1].utf8))
        #expect(record["schema"]?.text == "facialfun.live-event/1")
        #expect(record["face"]?["top"]?.text == "happiness")
        #expect(result.lines[2].contains("multipart/x-mixed-replace; boundary="))
        #expect(Int(result.lines[3]) ?? 0 > 1)
    }

    @Test("raw pictures are converted to JPEG for display")
    func rawPreview() throws {
        let shell = try CameraShell(Recordings.camera(["YUYV 640x480@15"]))
        let result = try serve(
            shell, "--camera ''",
            """
            follow 3 '^Content-Type: image/jpeg' parts http://localhost/v1/camera/preview.mjpeg
            python3 - <<'END'
            parts = open("parts", "rb").read().split(b"--facialfun-frame\\r\\n")[1:3]
            body = parts[0].split(b"\\r\\n\\r\\n", 1)[1].rstrip(b"\\r\\n")
            open("one.jpg", "wb").write(body)
            END
            $F score --format jsonl one.jpg
            """)
        let record = try JSONDocument(parsing: Data((result.lines.first ?? "").utf8))
        #expect(record["image"]?["width"]?.number == 640, "\(result)")
        #expect(record["faces"]?.elements.first?["top"]?.text == "happiness")
    }

    @Test("without its camera the service reports the reason and still scores pictures")
    func away() throws {
        let shell = try happy("fault = unplug-after 10")
        let result = try serve(
            shell, "--camera 'Emulated'",
            """
            wait_for grep -q 'was unplugged' "$LOG"
            for path in 'v2/camera/match?target=fear&level=1' v1/camera/attempts; do
                ask -i -X POST "http://localhost/$path" \
                    -H 'Content-Type: application/json' -d '{"target":"fear","level":1}' |
                    tr -d '\\r' | grep -iE '^(HTTP|content-type|retry-after|\\{)'
            done
            ask http://localhost/v1/camera/scores; ask http://localhost/v1/camera/preview.mjpeg
            ask -o /dev/null -w '%{http_code}\\n' http://localhost/v1/levels
            """)
        let problems = try result.lines.filter { $0.hasPrefix("{") }
            .map { try JSONDocument(parsing: Data($0.utf8)) }
        #expect(problems.count == 4, "\(result)")
        #expect(problems.allSatisfy { $0["code"]?.text == "camera_unplugged" })
        #expect(problems.allSatisfy { $0["detail"]?.text?.contains("/dev/video0") == true })
        #expect(result.output.contains("HTTP/1.1 503"))
        #expect(result.output.contains("application/problem+json"))
        #expect(result.output.lowercased().contains("retry-after: 1"))
        #expect(result.lines.contains("200"))
    }

    @Test("the service waits for a camera that is missing at the start")
    func missing() throws {
        let ask = "ask -X POST 'http://localhost/v2/camera/match?target=fear&level=1'"
        let waiting = try serve(
            happy(), "--camera 7",
            "wait_for grep -q 'Cannot open' \"$LOG\"; \(ask); cat \"$LOG\"")
        #expect(waiting.output.contains("\"code\":\"camera_not_found\""), "\(waiting)")
        #expect(waiting.output.contains("facialfun: Cannot open /dev/video7"))
        #expect(waiting.lines.last == "exit 0")
        let none = try serve(happy(), "", ask)
        #expect(none.output.contains("\"code\":\"no_camera\""))
    }
}
