import CFacialFun
import Glibc
import NeuralNetwork

/// The driver's buffers, mapped into this process, and the frames in them.
///
/// `@unchecked Sendable`: the mappings are created before sharing and removed when no frame points
/// into them; the rest is protected by a lock.
final class MappedBuffers: @unchecked Sendable {
    private struct State {
        /// -1 after the stream has stopped, because the system may then reuse the number for
        /// another file.
        var descriptor: Int32
        /// The frame in each buffer that the driver does not own.
        var frames: [WeakFrame?]
    }

    private struct WeakFrame { weak var frame: CameraFrame? }

    private let mappings: [UnsafeMutableRawBufferPointer]
    private let state: Monitor<State>

    /// Requests buffers, maps all of them, and passes them to the driver.
    ///
    /// - Throws: `cameraBusy` if another program is streaming, `cameraFailed`, `cameraUnplugged`.
    init(device: VideoDevice, count wanted: Int) throws(FacialFunError) {
        var count = UInt32(clamping: wanted)
        try device.check("get buffers of", cv4l_request_buffers(device.descriptor, &count))
        guard count >= 2 else {
            throw FacialFunError("get two buffers of", device.label, errno: ENOMEM)
        }
        var mappings: [UnsafeMutableRawBufferPointer] = []
        do throws(FacialFunError) {
            for index in 0..<count { mappings.append(try Self.map(device, index)) }
            for index in 0..<count {
                try device.check("fill buffers of", cv4l_enqueue(device.descriptor, index))
            }
        } catch {
            Self.unmap(mappings)
            throw error
        }
        self.mappings = mappings
        state = Monitor(
            State(
                descriptor: device.descriptor,
                frames: [WeakFrame?](repeating: nil, count: mappings.count)))
    }

    /// The bytes of a filled buffer; valid until it returns to the driver.
    func bytes(of buffer: cv4l_buffer) -> UnsafeRawBufferPointer? {
        guard Int(buffer.index) < mappings.count else { return nil }
        let mapping = mappings[Int(buffer.index)]
        return UnsafeRawBufferPointer(
            rebasing: mapping[..<min(Int(buffer.bytes), mapping.count)])
    }

    /// Creates a frame from a filled buffer.
    ///
    /// The buffer returns to the driver with the frame, or at once if the driver would have only
    /// one left.
    func frame(
        of buffer: cv4l_buffer, timestamp: Int64, mode: CameraMode
    ) -> CameraFrame? {
        guard let bytes = bytes(of: buffer) else { return nil }
        let index = Int(buffer.index)
        let mustCopy = state.withLock { state in
            state.frames.count { $0 != nil } + 2 >= mappings.count
        }
        if mustCopy {
            let frame = CameraFrame(
                sequence: Int(buffer.sequence), timestamp: timestamp,
                hasDriverTime: buffer.is_monotonic, mode: mode, storage: .owned([UInt8](bytes)))
            release(index)
            return frame
        }
        let frame = CameraFrame(
            sequence: Int(buffer.sequence), timestamp: timestamp,
            hasDriverTime: buffer.is_monotonic, mode: mode, storage: .mapped(bytes),
            release: { [self] in release(index) })
        state.withLock { $0.frames[index] = WeakFrame(frame: frame) }
        return frame
    }

    /// Returns a buffer to the driver, from any thread; does nothing after the end of the stream.
    func release(_ index: Int) {
        state.withLock { state in
            state.frames[index] = nil
            guard state.descriptor >= 0 else { return }
            // Errors of the device are reported by the next attempt to get a frame.
            _ = cv4l_enqueue(state.descriptor, UInt32(index))
        }
    }

    /// Ends the stream: frames in use get their own memory, and everything is unmapped, so that the
    /// device can be closed.
    func unmap() {
        let frames = state.withLock { state in
            state.descriptor = -1
            return state.frames.compactMap { $0?.frame }
        }
        // Runs outside the lock, because the reader of a frame may release another frame.
        for frame in frames { frame.detach() }
        Self.unmap(mappings)
    }

    private static func map(
        _ device: VideoDevice, _ index: UInt32
    ) throws(FacialFunError) -> UnsafeMutableRawBufferPointer {
        var offset: Int64 = 0
        var length: UInt64 = 0
        try device.check(
            "find buffers of", cv4l_buffer_at(device.descriptor, index, &offset, &length))
        let count = Int(clamping: length)
        let memory = mmap(
            nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, device.descriptor, Int(offset))
        guard let memory, memory != MAP_FAILED else {
            throw FacialFunError("map buffers of", device.label, errno: errno)
        }
        return UnsafeMutableRawBufferPointer(start: memory, count: count)
    }

    private static func unmap(_ mappings: [UnsafeMutableRawBufferPointer]) {
        for mapping in mappings { munmap(mapping.baseAddress, mapping.count) }
    }
}
