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
        "The camera's limit of streams is reached. Close one.",
        headers: [("Retry-After", "1")])
}
