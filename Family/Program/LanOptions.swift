import ArgumentParser
import FamilyWeb
import Foundation
import HomeNetwork
import Logging
import TrainerServer

/// How the game is opened to the devices of the house.
struct LanOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Serve the house's network, too, over HTTPS.",
            discussion: """
                On first use a certificate authority is made, in the folder lan of the data; the \
                address with --trust-port shows how to trust it on an iPad.
                """))
    var lan = false

    @Option(help: ArgumentHelp("The port for the house's network, HTTPS.", valueName: "n"))
    var lanPort = 8643

    @Option(
        help: ArgumentHelp(
            "The port of the page that shows how to trust the certificate, HTTP.", valueName: "n"))
    var trustPort = 8680

    @Option(
        help: ArgumentHelp(
            "A certificate of your own (PEM), with its chain, instead of the authority made here.",
            valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The key to it (PEM), mode 0600.", valueName: "file"))
    var tlsKey: String?

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key are given both, or neither.")
        }
        guard lan || tlsCertificate == nil else {
            throw ValidationError("--tls-certificate is for the house's network: add --lan.")
        }
        for port in [lanPort, trustPort] where !(0...65_535).contains(port) {
            throw ValidationError("A port is 0 to 65535, not \(port).")
        }
        guard !lan || lanPort != trustPort || lanPort == 0 else {
            throw ValidationError("--lan-port and --trust-port must differ.")
        }
    }

    /// What is to be served to the house's network; nil where nothing is.
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
        listener.listening = { Self.say($0) }
        return listener
    }

    /// Says where the game can be reached.
    private static func say(_ listener: SecureListener) {
        for address in listener.unknownAddresses {
            Terminal.say(
                "The certificate does not vouch for this machine's address \(address). To have it do "
                    + "so, "
                    + (listener.authority == nil
                        ? "have it issued anew."
                        : "delete the folder lan of the data: each device has to trust anew then."))
        }
        guard let host = listener.hosts.first else {
            Terminal.say("This machine has no network now: no other device can play.")
            return
        }
        Terminal.say("In the house's network: \(listener.gameAddress(host))")
        for other in listener.hosts.dropFirst() {
            Terminal.say("                     or \(listener.gameAddress(other))")
        }
        guard let authority = listener.authority else { return }
        let address = listener.trustAddress(host)
        if authority.isNew {
            Terminal.say("A certificate authority was made: each device has to trust it once.")
        }
        Terminal.say("On an iPad open this first, it shows how to trust the game: \(address)")
        Terminal.say("Fingerprint (SHA-256): \(authority.fingerprint)")
        // A person looks on; a log needs no picture.
        if isatty(STDOUT_FILENO) != 0, let code = try? QRCode(address) { Terminal.say(code.text) }
    }
}
