import FacialFun
import NIOHTTP1

/// The problems of the camera's routes.
extension Problem {
    /// The service was started without a camera.
    static let noCamera = Problem(
        .serviceUnavailable, "no_camera",
        "This service has no camera. Start it with --camera; `facialfun cameras` lists the available "
            + "ones.")

    /// The camera has the maximum number of streams.
    static let tooManyCameraStreams = Problem(
        .serviceUnavailable, "too_many_streams",
        "The camera has as many streams as it may have. Close one.",
        headers: [("Retry-After", "1")])

    /// The camera currently delivers no frames.
    init(_ error: CameraError) {
        self.init(
            .serviceUnavailable, error.code.rawValue, error.message,
            headers: [("Retry-After", "1")])
    }
}
