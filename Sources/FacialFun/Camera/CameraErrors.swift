import FacialFunWire
import Glibc

/// Codes of cameras that deliver no frames.
extension FacialFunError.Code {
    /// The camera does not exist, or no camera exists.
    public static let cameraNotFound = Self("camera_not_found")
    /// Several cameras match the name.
    package static let cameraAmbiguous = Self("camera_ambiguous")
    /// The user may not open the camera.
    public static let cameraPermissionDenied = Self("camera_permission_denied")
    /// Another program uses the camera.
    public static let cameraBusy = Self("camera_busy")
    /// The device is not a camera.
    package static let notACamera = Self("not_a_camera")
    /// No pixel format of the camera can be read or converted, or the camera rejects it.
    package static let cameraFormatUnsupported = Self("camera_format_unsupported")
    /// The camera chose another size than the requested one, although it lists that size.
    package static let cameraSizeRefused = Self("camera_size_refused")
    /// The camera does not support this control or value.
    package static let cameraControlRefused = Self("camera_control_refused")
    /// The camera was unplugged.
    public static let cameraUnplugged = Self("camera_unplugged")
    /// The camera is connected but delivers no frames.
    package static let cameraStalled = Self("camera_stalled")
    /// A system call failed.
    package static let cameraFailed = Self("camera_failed")

    /// The codes of cameras that deliver no frames at the moment, as in `live-event.schema.json`.
    package static let ofCameras: Set<Self> = [
        .cameraNotFound, .cameraAmbiguous, .cameraPermissionDenied, .cameraBusy, .notACamera,
        .cameraFormatUnsupported, .cameraSizeRefused, .cameraControlRefused, .cameraUnplugged,
        .cameraStalled, .cameraFailed,
    ]
}

extension FacialFunError {
    /// The error of a failed system call on a device.
    ///
    /// - Parameters:
    ///   - what: The purpose of the call: "open", "start".
    ///   - label: The device.
    ///   - number: The error number.
    init(_ what: String, _ label: String, errno number: Int32) {
        switch number {
        case EACCES, EPERM:
            self.init(
                code: .cameraPermissionDenied,
                message: """
                    Cannot \(what) \(label): permission denied. Add your user to the group `video` \
                    (sudo usermod -aG video "$USER") and log in again.
                    """, errorNumber: number)
        case EBUSY:
            self.init(
                code: .cameraBusy,
                message: """
                    Cannot \(what) \(label): another program uses it. Close that program; \
                    `fuser -v` with the device's path names it.
                    """, errorNumber: number)
        case ENOENT, ENOTDIR:
            self.init(
                code: .cameraNotFound,
                message: """
                    Cannot \(what) \(label): there is no such device. Plug the camera in; \
                    `facialfun cameras` lists the available ones.
                    """, errorNumber: number)
        case ENODEV, ENXIO: self = .unplugged(label, errno: number)
        default:
            self.init(
                code: .cameraFailed,
                message: """
                    Cannot \(what) \(label): \(Errno(number)). Unplug the camera and plug \
                    it in again.
                    """, errorNumber: number)
        }
    }

    /// The camera disappeared during use.
    static func unplugged(_ label: String, errno number: Int32 = ENODEV) -> FacialFunError {
        FacialFunError(
            code: .cameraUnplugged,
            message: "\(label) was unplugged. Plug it in again to continue.", errorNumber: number)
    }

    /// The camera delivers no frames, or only frames that the driver marks as damaged.
    static func stalled(
        _ label: String, milliseconds: Int, damagedOnly: Bool = false
    ) -> FacialFunError {
        let what = damagedOnly ? "only damaged frames" : "nothing"
        return FacialFunError(
            code: .cameraStalled,
            message: """
                \(label) has delivered \(what) for \(milliseconds) ms; restarting it. If that \
                does not help, plug it in again, or try another USB port.
                """)
    }

    /// No format can be read or converted.
    static func unsupportedFormats(_ camera: CameraDescription) -> FacialFunError {
        let list = camera.formats.map(\.code.description).joined(separator: ", ")
        return FacialFunError(
            code: .cameraFormatUnsupported,
            message: """
                \(camera.label) offers only \(list); none is supported. Use a camera with YUYV, \
                NV12, MJPG, GREY, or a format that libv4l converts.
                """)
    }
}
