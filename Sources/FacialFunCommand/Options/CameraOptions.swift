import ArgumentParser
import CommandSupport
import FacialFun

/// Camera settings of every command that opens a camera.
struct CameraOptions: ParsableArguments {
    /// The default settings.
    private static let standard = CaptureOptions()

    @Option(
        help: ArgumentHelp(
            """
            The requested size; the camera uses the nearest (default: \(standard.width)x\(standard.height)).
            """, valueName: "WxH"),
        transform: CameraOptions.size)
    var size: (width: Int, height: Int)?

    @Option(
        help: ArgumentHelp(
            "The requested frames per second (default: \(standard.rate)).", valueName: "n"))
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "The pixel format: yuyv, nv12, mjpeg or grey (default: the best one).",
            valueName: "format"),
        completion: .list(CameraOptions.formats.map(\.rawValue)),
        transform: CameraOptions.format)
    var pixelFormat: PixelFormat?

    @Flag(help: "Show and score the picture as in a mirror.")
    var mirror = false

    @Option(
        help: ArgumentHelp(
            "The exposure: auto, or a time in units of 100 µs (default: unchanged).",
            valueName: "value"),
        transform: CameraOptions.setting)
    var exposure: CaptureOptions.Setting?

    @Option(
        help: ArgumentHelp(
            "The white balance: auto, or a temperature in kelvin (default: unchanged).",
            valueName: "value"),
        transform: CameraOptions.setting)
    var whiteBalance: CaptureOptions.Setting?

    /// The requested settings.
    var capture: CaptureOptions {
        var options = Self.standard
        if let size { (options.width, options.height) = size }
        if let rate { options.rate = rate }
        options.pixelFormat = pixelFormat
        options.mirrors = mirror
        options.exposure = exposure
        options.whiteBalance = whiteBalance
        return options
    }

    /// The options given on the command line.
    var given: [String] {
        let flags = [
            ("--size", size != nil), ("--rate", rate != nil),
            ("--pixel-format", pixelFormat != nil), ("--mirror", mirror),
            ("--exposure", exposure != nil), ("--white-balance", whiteBalance != nil),
        ]
        return flags.filter { $0.1 }.map { $0.0 }
    }

    func validate() throws {
        if let rate, !(rate >= 1 && rate <= 1000) {
            throw ValidationError("--rate must be between 1 and 1000, not \(rate).")
        }
    }

    /// Checks that the name of a camera is valid text.
    ///
    /// - Parameter camera: The value of `--camera`; nil if it is not given.
    /// - Throws: A usage error if it is not UTF-8.
    static func check(_ camera: String?) throws(ValidationError) {
        try RawArguments.checkText(
            camera, of: "--camera",
            remedy: "Name the camera by its number or path; `facialfun cameras` lists them.")
    }

    /// The formats that a user may request.
    private static let formats = PixelFormat.allCases.filter { $0 != .rgb }

    /// Parses a size such as `1280x720`.
    private static func size(_ text: String) throws -> (width: Int, height: Int) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.count == 2, numbers.count == 2, numbers.allSatisfy({ (16...8192).contains($0) })
        else { throw ValidationError("expected a size such as 1280x720, not \(text).") }
        return (numbers[0], numbers[1])
    }

    private static func format(_ text: String) throws -> PixelFormat {
        guard let format = formats.first(where: { $0.rawValue == text.lowercased() }) else {
            let list = formats.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("expected one of \(list), not \(text).")
        }
        return format
    }

    private static func setting(_ text: String) throws -> CaptureOptions.Setting {
        if text == "auto" { return .automatic }
        guard let value = Int32(text) else {
            throw ValidationError("expected auto or a whole number, not \(text).")
        }
        return .manual(Int(value))
    }
}
