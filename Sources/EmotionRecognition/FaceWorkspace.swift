import FaceAnalysis
import FaceImaging
import Synchronization

/// What changes while one face is read; kept from face to face.
final class FaceWorkspace {
    /// The memory of what the face's rectangle shows.
    var reading = ReusableImage()
    /// The memory of the same, reduced.
    var small = ReusableImage()
    /// The face's points.
    var mesh = FaceMesh()
    /// What the emotion network says.
    var embedding: [Float] = []
}

/// Face workspaces, taken for some faces and given back, from any thread.
final class FaceWorkspaces: Sendable {
    private struct Idle: @unchecked Sendable {
        // Safe: a workspace in this list is reachable by nobody else, and a thread that takes it
        // out has it alone until it puts it back; the list itself is behind a mutex.
        let workspace: FaceWorkspace
    }

    private let idle = Mutex<[Idle]>([])

    /// Lends a workspace for one call; it must not be kept.
    func withWorkspace<R>(_ body: (FaceWorkspace) -> R) -> R {
        let taken = idle.withLock { $0.popLast() } ?? Idle(workspace: FaceWorkspace())
        defer { idle.withLock { $0.append(taken) } }
        return body(taken.workspace)
    }
}
