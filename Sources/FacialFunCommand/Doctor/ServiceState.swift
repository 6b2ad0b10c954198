import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire

/// What is known of this user's service, and how large the pictures are that it scores.
struct ServiceState: Sendable {
    /// What `/v1/score` takes.
    struct Limits: Hashable, Sendable {
        /// The largest file, in bytes.
        let bytes: Int
        /// The largest picture, in pixels.
        let pixels: Int

        /// Whether it is more than other routes take.
        var areRaised: Bool {
            let service = DecodeLimits.service
            return bytes > service.maxFileBytes || pixels > service.maxPixels
        }
    }

    /// Where it listens; nil where nobody has said it, and the environment does not.
    let socket: String?
    /// The version of the service that answers there; nil where none does.
    let version: String?
    /// What it takes; of a service that does not run, what its unit says; nil where neither tells.
    let limits: Limits?
    /// The unit that would start it, where it does not run.
    let unit: String?
    /// What is wrong with it; nil where nothing is, and it need not run.
    let problem: String?

    /// Asks the service; where none answers, reads the unit that would start it.
    ///
    /// - Parameters:
    ///   - socket: The path of its socket; nil for the one that the environment names.
    ///   - environment: The process's environment.
    ///   - root: Where the system's folders begin.
    /// - Returns: What was found.
    static func find(
        socket: String?, environment: [String: String], root: String = ""
    ) -> ServiceState {
        let folder = environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = socket ?? folder.map({ $0 + "/facialfun.sock" }) else {
            return ofUnit(socket: nil, environment, root)
        }
        do {
            let client = ScoringClient(endpoint: .unix(path: path))
            let information = try client.information()
            let limits = information.limits
            return ServiceState(
                socket: path, version: information.service.version,
                limits: Limits(bytes: limits.maxScoreBytes, pixels: limits.maxScorePixels),
                unit: nil, problem: nil)
        } catch let error as ScoringClientError where error.code == .cannotConnect {
            return ofUnit(socket: path, environment, root)
        } catch {
            return ServiceState(
                socket: path, version: nil, limits: nil, unit: nil, problem: "\(error)")
        }
    }

    private static func ofUnit(
        socket: String?, _ environment: [String: String], _ root: String
    ) -> ServiceState {
        guard let unit = ServiceUnit.find(environment: environment, root: root),
            let arguments = unit.serveArguments
        else {
            return ServiceState(
                socket: socket, version: nil, limits: nil, unit: nil, problem: nil)
        }
        do {
            let options = try ServeCommand.parse(arguments).options
            return ServiceState(
                socket: socket, version: nil,
                limits: Limits(bytes: options.maxFileSize.bytes, pixels: options.maxPixels.pixels),
                unit: unit.file, problem: nil)
        } catch {
            return ServiceState(
                socket: socket, version: nil, limits: nil, unit: unit.file,
                problem: "`\(unit.words.joined(separator: " "))` is no command line of the "
                    + "service: \(ServeCommand.message(for: error)). Mend \(unit.file).")
        }
    }
}
