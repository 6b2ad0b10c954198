import CommandSupport

/// What `facialfun doctor` found out.
struct DoctorReport: Sendable {
    /// One network on this machine.
    struct NetworkState: Sendable {
        /// What the network's manifest says of it, once it has been read.
        struct Identity: Sendable {
            /// The manifest's version.
            let version: String
            /// What the network is for.
            let task: String
            /// SPDX identifier.
            let licence: String
            /// SHA-256 of the weights, which the file was compared with.
            let checksum: String
        }

        /// The network's name: its folder's.
        let name: String
        /// Its folder.
        let folder: String
        /// What it is; nil when it could not be loaded.
        let identity: Identity?
        /// What is wrong, with the remedy; nil when nothing is.
        let problem: String?
    }

    /// Where the networks lie, and why they are looked for there.
    struct ModelFolder: Sendable {
        /// The folder.
        let path: String
        /// A word for programs: `option`, `environment`, `installed` or `package`.
        let origin: String
    }

    /// The processor's name, as the kernel gives it.
    let processor: String
    /// How many processors the program may use.
    let processors: Int
    /// The code that computes the networks; nil when none can be chosen.
    let cpuPath: String?
    /// Where the networks lie; nil when no folder was found.
    let models: ModelFolder?
    /// The networks that were found or are needed.
    let networks: [NetworkState]
    /// The file of the limits beyond which a face is not judged; nil when there is no sound one.
    let limits: String?
    /// What is wrong beside the networks, with the remedy.
    let problems: [String]
    /// What need not be installed, and reads what else is not read.
    let readers: [OptionalReader]
    /// What is known of this user's service.
    let service: ServiceState

    /// Whether images can be scored, and nothing that is here is damaged.
    var isFit: Bool { problems.isEmpty && networks.allSatisfy { $0.problem == nil } }
}
