public import Foundation
public import Logging
import NIOCore
public import NIOSSL
import Synchronization

/// Keeps the server's certificate good: renews it when the machine's names or addresses change, and
/// before it expires.
public final class CertificateKeeper: Sendable {
    /// Where certificates come from.
    public enum Source: Sendable {
        /// The house's own authority issues them.
        case authority(CertificateAuthority)
        /// Somebody else issues them, and puts them into these files.
        case files(certificate: URL, key: URL)
    }

    private struct State {
        var certificate: ServerCertificate
        var machine: MachineNames
        /// When the files were changed last.
        var changed: [Date?] = []
        /// What was said of the files last, so that it is said once.
        var complaint: String?
    }

    /// How often is looked whether anything has changed.
    static let pause = Duration.seconds(30)

    /// Where certificates come from.
    public let source: Source
    private let state: Mutex<State>
    private let machine: @Sendable () -> MachineNames
    private let clock: @Sendable () -> Date
    private let logger: Logger

    /// Gets the first certificate.
    ///
    /// - Parameters:
    ///   - source: Where certificates come from.
    ///   - machine: What the machine is called.
    ///   - clock: The time.
    ///   - logger: Told of renewals, and why there is none.
    /// - Throws: What is wrong with the files.
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

    /// The certificate now.
    public var certificate: ServerCertificate { state.withLock { $0.certificate } }

    /// What the machine was called when that was looked at last.
    public var names: MachineNames { state.withLock { $0.machine } }

    /// Looks whether anything has changed, every half minute, until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            // Cancelled while it sleeps: the loop ends by itself.
            try? await Task.sleep(for: Self.pause)
            refresh()
        }
    }

    /// Renews the certificate where that is needed; the old one stays where it cannot be.
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
            if isNew { logger.error("The certificate is not renewed. \(error.message)") }
        }
    }

    /// What a TLS server needs: whoever connects gets the certificate of that moment.
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

    /// When the files were changed last; a file that is gone for a moment has no time.
    private static func changed(_ source: Source) -> [Date?] {
        guard case .files(let certificate, let key) = source else { return [] }
        return [certificate, key].map { file in
            (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate]
                as? Date
        }
    }
}
