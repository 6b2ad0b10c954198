public import Foundation
public import Logging
import NIOCore
public import NIOSSL
import Synchronization

/// Keeps the server's certificate up to date: renews it before it expires and when the machine's
/// names or addresses change.
public final class CertificateKeeper: Sendable {
    /// The source of certificates.
    public enum Source: Sendable {
        /// The home's own authority issues them.
        case authority(CertificateAuthority)
        /// Another authority issues them; they are read from these files.
        case files(certificate: URL, key: URL)
    }

    private struct State {
        var certificate: ServerCertificate
        var machine: MachineNames
        /// The modification times of the files.
        var changed: [Date?] = []
        /// The last logged error about the files, which is not repeated.
        var complaint: String?
    }

    /// Interval between checks for changes.
    static let pause = Duration.seconds(30)

    /// The source of certificates.
    public let source: Source
    private let state: Mutex<State>
    private let machine: @Sendable () -> MachineNames
    private let clock: @Sendable () -> Date
    private let logger: Logger

    /// Gets the first certificate.
    ///
    /// - Parameters:
    ///   - source: The source of certificates.
    ///   - machine: The machine's names.
    ///   - clock: The current time.
    ///   - logger: Logs renewals and failures.
    /// - Throws: The problem with the files.
    public init(
        _ source: Source, machine: @escaping @Sendable () -> MachineNames = MachineNames.current,
        clock: @escaping @Sendable () -> Date = { Date() }, logger: Logger
    ) throws(HomeNetworkError) {
        self.source = source
        self.machine = machine
        self.clock = clock
        self.logger = logger
        let names = machine()
        let certificate = try Self.certificate(source, names, clock())
        state = Mutex(
            State(certificate: certificate, machine: names, changed: Self.changed(source)))
    }

    /// The current certificate.
    public var certificate: ServerCertificate { state.withLock { $0.certificate } }

    /// The machine's names at the last check.
    public var names: MachineNames { state.withLock { $0.machine } }

    /// Checks for changes every half minute, until the task is canceled.
    public func run() async {
        while !Task.isCancelled {
            // If canceled during the sleep, the loop ends by itself.
            try? await Task.sleep(for: Self.pause)
            refresh()
        }
    }

    /// Renews the certificate if needed.
    ///
    /// If that fails, the old one stays.
    public func refresh() {
        let (now, names) = (clock(), machine())
        let before = state.withLock { $0 }
        let changed = Self.changed(source)
        let isDue =
            switch source {
            case .authority:
                names != before.machine
                    || before.certificate.notAfter
                        < now.addingTimeInterval(
                            ServerCertificate.reserve)
            case .files: changed != before.changed
            }
        guard isDue else {
            state.withLock { $0.machine = names }
            return
        }
        do throws(HomeNetworkError) {
            let certificate = try Self.certificate(source, names, now)
            state.withLock {
                $0 = State(certificate: certificate, machine: names, changed: changed)
            }
            logger.info(
                "the certificate was renewed",
                metadata: ["hosts": "\(certificate.hosts.sorted().joined(separator: " "))"])
        } catch {
            let isNew = state.withLock { state in
                defer { state.complaint = error.message }
                return state.complaint != error.message
            }
            if isNew { logger.error("The certificate was not renewed. \(error.message)") }
        }
    }

    /// The configuration of a TLS server.
    ///
    /// Each new connection gets the current certificate.
    public func configuration() -> TLSConfiguration {
        let first = certificate
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: first.chain.map { .certificate($0) },
            privateKey: .privateKey(first.key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.sslContextCallback = { [self] _, promise in
            let now = certificate
            var change = NIOSSLContextConfigurationOverride()
            change.certificateChain = now.chain.map { .certificate($0) }
            change.privateKey = .privateKey(now.key)
            promise.succeed(change)
        }
        return configuration
    }

    private static func certificate(
        _ source: Source, _ machine: MachineNames, _ now: Date
    ) throws(HomeNetworkError) -> ServerCertificate {
        switch source {
        case .authority(let authority):
            try ServerCertificate(issuedBy: authority, for: machine, now: now)
        case .files(let certificate, let key):
            try ServerCertificate(file: certificate, keyFile: key, now: now)
        }
    }

    /// The modification times of the files; nil for a file that is missing at the moment.
    private static func changed(_ source: Source) -> [Date?] {
        guard case .files(let certificate, let key) = source else { return [] }
        return [certificate, key].map { file in
            (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate]
                as? Date
        }
    }
}
