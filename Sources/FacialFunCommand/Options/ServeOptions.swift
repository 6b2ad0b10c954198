import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunServer

/// Options of `facialfun serve`.
struct ServeOptions: ParsableArguments {
    /// The default address of the demo.
    static let demoAddress = "127.0.0.1:8600"

    /// The default permissions of the socket's file: its owner only.
    static let standardMode: UInt32 = 0o600

    @Option(
        help: ArgumentHelp(
            "The path of the Unix domain socket.",
            discussion: """
                Without it the sockets passed by systemd are used, or else \
                $XDG_RUNTIME_DIR/facialfun.sock. A file left by a dead server is replaced.
                """, valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            """
            The permissions of the socket's file, in octal; write permission is needed to connect \
            (default: 0\(String(standardMode, radix: 8))).
            """, valueName: "octal"),
        transform: ServeOptions.mode)
    var mode: UInt32?

    @Option(
        help: ArgumentHelp("The group of the socket's file.", valueName: "name"))
    var group: String?

    @Option(
        help: ArgumentHelp(
            "Also listen on loopback TCP: 127.0.0.1:PORT or [::1]:PORT. May be repeated.",
            valueName: "address"))
    var listen: [String] = []

    @Option(
        help: ArgumentHelp(
            "An origin whose web pages may send requests, such as http://localhost:8080. May be repeated.",
            valueName: "origin"))
    var allowOrigin: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Serve a page at /demo that scores the camera of a browser on this machine.",
            discussion: """
                Without --listen it is served at http://\(demoAddress)/demo. The pictures go to this \
                service and are not kept.
                """))
    var demo = false

    @Option(
        help: ArgumentHelp("Your own levels, instead of levels.json.", valueName: "file"),
        completion: .file())
    var levels: String?

    @Option(
        help: ArgumentHelp(
            "The service's own camera: a number, a path, or a part of its name.",
            discussion: """
                It is open while the service runs, and its frames are scored on request \
                (/v1/camera). The service waits for a missing camera. '' is the first camera.
                """, valueName: "camera"))
    var camera: String?

    @Option(
        help: ArgumentHelp(
            "A file with the token that clients need for the camera over TCP.",
            discussion: """
                16 characters or more. Without it a new token is logged at the start. It is sent as \
                `Authorization: Bearer TOKEN`, or as ?token=TOKEN.
                """, valueName: "file"),
        completion: .file())
    var cameraToken: String?

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp(
            "Number of pictures to score at once (default: one per processor).",
            valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "The default deadline of a request, in milliseconds.", valueName: "ms"))
    var deadline = 1000

    @Option(
        help: ArgumentHelp(
            "Accept files up to this size at /v1/score, at most 50MB; other routes accept 2MB.",
            discussion: """
                Higher limits may need more memory: at the start they are compared with the memory \
                available to this process. /v1/model reports the limits to clients.
                """, valueName: "size"))
    var maxFileSize = ByteSize(bytes: DecodeLimits.service.maxFileBytes)

    @Option(
        help: ArgumentHelp(
            "Accept images up to this number of pixels at /v1/score, at most 64MP; other routes accept 16MP.",
            valueName: "count"))
    var maxPixels = PixelCount(pixels: DecodeLimits.service.maxPixels)

    /// The addresses to listen on.
    var addresses: [String] { demo && listen.isEmpty ? [Self.demoAddress] : listen }

    /// Whether larger pictures are scored than on other routes.
    var raisesLimits: Bool {
        maxFileSize.bytes > DecodeLimits.service.maxFileBytes
            || maxPixels.pixels > DecodeLimits.service.maxPixels
    }

    func validate() throws {
        try RawArguments.checkText(socket, of: "--socket")
        try RawArguments.checkText(cameraToken, of: "--camera-token")
        try CameraOptions.check(camera)
        if cameraToken != nil, camera == nil {
            throw ValidationError(
                "--camera-token requires a camera: add --camera, or "
                    + "omit it.")
        }
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("--jobs must be between 1 and 1024, not \(jobs).")
        }
        if !(1...60_000).contains(deadline) {
            throw ValidationError("--deadline must be between 1 and 60000, not \(deadline).")
        }
        let (least, most) = (DecodeLimits.service, DecodeLimits.commandLine)
        if !(least.maxFileBytes...most.maxFileBytes).contains(maxFileSize.bytes) {
            throw ValidationError(
                "--max-file-size must be between 2MB and 50MB, not "
                    + "\(maxFileSize.defaultValueDescription).")
        }
        if !(least.maxPixels...most.maxPixels).contains(maxPixels.pixels) {
            throw ValidationError(
                "--max-pixels must be between 16MP and 64MP, not "
                    + "\(maxPixels.defaultValueDescription).")
        }
        for text in listen {
            do {
                _ = try LoopbackAddress(text)
            } catch {
                throw ValidationError("--listen \(error.message)")
            }
        }
        for origin in allowOrigin where !Self.isOrigin(origin) {
            throw ValidationError(
                "--allow-origin takes scheme, host and port only, such as "
                    + "http://localhost:8080, not \(origin).")
        }
    }

    /// Rejects options for a socket file if systemd created the socket.
    func checkNoFileIsSet() throws(ValidationError) {
        let flags = [
            ("--mode", "SocketMode=", mode != nil), ("--group", "SocketGroup=", group != nil),
        ]
        guard let (flag, line, _) = flags.first(where: { $0.2 }) else { return }
        throw ValidationError(
            "\(flag) does not apply to a socket from systemd: set "
                + "\(line) in the socket unit and omit \(flag), or add --socket.")
    }

    /// Parses permissions such as `0660`.
    private static func mode(_ text: String) throws -> UInt32 {
        guard let mode = UInt32(text, radix: 8), mode <= 0o777 else {
            throw ValidationError("--mode takes octal permissions such as 0660, not \(text).")
        }
        return mode
    }

    /// Whether a text is an origin in the format of browsers.
    private static func isOrigin(_ text: String) -> Bool {
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
            let host = text.dropFirst(scheme.count)
            return !host.isEmpty && !host.contains { "/?#@ ".contains($0) }
                && host.allSatisfy { $0.isASCII && !$0.isUppercase }
        }
        return false
    }
}
