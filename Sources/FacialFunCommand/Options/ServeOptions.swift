import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunServer

/// What `facialfun serve` takes.
struct ServeOptions: ParsableArguments {
    /// The address of the demo when none is named.
    static let demoAddress = "127.0.0.1:8600"

    /// The permissions of the socket's file where nobody names others: its owner's alone.
    static let standardMode: UInt32 = 0o600

    @Option(
        help: ArgumentHelp(
            "The path of the Unix domain socket.",
            discussion: """
                Without it the sockets are taken that systemd hands over, else \
                $XDG_RUNTIME_DIR/facialfun.sock. A file that a dead server left is replaced.
                """, valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            """
            The permissions of the socket's file, in octal; who may write may connect \
            (default: 0\(String(standardMode, radix: 8))).
            """, valueName: "octal"),
        transform: ServeOptions.mode)
    var mode: UInt32?

    @Option(
        help: ArgumentHelp("The group that the socket's file is given to.", valueName: "name"))
    var group: String?

    @Option(
        help: ArgumentHelp(
            "Listen on loopback TCP, too: 127.0.0.1:PORT or [::1]:PORT. May be repeated.",
            valueName: "address"))
    var listen: [String] = []

    @Option(
        help: ArgumentHelp(
            "An origin whose web pages may call, such as http://localhost:8080. May be repeated.",
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
        help: ArgumentHelp("Your own levels, in place of levels.json.", valueName: "file"),
        completion: .file())
    var levels: String?

    @Option(
        help: ArgumentHelp(
            "A camera of the service's own: a number, a path, or a part of its name.",
            discussion: """
                It is open as long as the service runs, and its frames are scored when somebody asks \
                for them (/v1/camera). One that is not there is waited for. '' is the first camera.
                """, valueName: "camera"))
    var camera: String?

    @Option(
        help: ArgumentHelp(
            "A file with the token that is asked for where the camera is seen over TCP.",
            discussion: """
                16 characters or more. Without it one is made and said at the start. It is sent as \
                `Authorization: Bearer TOKEN`, or as ?token=TOKEN.
                """, valueName: "file"),
        completion: .file())
    var cameraToken: String?

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp(
            "How many pictures to score at once (default: one for each processor).",
            valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "The deadline of a request that names none, in milliseconds.", valueName: "ms"))
    var deadline = 1000

    @Option(
        help: ArgumentHelp(
            "Take files up to this size at /v1/score, at most 50MB; other routes take 2MB.",
            discussion: """
                The more is taken, the more memory the service may need: at the start it is held \
                against what this process may have. /v1/model tells clients the limits.
                """, valueName: "size"))
    var maxFileSize = ByteSize(bytes: DecodeLimits.service.maxFileBytes)

    @Option(
        help: ArgumentHelp(
            "Take images up to so many pixels at /v1/score, at most 64MP; other routes take 16MP.",
            valueName: "count"))
    var maxPixels = PixelCount(pixels: DecodeLimits.service.maxPixels)

    /// The addresses to listen on.
    var addresses: [String] { demo && listen.isEmpty ? [Self.demoAddress] : listen }

    /// Whether larger pictures are scored than other routes take.
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
                "--camera-token is for a camera, and the service has none: name one by --camera, or "
                    + "leave it out.")
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

    /// Sees that no option is for a socket's file, where systemd made that.
    func checkNoFileIsSet() throws(ValidationError) {
        let flags = [
            ("--mode", "SocketMode=", mode != nil), ("--group", "SocketGroup=", group != nil),
        ]
        guard let (flag, line, _) = flags.first(where: { $0.2 }) else { return }
        throw ValidationError(
            "\(flag) is for a socket that is made here, and systemd hands over its own: set "
                + "\(line) in the socket unit and leave \(flag) out, or add --socket.")
    }

    /// Reads permissions such as `0660`.
    private static func mode(_ text: String) throws -> UInt32 {
        guard let mode = UInt32(text, radix: 8), mode <= 0o777 else {
            throw ValidationError("--mode takes octal permissions such as 0660, not \(text).")
        }
        return mode
    }

    /// Whether a text is an origin as browsers send it.
    private static func isOrigin(_ text: String) -> Bool {
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
            let host = text.dropFirst(scheme.count)
            return !host.isEmpty && !host.contains { "/?#@ ".contains($0) }
                && host.allSatisfy { $0.isASCII && !$0.isUppercase }
        }
        return false
    }
}
