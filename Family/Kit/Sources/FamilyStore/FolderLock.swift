import Foundation

/// A lock on a folder between processes (`flock`), held while a database is opened or replaced.
struct FolderLock {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: ``StoreError`` with `locked` if another process holds it for longer than the
    ///   timeout, or `cannotOpen`.
    init(_ folder: URL, seconds: Double) throws(StoreError) {
        descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StoreError(
                .cannotOpen, "Cannot open \(folder.path): \(String(cString: strerror(errno))).")
        }
        let end = ContinuousClock.now + .seconds(seconds)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
                close(descriptor)
                throw StoreError(
                    .locked,
                    "Another process is opening the database in \(folder.path). Wait until it is "
                        + "done, or end it.")
            }
            usleep(10_000)
        }
    }

    /// Releases the lock.
    func release() {
        close(descriptor)
    }
}
