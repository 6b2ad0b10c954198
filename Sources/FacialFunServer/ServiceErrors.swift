package import FacialFun

/// Codes of a service that cannot start or continue.
extension FacialFunError.Code {
    /// The address is invalid, or is not a loopback address.
    package static let addressRefused = Self("address_refused")
    /// The socket's path is empty or too long, or its folder does not exist.
    package static let badSocketPath = Self("bad_socket_path")
    /// Another server answers on the socket.
    package static let socketInUse = Self("socket_in_use")
    /// Another process has held the lock on the socket's folder for too long.
    package static let folderLocked = Self("folder_locked")
    /// The path exists, but is not a socket.
    package static let notASocket = Self("not_a_socket")
    /// The group does not exist, or the process may not assign the socket to it.
    package static let badGroup = Self("bad_group")
    /// The socket from systemd is not a listening stream socket that this service may use.
    package static let badActivation = Self("bad_activation")
    /// The file of the camera's token cannot be read, or contains no token.
    package static let badToken = Self("bad_token")
}
