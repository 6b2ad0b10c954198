import CFacialFun

/// Controls of an open camera that are relevant to faces.
struct CameraControls {
    /// The camera.
    let device: VideoDevice

    /// Sets the controls in the options, and leaves the others unchanged.
    ///
    /// - Throws: `cameraControlRefused` with the values that the camera supports.
    func apply(_ options: CaptureOptions) throws(FacialFunError) {
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
    ) throws(FacialFunError) {
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

    private func refused(_ name: String, _ value: String, takes: String? = nil) -> FacialFunError {
        let reason = takes.map { "it takes \($0)" } ?? "the camera does not have this control"
        return FacialFunError(
            code: .cameraControlRefused,
            message: """
                The \(name) of \(device.label) cannot be set to \(value): \(reason). Leave the \
                \(name) to the camera.
                """)
    }
}
