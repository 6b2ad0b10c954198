import CFacialFun
import FacialFunWire
import Glibc

/// A streaming camera, from opening to closing.
///
/// Not thread-safe; its frames are.
final class CaptureSession {
    /// Result of taking a frame from the driver.
    enum Delivery {
        /// A frame.
        case frame(CameraFrame)
        /// A damaged frame, according to the driver or its content.
        case damaged(sequence: Int)
        /// No frame is ready.
        case nothing
        /// An error number.
        case failed(Int32)
    }

    /// The camera.
    let camera: CameraDescription
    /// Mode of the camera.
    let mode: CameraMode
    private let device: VideoDevice
    private let buffers: MappedBuffers
    private let converter: FrameConverter?
    private var isStopped = false

    /// The descriptor to wait on.
    var descriptor: Int32 { device.descriptor }

    /// Opens a camera, sets the mode closest to the options, and starts it.
    ///
    /// - Throws: Any ``FacialFunError`` except `cameraStalled`.
    init(camera: CameraDescription, options: CaptureOptions) throws(FacialFunError) {
        self.camera = camera
        device = try VideoDevice(path: camera.path, label: camera.label)
        let setting = try CaptureSetting(device: device, camera: camera, options: options)
        mode = setting.mode
        converter = setting.converter
        buffers = try MappedBuffers(device: device, count: max(3, options.buffers))
        let result = cv4l_start(device.descriptor)
        guard result == 0 else {
            buffers.unmap()
            throw FacialFunError("start", camera.label, errno: result)
        }
    }

    deinit { stop() }

    /// Stops and closes the camera; frames that are still in use keep their bytes.
    func stop() {
        guard !isStopped else { return }
        isStopped = true
        // An error is ignored: the call fails only for an unplugged camera.
        _ = cv4l_stop(device.descriptor)
        buffers.unmap()
        device.close()
    }

    /// Takes the driver's next frame, without waiting.
    func next() -> Delivery {
        var buffer = cv4l_buffer()
        let result = cv4l_dequeue(device.descriptor, &buffer)
        if result == EAGAIN { return .nothing }
        guard result == 0 else { return .failed(result) }
        guard !buffer.is_damaged, let bytes = buffers.bytes(of: buffer), isWhole(bytes) else {
            buffers.release(Int(buffer.index))
            return .damaged(sequence: Int(buffer.sequence))
        }
        let timestamp = buffer.is_monotonic ? buffer.timestamp : MonotonicClock.nanoseconds
        let frame =
            converter == nil
            ? buffers.frame(of: buffer, timestamp: timestamp, mode: mode)
            : converted(buffer, bytes, timestamp: timestamp)
        return frame.map { .frame($0) } ?? .damaged(sequence: Int(buffer.sequence))
    }

    private func converted(
        _ buffer: cv4l_buffer, _ bytes: UnsafeRawBufferPointer, timestamp: Int64
    ) -> CameraFrame? {
        defer { buffers.release(Int(buffer.index)) }
        guard let rgb = converter?.converted(bytes, width: mode.width, height: mode.height)
        else { return nil }
        return CameraFrame(
            sequence: Int(buffer.sequence), timestamp: timestamp,
            hasDriverTime: buffer.is_monotonic, mode: mode, storage: .owned(rgb))
    }

    /// Whether a frame has enough bytes; JPEG is also checked by its decoder.
    private func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let rows = mode.bytesPerLine * (mode.height - 1)
        switch mode.pixelFormat {
        case .mjpeg: return bytes.count > 4 && bytes[0] == 0xFF && bytes[1] == 0xD8
        case .yuyv: return bytes.count >= rows + mode.width * 2
        case .gray: return bytes.count >= rows + mode.width
        case .nv12:
            return bytes.count >= mode.bytesPerLine * (mode.height + (mode.height + 1) / 2)
        case .rgb: return !bytes.isEmpty
        }
    }
}
