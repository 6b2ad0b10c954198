import FacialFunWire
import Glibc

/// Reads a regular file.
///
/// The file is read, not mapped: if another process truncated a mapped file, a signal would end
/// this one.
///
/// - Throws: `unreadableFile` or `fileTooLarge`.
func readFile(_ path: String, limit: Int) throws(NetworkError) -> [UInt8] {
    // With O_NONBLOCK, opening a FIFO does not wait for a writer; FIFOs are rejected below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
        throw NetworkError(
            code: .unreadableFile, message: "Cannot read \(path): it is not a regular file.")
    }
    guard status.st_size <= limit else {
        throw NetworkError(
            code: .fileTooLarge,
            message: "Cannot read \(path): \(status.st_size) bytes, more than the \(limit) allowed."
        )
    }
    let size = Int(status.st_size)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        while count < size, let base = buffer.baseAddress {
            let got = read(descriptor, base + count, size - count)
            if got > 0 {
                count += got
            } else if got == 0 {
                break
            } else if errno != EINTR {
                failure = errno
                break
            }
        }
    }
    guard failure == 0 else { throw unreadable(path, failure) }
    return bytes
}

private func unreadable(_ path: String, _ error: Int32) -> NetworkError {
    NetworkError(
        code: .unreadableFile,
        message: "Cannot read \(path): \(Errno(error)). "
            + "Check the models' folder and its permissions.")
}

/// The last component of a path.
func fileName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
}
