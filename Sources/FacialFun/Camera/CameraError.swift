import FacialFunWire
import Glibc

/// Reason why a camera delivers no frames.
package struct CameraError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Kind of failure; stable, also on the wire.
    package enum Code: String, CaseIterable, Sendable {
        /// The camera does not exist, or no camera exists.
        case notFound = "camera_not_found"
        /// Several cameras match the name.
        case ambiguous = "camera_ambiguous"
        /// The user may not open the camera.
        case permissionDenied = "camera_permission_denied"
        /// Another program uses the camera.
        case busy = "camera_busy"
        /// The device is not a camera.
        case notACamera = "not_a_camera"
        /// No pixel format of the camera can be read or converted, or the camera rejects it.
        case unsupportedFormat = "camera_format_unsupported"
        /// The camera sets a different size than it offers.
        case sizeRefused = "camera_size_refused"
        /// The camera does not support this control or value.
        case controlRefused = "camera_control_refused"
        /// The camera was unplugged.
        case unplugged = "camera_unplugged"
        /// The camera is connected but delivers no frames.
        case stalled = "camera_stalled"
        /// A system call failed.
        case system = "camera_failed"
    }

    /// Kind of failure.
    package let code: Code
    /// The failure, the device and the remedy.
    package let message: String
    /// `errno` of the failed system call, or 0.
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
    ///   - what: The purpose of the call: "open", "start".
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
                    `facialfun cameras` lists the available ones.
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

    /// The camera disappeared during use.
    static func unplugged(_ label: String, errno number: Int32 = ENODEV) -> CameraError {
        CameraError(
            code: .unplugged,
            message: "\(label) has gone. Plug it in again: it is waited for.", cause: number)
    }

    /// The camera delivers no frames, or only frames that the driver marks as damaged.
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

    /// No format can be read or converted.
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
