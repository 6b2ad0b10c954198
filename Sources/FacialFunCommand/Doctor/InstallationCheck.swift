import CommandSupport
import FacialFun
import FacialFunWire
import NeuralNetwork

/// Checks the machine and the installation.
struct InstallationCheck {
    /// The user's folder of models.
    let model: String?
    /// The process's environment.
    let environment: [String: String]
    /// The running program.
    let executablePath: String
    /// The user's path of the service's socket.
    var socket: String?

    /// Checks everything; problems are part of the report.
    func report() -> DoctorReport {
        var problems: [String] = []
        var cpuPath: CPUPath?
        do {
            cpuPath = try CPUPath.selected()
        } catch {
            problems.append(error.message)
        }
        var directory: ModelDirectory?
        do {
            directory = try ModelDirectory.locate(
                option: model, environment: environment, executablePath: executablePath)
        } catch {
            problems.append(error.message)
        }
        var networks: [DoctorReport.NetworkState] = []
        if let directory {
            var others: [String] = []
            do {
                others = try FolderListing.folders(in: directory.path)
            } catch {
                problems.append("The folder \(directory.path) cannot be listed. \(error.message)")
            }
            networks = Self.networks(in: directory, beside: others, cpuPath: cpuPath)
        }
        var limits: String?
        if let directory,
            networks.contains(where: { $0.folder == directory.emotionNetwork && $0.problem == nil })
        {
            do {
                _ = try JudgeabilityLimits(directory: directory.emotionNetwork)
                limits = directory.emotionNetwork + "/" + JudgeabilityLimits.fileName
            } catch {
                problems.append(error.message)
            }
        }
        if let directory, problems.isEmpty, networks.allSatisfy({ $0.problem == nil }) {
            // A valid network may still be unsuitable for its task.
            do {
                let recognizer = try EmotionRecognizer(models: directory)
                problems += Self.problemsOfLevels(in: directory, for: recognizer)
                problems += Self.problemsOfRunning(recognizer)
            } catch {
                problems.append(error.message)
            }
        }
        return DoctorReport(
            processor: Processors.name, processors: Processors.available,
            cpuPath: cpuPath?.rawValue,
            models: directory.map {
                DoctorReport.ModelFolder(path: $0.path, origin: $0.origin.rawValue)
            },
            networks: networks, limits: limits, problems: problems,
            readers: OptionalReader.all(searchPath: environment["PATH"]),
            service: ServiceState.find(socket: socket, environment: environment))
    }

    /// Problems in the outputs of the networks.
    private static func problemsOfRunning(_ recognizer: EmotionRecognizer) -> [String] {
        do throws(FacialFunError) {
            try recognizer.tryNetworks()
        } catch {
            return [error.message]
        }
        do throws(FacialFunError) {
            _ = try recognizer.movementEstimator()
            return []
        } catch {
            return [error.message]
        }
    }

    /// Problems in the levels and hints of the models.
    private static func problemsOfLevels(
        in directory: ModelDirectory, for recognizer: EmotionRecognizer
    ) -> [String] {
        do throws(CommandError) {
            try RuleFiles.load(own: nil, directory: directory).check(recognizer)
            return []
        } catch {
            return [error.message]
        }
    }

    /// The networks needed for scoring, and others in the given folders.
    private static func networks(
        in directory: ModelDirectory, beside others: [String], cpuPath: CPUPath?
    ) -> [DoctorReport.NetworkState] {
        let needed = [
            directory.faceDetector, directory.faceMesh, directory.faceOcclusion,
            directory.emotionNetwork, directory.faceMesh478, directory.faceMovements,
        ]
        var walked = others.filter { FolderListing.isFile($0 + "/manifest.json") }
        walked.removeAll { needed.contains($0) }
        // If no code path could be selected, the reference checks the networks.
        return (needed + walked).map { state(of: $0, cpuPath: cpuPath ?? .reference) }
    }

    private static func state(of folder: String, cpuPath: CPUPath) -> DoctorReport.NetworkState {
        let name = InputPath(folder).components.last.map { String(decoding: $0, as: UTF8.self) }
        do {
            let manifest = try Network(directory: folder, cpuPath: cpuPath).manifest
            return DoctorReport.NetworkState(
                name: manifest.name, folder: folder,
                identity: DoctorReport.NetworkState.Identity(
                    version: manifest.version, task: manifest.task.rawValue,
                    licence: manifest.licence, checksum: manifest.weights.sha256),
                problem: nil)
        } catch {
            return DoctorReport.NetworkState(
                name: name ?? folder, folder: folder, identity: nil, problem: error.message)
        }
    }
}
