import CFacialFun

/// The controls of an open camera that matter to a face.
struct CameraControls {
    /// The camera.
    let device: VideoDevice

    /// Sets what the options ask for, and leaves the rest as it is.
    ///
    /// - Throws: `controlRefused` with the values that the camera takes.
    func apply(_ options: CaptureOptions) throws(CameraError) {
        if let exposure = options.exposure {
            let isAutomatic = exposure == .automatic
            let result = cv4l_set_automatic_exposure(device.descriptor, isAutomatic)
            if result != 0 { throw refused("exposure", isAutomatic ? "automatic" : "manual") }
            if case .manual(let value) = exposure {
                try set(.exposure_absolute, "exposure", to: value)
            }
        }
        if let whiteBalance = options.whiteBalance {
            let isAutomatic = whiteBalance == .automatic
            try set(.white_balance_auto, "white balance", to: isAutomatic ? 1 : 0)
            if case .manual(let value) = whiteBalance {
                try set(.white_balance_temperature, "white balance", to: value)
            }
        }
    }

    private func set(
        _ control: cv4l_control, _ name: String, to value: Int
    ) throws(CameraError) {
        var range = cv4l_range()
        guard cv4l_control_range(device.descriptor, control, &range) == 0 else {
            throw refused(name, "\(value)")
        }
        guard value >= Int(range.minimum), value <= Int(range.maximum) else {
            throw refused(name, "\(value)", takes: "\(range.minimum) to \(range.maximum)")
        }
        let result = cv4l_set_control(device.descriptor, control, Int32(value))
        if result != 0 { throw refused(name, "\(value)") }
    }

    private func refused(_ name: String, _ value: String, takes: String? = nil) -> CameraError {
        let reason = takes.map { "it takes \($0)" } ?? "it has no such control"
        return CameraError(
            code: .controlRefused,
            message: """
                The \(name) of \(device.label) cannot be set to \(value): \(reason). Leave the \
                \(name) to the camera.
                """)
    }
}
