package import FacialFun

/// Selection and settings of the service's own camera.
package struct ServiceCamera: Hashable, Sendable {
    /// The selected camera.
    package var selector: CameraSelector
    /// Options of the camera; the service always waits for a disconnected camera.
    package var options: CaptureOptions

    /// Selects a camera.
    package init(selector: CameraSelector, options: CaptureOptions = CaptureOptions()) {
        self.selector = selector
        self.options = options
        self.options.waitsAtStart = true
    }
}
