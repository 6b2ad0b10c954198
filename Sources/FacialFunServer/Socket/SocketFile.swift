import FacialFun
import Glibc

/// The file of a Unix domain socket created by this process.
struct SocketFile: Sendable {
    let path: String
    private let device: UInt
    private let inode: UInt

    /// Records the identity of the file at the path.
    init(at path: String) throws(FacialFunError) {
        var status = stat()
        _ = try SystemCall.check("inspect \(path)") { lstat(path, &status) }
        self.path = path
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
    }

    /// Deletes the file if it is still the one created by this process.
    func delete() {
        var status = stat()
        guard lstat(path, &status) == 0, UInt(status.st_dev) == device, UInt(status.st_ino) == inode
        else { return }
        unlink(path)
    }
}
