import CommandSupport
import FacialFun
import FacialFunWire

/// Shows the events of the camera; returns the text for standard output.
protocol LiveView {
    /// Text before the first event.
    mutating func opening(
        camera: CameraDescription?, mode: CameraMode?, model: ModelSummary
    ) -> String
    /// Text after each event.
    mutating func text(of event: LiveEvent, counters: CaptureCounters) -> String
    /// Text after the last event.
    mutating func closing(_ counters: CaptureCounters) -> String
}
