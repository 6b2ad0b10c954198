import Glibc

/// The file of a Unix domain socket that this process made.
struct SocketFile: Sendable {
    let path: String
    private let device: UInt
    private let inode: UInt

    /// Remembers which file lies at the path now.
    init(at path: String) throws(ServiceError) {
        var status = stat()
        _ = try SystemCall.check("look at \(path)") { lstat(path, &status) }
        self.path = path
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
    }

    /// Deletes the file, if it is still the one that this process made.
    func delete() {
        var status = stat()
        guard lstat(path, &status) == 0, UInt(status.st_dev) == device, UInt(status.st_ino) == inode
        else { return }
        unlink(path)
    }
}
