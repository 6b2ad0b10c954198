import FacialFun
import NIOHTTP1

/// The problems of the camera's routes.
extension Problem {
    /// The service was started without a camera.
    static let noCamera = Problem(
        .serviceUnavailable, "no_camera",
        "This service has no camera. Start it with --camera; `facialfun cameras` lists those that "
            + "there are.")

    /// More streams of the camera than are served.
    static let tooManyCameraStreams = Problem(
        .serviceUnavailable, "too_many_streams",
        "The camera has as many streams as it may have. Close one.",
        headers: [("Retry-After", "1")])

    /// The camera gives no pictures at the moment.
    init(_ error: CameraError) {
        self.init(
            .serviceUnavailable, error.code.rawValue, error.message,
            headers: [("Retry-After", "1")])
    }
}
