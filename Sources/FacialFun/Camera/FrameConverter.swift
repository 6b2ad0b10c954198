import CFacialFun

/// Converts frames to RGB with libv4lconvert, for cameras without a supported format.
///
/// For one thread at a time; the device must stay open.
final class FrameConverter {
    /// Mode of the camera and the resulting format.
    struct Plan {
        /// The camera's own format.
        var source: cv4l_picture
        /// The RGB.
        var rgb: cv4l_picture
    }

    private let converter: OpaquePointer

    /// Creates a converter; nil without memory.
    init?(_ device: VideoDevice) {
        guard let converter = cv4l_converter_make(device.descriptor) else { return nil }
        self.converter = converter
    }

    deinit { cv4l_converter_free(converter) }

    /// Plan closest to the options; nil if no format of the camera can be converted.
    func plan(for wish: CaptureOptions) -> Plan? {
        var rgb = cv4l_picture()
        rgb.width = UInt32(clamping: wish.width)
        rgb.height = UInt32(clamping: wish.height)
        var source = cv4l_picture()
        let rate = UInt32(max(1, min(wish.rate, 1000)))
        guard cv4l_converter_plan(converter, &rgb, &source, rate) == 0 else { return nil }
        return Plan(source: source, rgb: rgb)
    }

    /// Sets the camera to the planned format.
    ///
    /// - Parameters:
    ///   - device: The camera.
    ///   - picture: Receives the driver's choice.
    /// - Returns: 0, or the error number.
    func setSource(_ device: VideoDevice, _ picture: inout cv4l_picture) -> Int32 {
        cv4l_converter_set_source(converter, device.descriptor, &picture)
    }

    /// The RGB pixels of a frame, rows contiguous; nil if the frame is damaged.
    func converted(_ bytes: UnsafeRawBufferPointer, width: Int, height: Int) -> [UInt8]? {
        let count = width * height * 3
        guard let source = bytes.bindMemory(to: UInt8.self).baseAddress else { return nil }
        let rgb = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            guard let target = buffer.baseAddress else { return }
            let written = cv4l_converter_run(converter, source, bytes.count, target, count)
            filled = written == Int64(count) ? count : 0
        }
        return rgb.isEmpty ? nil : rgb
    }
}
