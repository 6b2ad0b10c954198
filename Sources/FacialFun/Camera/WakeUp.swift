import CFacialFun
import Glibc

/// Wakes a thread that waits in `poll`, using an eventfd.
///
/// It is closed with the last reference, so no thread waits on a descriptor that was reused for
/// another file.
final class WakeUp: Sendable {
    /// Readable after the first call of ``ring()``.
    let descriptor: Int32

    /// Creates an eventfd.
    ///
    /// - Throws: `cameraFailed` if the process has no descriptor left.
    init(label: String) throws(FacialFunError) {
        descriptor = cv4l_event_make()
        guard descriptor >= 0 else { throw FacialFunError("watch", label, errno: errno) }
    }

    deinit { close(descriptor) }

    /// Wakes the thread.
    func ring() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
