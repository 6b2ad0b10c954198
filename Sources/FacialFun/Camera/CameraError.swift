import FacialFunWire
import Glibc

/// Why a camera gives no pictures.
package struct CameraError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is; stable, also on the wire.
    package enum Code: String, CaseIterable, Sendable {
        /// There is no such camera, or none at all.
        case notFound = "camera_not_found"
        /// More than one camera has the name.
        case ambiguous = "camera_ambiguous"
        /// This user may not open it.
        case permissionDenied = "camera_permission_denied"
        /// Another program uses it.
        case busy = "camera_busy"
        /// The device gives no pictures.
        case notACamera = "not_a_camera"
        /// It offers no pixel format that can be read or converted, or refuses the one it offers.
        case unsupportedFormat = "camera_format_unsupported"
        /// It sets another size than the one that it offers.
        case sizeRefused = "camera_size_refused"
        /// It has no such control, or not that value.
        case controlRefused = "camera_control_refused"
        /// It is no longer there.
        case unplugged = "camera_unplugged"
        /// It is there and delivers nothing.
        case stalled = "camera_stalled"
        /// A system call failed.
        case system = "camera_failed"
    }

    /// What kind of failure it is.
    package let code: Code
    /// What happened, to which device, and what to do about it.
    package let message: String
    /// The error number of the system call that failed, or 0 where none did.
    package let cause: Int32

    /// Makes an error.
    package init(code: Code, message: String, cause: Int32 = 0) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    package var description: String { message }
}

extension CameraError {
    /// The error of a failed system call on a device.
    ///
    /// - Parameters:
    ///   - what: What the call was to do: "open", "start".
    ///   - label: The device.
    ///   - number: The error number.
    init(_ what: String, _ label: String, errno number: Int32) {
        switch number {
        case EACCES, EPERM:
            self.init(
                code: .permissionDenied,
                message: """
                    Cannot \(what) \(label): permission denied. Add your user to the group `video` \
                    (sudo usermod -aG video "$USER") and log in again.
                    """, cause: number)
        case EBUSY:
            self.init(
                code: .busy,
                message: """
                    Cannot \(what) \(label): another program uses it. Close that program; \
                    `fuser -v` with the device's path names it.
                    """, cause: number)
        case ENOENT, ENOTDIR:
            self.init(
                code: .notFound,
                message: """
                    Cannot \(what) \(label): there is no such device. Plug the camera in; \
                    `facialfun cameras` lists those that are there.
                    """, cause: number)
        case ENODEV, ENXIO: self = .unplugged(label, errno: number)
        default:
            self.init(
                code: .system,
                message: """
                    Cannot \(what) \(label): \(Errno(number)). Unplug the camera and plug \
                    it in again.
                    """, cause: number)
        }
    }

    /// The camera has gone while it was used.
    static func unplugged(_ label: String, errno number: Int32 = ENODEV) -> CameraError {
        CameraError(
            code: .unplugged,
            message: "\(label) has gone. Plug it in again: it is waited for.", cause: number)
    }

    /// The camera delivers nothing, or nothing but frames that the driver itself calls damaged.
    static func stalled(
        _ label: String, milliseconds: Int, damagedOnly: Bool = false
    ) -> CameraError {
        let what = damagedOnly ? "only damaged frames" : "nothing"
        return CameraError(
            code: .stalled,
            message: """
                \(label) has delivered \(what) for \(milliseconds) ms. It is started again; if that \
                does not help, unplug it and plug it in again, or try another USB port.
                """)
    }

    /// None of the formats can be read or converted.
    static func unsupportedFormats(_ camera: CameraDescription) -> CameraError {
        let list = camera.formats.map(\.code.description).joined(separator: ", ")
        return CameraError(
            code: .unsupportedFormat,
            message: """
                \(camera.label) offers only \(list), which is not read here. Cameras with YUYV, NV12, \
                MJPG or GREY are, and those whose format libv4l converts: use another camera.
                """)
    }
}
