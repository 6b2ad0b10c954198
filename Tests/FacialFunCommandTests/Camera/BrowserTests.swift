import Foundation
import Testing
import TestSupport

/// Access to the service's camera over TCP.
@Suite(.serialized)
struct BrowserTests {
    private static let browser = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Runs a script while a service with a camera also listens on TCP: `$PORT` is its port,
    /// `$TOKEN` the token that it printed; `ask` sends requests over TCP.
    private func serve(_ options: String, _ script: String) throws -> Shell.Result {
        let shell = try CameraShell(Recordings.camera(["MJPG 640x480@15"]))
        return try shell.run(
            Shell.serving(
                """
                PORT=$(sed -n 's/.*listening on 127.0.0.1:\\([0-9]*\\).*/\\1/p' "$LOG")
                TOKEN=$(sed -n 's/.* the token \\([0-9a-f]*\\)$/\\1/p' "$LOG")
                CAMERA="http://127.0.0.1:$PORT/v1/camera"
                GAME="http://127.0.0.1:$PORT/v2/camera"
                ask() { curl -sS --max-time 60 -o answer -w '%{http_code}\\n' "$@"; }
                \(script)
                """, by: "$CAM $F",
                options: "--deadline 20000 --camera 0 --listen 127.0.0.1:0 \(options)"))
    }

    @Test(
        "over TCP only clients with the token printed at the start see the camera")
    func token() throws {
        let result = try serve(
            "",
            """
            test ${#TOKEN} = 32 && echo said
            MATCH="match?target=happiness&level=1"
            for path in scores preview.mjpeg; do ask "$CAMERA/$path"; done
            ask -X POST "$GAME/$MATCH"
            grep -o '"code":"[a-z_]*"' answer
            ask -X POST "$GAME/$MATCH" -H "Authorization: Bearer x$TOKEN"
            ask -X POST "$GAME/$MATCH" -H "Authorization: Bearer $TOKEN"
            ask -X POST "$GAME/$MATCH&token=$TOKEN"
            ask --unix-socket "$SOCK" -X POST "http://localhost/v2/camera/$MATCH"
            ask "http://127.0.0.1:$PORT/healthz"
            """)
        #expect(
            result.lines == [
                "said", "401", "401", "401", "\"code\":\"token_required\"", "401", "200", "200",
                "200", "200",
            ], "\(result)")
    }

    @Test("a token from a file is not printed")
    func tokenFile() throws {
        let missing = try serve("--camera-token token", "")
        #expect(missing.status == 99)
        #expect(missing.errors.contains("token cannot be read from token"))
        let shell = try CameraShell(Recordings.camera(["MJPG 640x480@15"]))
        let found = try shell.run(
            "echo sesame-open-sesame >token; echo short >short\n"
                + Shell.serving(
                    """
                    grep -c sesame "$LOG"
                    PORT=$(sed -n 's/.*listening on 127.0.0.1:\\([0-9]*\\).*/\\1/p' "$LOG")
                    curl -sS -o answer -w '%{http_code}\\n' -X POST \
                    "http://127.0.0.1:$PORT/v2/camera/match?target=fear&level=1&token=sesame-open-sesame"
                    $CAM $F serve --socket other --camera 0 --camera-token short; echo "status $?"
                    """, by: "$CAM $F",
                    options:
                        "--deadline 20000 --camera 0 --listen 127.0.0.1:0 --camera-token token"))
        #expect(found.lines == ["0", "200", "status 3"], "\(found)")
    }

    @Test(
        "no page of another site can embed the camera in Chromium with any element",
        .enabled(
            if: browser != nil,
            "Chromium is not installed: apt-get install chromium-headless-shell"))
    func chromium() throws {
        let browser = try #require(Self.browser)
        let result = try serve(
            "",
            """
            for url in "$CAMERA/preview.mjpeg" "$CAMERA/preview.mjpeg?token=$TOKEN"; do
                echo "<iframe src='$url'></iframe><img src='$url'>"
                echo "<object data='$url'></object><embed src='$url'><video src='$url'></video>"
                echo "<script>fetch('$url', {mode: 'no-cors'}); window.open('$url')</script>"
            done >page.html
            python3 - <<'END' &
            import http.server
            server = http.server.ThreadingHTTPServer(
                ("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
            open("page-port", "w").write(str(server.server_port))
            server.serve_forever()
            END
            PAGES=$!
            wait_for test -s page-port
            HOME="$PWD" timeout -k 5 90 \(browser) --headless --no-sandbox --disable-gpu \
                --no-first-run --user-data-dir="$PWD/profile" --timeout=4000 \
                --screenshot="$PWD/shot.png" "http://localhost:$(cat page-port)/page.html" \
                >browser.log 2>&1
            kill $PAGES
            test -s shot.png && echo shown
            curl -sS --unix-socket "$SOCK" http://localhost/metrics >metrics
            sed -n 's/.*code="forbidden_embedding"} \\([0-9]*\\)/\\1/p' metrics
            grep 'preview.mjpeg",status="200"' metrics || echo "never shown"
            """)
        try #require(result.lines.count == 3, "\(result)")
        #expect(result.lines[0] == "shown")
        #expect((Int(result.lines[1]) ?? 0) >= 6)
        #expect(result.lines[2] == "never shown")
    }
}
