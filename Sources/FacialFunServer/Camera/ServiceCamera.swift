package import FacialFun

/// The camera that a service has of its own.
package struct ServiceCamera: Hashable, Sendable {
    /// Which camera.
    package var selector: CameraSelector
    /// What is wanted of it; one that is not there is waited for, whatever these say.
    package var options: CaptureOptions

    /// Names a camera.
    package init(selector: CameraSelector, options: CaptureOptions = CaptureOptions()) {
        self.selector = selector
        self.options = options
        self.options.waitsAtStart = true
    }
}
