import FacialFunWire
import NeuralNetwork

/// A frame from the camera.
///
/// The bytes are in a buffer of the driver, which gets it back when the last reference is released;
/// copy the bytes to keep many frames. They are copied automatically, and stay valid, if the driver
/// is about to run out of buffers, or if the camera disconnects.
package final class CameraFrame: Sendable {
    /// Storage of the bytes.
    ///
    /// `@unchecked Sendable`: mapped memory is only read while holding the frame's lock, and stays
    /// mapped until ``detach()`` has been called.
    enum Storage: @unchecked Sendable {
        /// In the driver's memory.
        case mapped(UnsafeRawBufferPointer)
        /// In the frame's own memory.
        case owned([UInt8])
    }

    /// The driver's sequence number; gaps mean lost frames.
    package let sequence: Int
    /// Capture time on ``MonotonicClock``, in nanoseconds.
    package let timestamp: Int64
    /// Whether the timestamp is the driver's; if not, it is the time at which the frame was
    /// fetched.
    package let hasDriverTime: Bool
    /// Mode of the camera.
    package let mode: CameraMode
    private let storage: Monitor<Storage>
    private let release: (@Sendable () -> Void)?

    init(
        sequence: Int, timestamp: Int64, hasDriverTime: Bool, mode: CameraMode,
        storage: Storage, release: (@Sendable () -> Void)? = nil
    ) {
        self.sequence = sequence
        self.timestamp = timestamp
        self.hasDriverTime = hasDriverTime
        self.mode = mode
        self.storage = Monitor(storage)
        self.release = release
    }

    deinit { release?() }

    /// Capture time on ``MonotonicClock``, in milliseconds.
    package var milliseconds: Double { Double(timestamp) / 1e6 }

    /// Lends the bytes; the pointer is valid inside the closure only.
    ///
    /// - Throws: Errors of `body`.
    package func withBytes<R, E>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try storage.withLock { storage in
            switch storage {
            case .mapped(let bytes):
                Result { () throws(E) in try body(bytes) }
            case .owned(let bytes):
                bytes.withUnsafeBytes { bytes in Result { () throws(E) in try body(bytes) } }
            }
        }.get()
    }

    /// Copies the bytes from the driver's memory, which is about to be unmapped.
    func detach() {
        storage.withLock { storage in
            if case .mapped(let bytes) = storage { storage = .owned([UInt8](bytes)) }
        }
    }
}
