import CFacialFun
import Glibc

/// Wakes a thread that waits in `poll`: an eventfd.
///
/// Closed with the last reference, so no thread waits on a descriptor that was reused for another
/// file.
final class WakeUp: Sendable {
    /// Becomes readable once ``ring()`` was called, and stays so.
    let descriptor: Int32

    /// Makes one.
    ///
    /// - Throws: `system` where the process has no descriptor left.
    init(label: String) throws(CameraError) {
        descriptor = cv4l_event_make()
        guard descriptor >= 0 else { throw CameraError("watch", label, errno: errno) }
    }

    deinit { close(descriptor) }

    /// Wakes the thread.
    func ring() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
