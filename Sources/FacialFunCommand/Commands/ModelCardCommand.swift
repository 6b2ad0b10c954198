import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire
import Glibc

/// `facialfun model-card`: the purpose, training data and accuracy of a network.
struct ModelCardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model-card",
        abstract: "Print the card of a model: intended use, data, figures, known failures.",
        discussion: """
            Without a name the card of the emotion model is printed. The card is \
            Markdown, the README.md in the model's folder.

            EXAMPLES
              facialfun model-card | less
              facialfun model-card face-detector

            EXIT CODES
              0   the card was printed
              3   the models or the card are missing
              64  the command line is wrong
            """)

    @Argument(
        help: ArgumentHelp(
            "The name of a model's folder, such as face-detector.", valueName: "name"))
    var name: String?

    @OptionGroup var shared: SharedOptions

    func validate() throws {
        try RawArguments.checkText(
            name, of: "The model's name", remedy: "`facialfun doctor` lists the models.")
        if let name, name.isEmpty || name.contains("/") || name.hasPrefix(".") {
            throw ValidationError(
                "\"\(SafeText.escaped(name))\" is not a model's name. Use one such as "
                    + "face-detector, without slashes. For a folder elsewhere use --model.")
        }
    }

    func run() throws {
        try shared.run { _ in
            try StandardStreams.write(card(), to: STDOUT_FILENO, name: "standard output")
            return .success
        }
    }

    /// A card with its control characters escaped.
    static func harmless(_ card: [UInt8]) -> [UInt8] {
        func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
            scalar != "\n" && scalar != "\t" && SafeText.isUnsafe(scalar)
        }
        let text = String(decoding: card, as: UTF8.self)
        guard text.unicodeScalars.contains(where: isUnsafe) else { return card }
        return text.unicodeScalars.flatMap { scalar in
            let hexadecimal = SafeText.hexadecimal(scalar.value, digits: 4)
            return Array((isUnsafe(scalar) ? "\\u{\(hexadecimal)}" : String(scalar)).utf8)
        }
    }

    /// The bytes of the card.
    private func card() throws(CommandError) -> [UInt8] {
        let models: ModelDirectory
        do {
            models = try ModelDirectory.locate(
                option: shared.model, environment: Environment.ofProcess(),
                executablePath: Executable.path)
        } catch {
            throw CommandError(code: .unfit, message: error.message)
        }
        let folder = name.map { models.path + "/" + $0 } ?? models.emotionNetwork
        let path = InputPath(folder + "/README.md")
        do {
            return Self.harmless(try InputReader(maxBytes: 1 << 20).read(.file(path)))
        } catch {
            throw CommandError(
                code: .unfit,
                message: """
                    Cannot read the model card \(path.display): \(error.message) `facialfun doctor` \
                    lists the installed models.
                    """)
        }
    }
}
