/// Reason why the service cannot start or continue.
package struct ServiceError: Error, CustomStringConvertible, Sendable {
    /// Kind of failure; stable.
    package enum Code: String, Sendable {
        /// The address is no loopback address, or no address at all.
        case addressRefused
        /// The socket's path is empty, too long for the system, or lies in no folder.
        case badSocketPath
        /// Another server answers on the socket.
        case socketInUse
        /// Another process has locked the folder of the socket, and does not let go.
        case folderLocked
        /// Something that is no socket lies at the path.
        case notASocket
        /// There is no such group, or this process may not give the socket to it.
        case badGroup
        /// The socket from systemd is not a listening stream socket that this service may use.
        case badActivation
        /// The file of the camera's token cannot be read, or holds none.
        case badToken
        /// A system call failed.
        case system
    }

    /// Kind of failure.
    package let code: Code
    /// The failure, the address or path, and the remedy.
    package let message: String
    /// The error number of the system call that failed, or 0 where none did.
    package let cause: Int32

    /// Makes an error.
    package init(code: Code, message: String, cause: Int32 = 0) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    package var description: String { message }
}
