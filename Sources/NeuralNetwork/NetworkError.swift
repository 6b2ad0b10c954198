/// An error in a network's files or manifest, or on the machine that should run it.
public struct NetworkError: Error, CustomStringConvertible {
    /// The kinds of failure, for code that must tell them apart.
    public enum Code: String, Sendable {
        /// A file is missing or cannot be read.
        case unreadableFile
        /// A file is larger than the engine takes.
        case fileTooLarge
        /// The manifest is not JSON, or a field of it is missing, unknown or of the wrong kind.
        case malformedManifest
        /// The manifest is well formed, but its graph cannot be computed.
        case invalidGraph
        /// The weights' file is not a well-formed safetensors file.
        case malformedWeights
        /// The weights are not the ones that the manifest names: byte count or checksum differ.
        case wrongChecksum
        /// The network does not support the requested input size.
        case unsupportedInputSize
        /// The network would take more memory or work than the engine allows.
        case tooLarge
        /// `FACIALFUN_CPU` asks for what is unknown or what this CPU cannot do.
        case unsupportedCPU
    }

    /// The kind of failure.
    public let code: Code
    /// One line with the failure, its location (file and field) and the remedy.
    public let message: String
    /// The error beneath, where there is one.
    package let cause: (any Error)?

    /// Makes an error from its kind, its one-line message and the error beneath.
    package init(code: Code, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
