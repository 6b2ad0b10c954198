import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire

/// State of the user's service, and its picture limits.
struct ServiceState: Sendable {
    /// Limits of `/v1/score`.
    struct Limits: Hashable, Sendable {
        /// The largest file, in bytes.
        let bytes: Int
        /// The largest picture, in pixels.
        let pixels: Int

        /// Whether these limits exceed those of other routes.
        var areRaised: Bool {
            let service = DecodeLimits.service
            return bytes > service.maxFileBytes || pixels > service.maxPixels
        }
    }

    /// The path of its socket; nil if neither an option nor the environment names one.
    let socket: String?
    /// The version of the service at that socket; nil if none responds.
    let version: String?
    /// Its limits; for a stopped service those in its unit; nil if unknown.
    let limits: Limits?
    /// The unit that would start it, if it is not running.
    let unit: String?
    /// The problem; nil if there is none.
    ///
    /// A stopped service is not a problem.
    let problem: String?

    /// Queries the service; if none responds, reads the unit that would start it.
    ///
    /// - Parameters:
    ///   - socket: The path of its socket; nil for that in the environment.
    ///   - environment: The process's environment.
    ///   - root: The root of the system's folders.
    /// - Returns: The service's state.
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
                problem: "`\(unit.words.joined(separator: " "))` is not a command line of the "
                    + "service: \(ServeCommand.message(for: error)). Fix \(unit.file).")
        }
    }
}
