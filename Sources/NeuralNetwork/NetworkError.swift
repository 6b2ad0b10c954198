/// An error of loading, checking or running a network.
public struct NetworkError: Error, CustomStringConvertible {
    /// The kinds of failure, for programs.
    public enum Code: String, Sendable {
        /// A file is missing or cannot be read.
        case unreadableFile
        /// A file exceeds the engine's limit.
        case fileTooLarge
        /// The manifest is not JSON, or a field of it is missing, unknown or of the wrong kind.
        case malformedManifest
        /// The manifest is valid, but its graph cannot be computed.
        case invalidGraph
        /// The weights file is not a valid safetensors file.
        case malformedWeights
        /// The weights do not match the manifest: byte count or checksum differ.
        case wrongChecksum
        /// The network does not support the requested input size.
        case unsupportedInputSize
        /// The network would exceed the engine's limit of memory or work.
        case tooLarge
        /// `FACIALFUN_CPU` names an unknown or unsupported path.
        case unsupportedCPU
    }

    /// The kind of failure.
    public let code: Code
    /// One line with the failure, its location (file and field) and the remedy.
    public let message: String
    /// The underlying error, if there is one.
    package let cause: (any Error)?

    /// Creates an error from its kind, its one-line message and the underlying error.
    package init(code: Code, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
