import FaceImaging
import Synchronization

/// Memory that decoded pictures are put into one after the other, from any thread.
///
/// Memory from the system comes page by page, and each page costs a fault: of a picture of 640×480
/// there are 225. There come to be as many memories as threads decode at one time.
final class PictureMemories: Sendable {
    /// Pictures of more pixels get memory of their own, which is not kept: the memory of a service must
    /// not be that of the largest picture that ever came.
    static let mostPixels = 1280 * 720

    private let idle = Mutex<[ReusableImage]>([])

    /// Lends a memory for one call; once no picture in it is held any more, it is used again.
    func withMemory<R, E>(_ body: (inout ReusableImage) throws(E) -> R) throws(E) -> R {
        var memory = idle.withLock { $0.popLast() } ?? ReusableImage()
        defer { idle.withLock { $0.append(memory) } }
        return try body(&memory)
    }
}
