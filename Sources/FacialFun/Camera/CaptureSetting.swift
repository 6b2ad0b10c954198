import CFacialFun
import Glibc

/// Sets an open camera to the closest format, size, rate and controls.
struct CaptureSetting {
    /// Mode of the camera.
    let mode: CameraMode
    /// Converter of frames to RGB, if they need one.
    let converter: FrameConverter?

    /// Configures the camera.
    ///
    /// - Throws: `cameraFormatUnsupported`, `cameraSizeRefused`, `cameraBusy`,
    ///   `cameraControlRefused`, `cameraUnplugged`, `cameraFailed`.
    init(
        device: VideoDevice, camera: CameraDescription, options: CaptureOptions
    ) throws(FacialFunError) {
        guard let plan = ModePlan.best(of: camera.formats, for: options) else {
            throw Self.noFormat(camera, options)
        }
        let isConverted = plan.pixelFormat == nil
        var mode: CameraMode
        if isConverted {
            let converter = FrameConverter(device)
            self.converter = converter
            mode = try Self.convertedMode(device, camera, options, converter)
        } else {
            converter = nil
            mode = try Self.plainMode(device, camera, plan)
        }
        mode.rate =
            Self.setRate(device, wanted: plan.rate > 0 ? plan.rate : options.rate) ?? plan.rate
        mode.needsMirroring = !Self.setMirror(device, options.mirrors) && options.mirrors
        try CameraControls(device: device).apply(options)
        self.mode = mode
    }

    private static func plainMode(
        _ device: VideoDevice, _ camera: CameraDescription, _ plan: ModePlan
    ) throws(FacialFunError) -> CameraMode {
        var picture = cv4l_picture()
        picture.code = plan.code.value
        (picture.width, picture.height) = (UInt32(plan.width), UInt32(plan.height))
        try check(device, picture, cv4l_set_picture(device.descriptor, &picture))
        guard picture.code == plan.code.value, let format = plan.pixelFormat else {
            throw refused(camera, plan.code, got: FourCC(picture.code))
        }
        try checkSize(camera, picture, width: plan.width, height: plan.height)
        var bytesPerLine = Int(picture.bytes_per_line)
        switch format {
        case .mjpeg: bytesPerLine = 0
        case .yuyv: bytesPerLine = max(bytesPerLine, plan.width * 2)
        case .nv12, .gray: bytesPerLine = max(bytesPerLine, plan.width)
        case .rgb: bytesPerLine = max(bytesPerLine, plan.width * 3)
        }
        return CameraMode(
            pixelFormat: format, code: plan.code, width: plan.width, height: plan.height,
            bytesPerLine: bytesPerLine, rate: plan.rate, isFullRange: picture.is_full_range,
            isBT709: picture.is_bt709)
    }

    private static func convertedMode(
        _ device: VideoDevice, _ camera: CameraDescription, _ options: CaptureOptions,
        _ converter: FrameConverter?
    ) throws(FacialFunError) -> CameraMode {
        guard let converter, let plan = converter.plan(for: options) else {
            throw .unsupportedFormats(camera)
        }
        var picture = plan.source
        try check(device, picture, converter.setSource(device, &picture))
        guard picture.code == plan.source.code else {
            throw refused(camera, FourCC(plan.source.code), got: FourCC(picture.code))
        }
        try checkSize(
            camera, picture, width: Int(plan.source.width), height: Int(plan.source.height))
        let (width, height) = (Int(plan.rgb.width), Int(plan.rgb.height))
        return CameraMode(
            pixelFormat: .rgb, code: FourCC(plan.source.code), width: width, height: height,
            bytesPerLine: width * 3, rate: 0, isFullRange: true)
    }

    /// Checks the result of setting a format.
    private static func check(
        _ device: VideoDevice, _ picture: cv4l_picture, _ result: Int32
    ) throws(FacialFunError) {
        if result == EINVAL {
            throw FacialFunError(
                code: .cameraFormatUnsupported,
                message: """
                    \(device.label) rejects the format \(FourCC(picture.code)) at \
                    \(picture.width)×\(picture.height), which it offers. Plug it in \
                    again, or request another format or size.
                    """, errorNumber: result)
        }
        try device.check("set the picture of", result)
    }

    private static func checkSize(
        _ camera: CameraDescription, _ picture: cv4l_picture, width: Int, height: Int
    ) throws(FacialFunError) {
        guard Int(picture.width) != width || Int(picture.height) != height else { return }
        throw FacialFunError(
            code: .cameraSizeRefused,
            message: """
                \(camera.label) offers \(width)×\(height), but sets \
                \(picture.width)×\(picture.height) instead. Request that size, or another one \
                that `facialfun cameras` lists.
                """)
    }

    private static func refused(
        _ camera: CameraDescription, _ wanted: FourCC, got: FourCC
    ) -> FacialFunError {
        FacialFunError(
            code: .cameraFormatUnsupported,
            message: """
                \(camera.label) offers the format \(wanted), but sets \(got) instead. Request \
                another format, or use another camera.
                """)
    }

    private static func noFormat(
        _ camera: CameraDescription, _ options: CaptureOptions
    ) -> FacialFunError {
        guard let wanted = options.pixelFormat else { return .unsupportedFormats(camera) }
        let list = camera.formats.compactMap(\.pixelFormat?.rawValue)
        return FacialFunError(
            code: .cameraFormatUnsupported,
            message: """
                \(camera.label) does not offer \(wanted.rawValue). Request one of its formats\
                \(list.isEmpty ? "" : " (" + list.joined(separator: ", ") + ")"), or no \
                particular one.
                """)
    }

    /// Sets the rate; returns the driver's choice, nil if it cannot be set.
    private static func setRate(_ device: VideoDevice, wanted: Double) -> Double? {
        var interval = cv4l_interval(
            numerator: 1000, denominator: UInt32((wanted * 1000).rounded()))
        guard cv4l_set_interval(device.descriptor, &interval) == 0, interval.numerator > 0 else {
            return nil
        }
        return Double(interval.denominator) / Double(interval.numerator)
    }

    /// Sets the camera's mirroring and returns whether it took effect.
    private static func setMirror(_ device: VideoDevice, _ isOn: Bool) -> Bool {
        cv4l_set_control(device.descriptor, .horizontal_flip, isOn ? 1 : 0) == 0
    }
}
