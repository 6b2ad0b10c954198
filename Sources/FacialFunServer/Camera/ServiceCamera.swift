package import FacialFun

/// The camera that a service has of its own.
package struct ServiceCamera: Hashable, Sendable {
    /// Which camera.
    package var selector: CameraSelector
    /// Options of the camera; a disconnected camera is always waited for.
    package var options: CaptureOptions

    /// Names a camera.
    package init(selector: CameraSelector, options: CaptureOptions = CaptureOptions()) {
        self.selector = selector
        self.options = options
        self.options.waitsAtStart = true
    }
}
