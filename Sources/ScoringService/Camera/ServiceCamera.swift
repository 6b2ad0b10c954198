public import CameraCapture

/// The camera that a service has of its own.
public struct ServiceCamera: Hashable, Sendable {
    /// Which camera.
    public var selector: CameraSelector
    /// What is wanted of it; one that is not there is waited for, whatever these say.
    public var options: CaptureOptions

    /// Names a camera.
    public init(selector: CameraSelector, options: CaptureOptions = CaptureOptions()) {
        self.selector = selector
        self.options = options
        self.options.waitsAtStart = true
    }
}
