import CommandSupport
import FacialFun
import FacialFunWire

/// Shows what happens before the camera; gives the text for standard output.
protocol LiveView {
    /// Before the first event.
    mutating func opening(
        camera: CameraDescription?, mode: CameraMode?, model: ModelSummary
    ) -> String
    /// After each event.
    mutating func text(of event: LiveEvent, counters: CaptureCounters) -> String
    /// After the last event.
    mutating func closing(_ counters: CaptureCounters) -> String
}
