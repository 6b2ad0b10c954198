import CommandSupport

/// Findings of `facialfun doctor`.
struct DoctorReport: Sendable {
    /// State of a network on this machine.
    struct NetworkState: Sendable {
        /// Data of the network's manifest, once it has been read.
        struct Identity: Sendable {
            /// The manifest's version.
            let version: String
            /// The task of the network.
            let task: String
            /// SPDX identifier.
            let licence: String
            /// SHA-256 of the weights; the file matches it.
            let checksum: String
        }

        /// The network's name, which is that of its folder.
        let name: String
        /// Its folder.
        let folder: String
        /// Data of its manifest; nil if it could not be loaded.
        let identity: Identity?
        /// The problem and its remedy; nil without one.
        let problem: String?
    }

    /// The folder of the networks, and the reason for that choice.
    struct ModelFolder: Sendable {
        /// The folder.
        let path: String
        /// The reason as a code: `option`, `environment`, `installed` or `package`.
        let origin: String
    }

    /// The processor's name according to the kernel.
    let processor: String
    /// Number of processors that the program may use.
    let processors: Int
    /// Code path of the networks; nil if none can be chosen.
    let cpuPath: String?
    /// The folder of the networks; nil if none was found.
    let models: ModelFolder?
    /// Networks that were found or are needed.
    let networks: [NetworkState]
    /// The file with the limits of judgeability; nil if there is no valid one.
    let limits: String?
    /// Problems other than those of networks, with the remedy.
    let problems: [String]
    /// Optional readers of further formats.
    let readers: [OptionalReader]
    /// State of the user's service.
    let service: ServiceState

    /// Whether images can be scored and no part is damaged.
    var isFit: Bool { problems.isEmpty && networks.allSatisfy { $0.problem == nil } }
}
