import ArgumentParser
import FamilyWeb
import Foundation
import HomeNetwork
import Logging
import TrainerServer

/// Options for serving the home network.
struct LanOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Also serve the home network, over HTTPS.",
            discussion: """
                The first use creates a certificate authority in the data folder's lan folder. The \
                page at --trust-port explains how to trust it on an iPad.
                """))
    var lan = false

    @Option(help: ArgumentHelp("The HTTPS port for the home network.", valueName: "n"))
    var lanPort = 8643

    @Option(
        help: ArgumentHelp(
            "The HTTP port of the page about trusting the certificate.", valueName: "n"))
    var trustPort = 8680

    @Option(
        help: ArgumentHelp(
            "Your own certificate (PEM) with its chain, instead of the created authority.",
            valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("Its private key (PEM), mode 0600.", valueName: "file"))
    var tlsKey: String?

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key require each other.")
        }
        guard lan || tlsCertificate == nil else {
            throw ValidationError("--tls-certificate is for the home network: add --lan.")
        }
        for port in [lanPort, trustPort] where !(0...65_535).contains(port) {
            throw ValidationError("The port must be 0 to 65535, not \(port).")
        }
        guard !lan || lanPort != trustPort || lanPort == 0 else {
            throw ValidationError("--lan-port and --trust-port must differ.")
        }
    }

    /// The listener for the home network; nil without `--lan`.
    func listener(data: URL, logger: Logger) throws -> SecureListener? {
        guard lan else { return nil }
        let source: CertificateKeeper.Source
        if let tlsCertificate, let tlsKey {
            source = .files(
                certificate: URL(filePath: tlsCertificate), key: URL(filePath: tlsKey))
        } else {
            source = .authority(
                try CertificateAuthority(
                    folder: data.appending(path: "lan", directoryHint: .isDirectory),
                    machine: .current()))
        }
        var listener = SecureListener(
            keeper: try CertificateKeeper(source, logger: logger), port: lanPort,
            trustPort: trustPort)
        listener.listening = { Self.printAddresses($0) }
        return listener
    }

    /// Prints the addresses of the game.
    private static func printAddresses(_ listener: SecureListener) {
        for address in listener.unknownAddresses {
            Terminal.printLine(
                "The certificate does not cover this machine's address \(address). To have it do "
                    + "so, "
                    + (listener.authority == nil
                        ? "have a new one issued."
                        : "delete the data folder's lan folder, and set up each device again."))
        }
        guard let host = listener.hosts.first else {
            Terminal.printLine("This machine has no network, so no other device can play.")
            return
        }
        Terminal.printLine("In the home network: \(listener.gameAddress(host))")
        for other in listener.hosts.dropFirst() {
            Terminal.printLine("                     or \(listener.gameAddress(other))")
        }
        guard let authority = listener.authority else { return }
        let address = listener.trustAddress(host)
        if authority.isNew {
            Terminal.printLine(
                "Created a certificate authority: set up each device once to trust it.")
        }
        Terminal.printLine(
            "On an iPad, first open the instructions for trusting the game: \(address)")
        Terminal.printLine("Fingerprint (SHA-256): \(authority.fingerprint)")
        // Print the QR code only to a terminal, not to a log.
        if isatty(STDOUT_FILENO) != 0, let code = try? QRCode(address) {
            Terminal.printLine(code.text)
        }
    }
}
