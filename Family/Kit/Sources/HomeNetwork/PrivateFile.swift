import Foundation

/// Files of certificates and keys.
enum PrivateFile {
    /// Reads a file.
    ///
    /// - Throws: `cannotRead` with the system's reason.
    static func read(_ file: URL, what: String) throws(HomeNetworkError) -> String {
        do {
            return String(decoding: try Data(contentsOf: file), as: UTF8.self)
        } catch {
            throw HomeNetworkError(
                .cannotRead,
                "Cannot read the \(what) \(file.path): \((error as NSError).reason). Is the path "
                    + "right, and may this user read it?", cause: error)
        }
    }

    /// Checks that only the owner and the group can read a private key.
    ///
    /// - Throws: `keyIsPublic`, `cannotRead`.
    static func requirePrivate(
        _ file: URL, forbidden: Int, remedy: String
    ) throws(HomeNetworkError) {
        let mode: Int
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            mode = attributes[.posixPermissions] as? Int ?? 0o777
        } catch {
            throw HomeNetworkError(
                .cannotRead,
                "Cannot read the private key \(file.path): \((error as NSError).reason). Is the path "
                    + "right?", cause: error)
        }
        guard mode & forbidden == 0 else {
            throw HomeNetworkError(
                .keyIsPublic,
                "Others can read the private key \(file.path) (mode \(String(mode, radix: 8))): "
                    + "anyone with it can impersonate this server. \(remedy)")
        }
    }

    /// Atomically writes a file that only its owner can read.
    ///
    /// - Throws: `cannotWrite`.
    static func write(_ text: String, to file: URL) throws(HomeNetworkError) {
        let draft = file.appendingPathExtension("new")
        unlink(draft.path)
        let descriptor = open(draft.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw cannotWrite(file) }
        let bytes = Array(text.utf8)
        let isWritten =
            Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let failure = errno
        close(descriptor)
        guard isWritten else { throw cannotWrite(file, failure) }
        guard rename(draft.path, file.path) == 0 else { throw cannotWrite(file) }
    }

    private static func cannotWrite(_ file: URL, _ number: Int32 = errno) -> HomeNetworkError {
        HomeNetworkError(
            .cannotWrite,
            "Cannot write \(file.path): \(String(cString: strerror(number))). Is there room, and "
                + "may this user write there?")
    }
}

extension NSError {
    /// The system's description of the error.
    fileprivate var reason: String {
        let beneath = userInfo[NSUnderlyingErrorKey] as? NSError
        if let beneath, beneath.domain == NSPOSIXErrorDomain {
            return String(cString: strerror(Int32(beneath.code)))
        }
        return localizedDescription
    }
}
