import ArgumentParser
import CommandSupport
import Glibc

/// A suggestion for a mistaken command line.
///
/// ArgumentParser suggests options of similar spelling; this type recognizes habits from other
/// programs.
struct CommandSuggestion: Hashable {
    /// The mistake and its remedy, for people.
    let message: String

    /// The formats of `--format`, by command.
    private static let formats: [String: [String]] = [
        "score": OutputFormat.allCases.map(\.rawValue),
        "match": MatchOptions.Format.allCases.map(\.rawValue),
        "watch": WatchOptions.Format.allCases.map(\.rawValue),
        "bench": BenchOptions.Format.allCases.map(\.rawValue),
        "cameras": CamerasCommand.Format.allCases.map(\.rawValue),
        "doctor": DoctorCommand.Format.allCases.map(\.rawValue),
        "levels": LevelsCommand.Format.allCases.map(\.rawValue),
    ]

    /// Finds one of these mistakes in a command line; nil if there is none.
    ///
    /// - Parameters:
    ///   - arguments: The command line without the program's name.
    ///   - commands: The names of the commands.
    ///   - exists: Whether a path exists.
    init?(
        for arguments: [String], commands: [String],
        exists: (String) -> Bool = { access($0, F_OK) == 0 }
    ) {
        guard let first = arguments.first else { return nil }
        if !first.hasPrefix("-"), first != "help", !commands.contains(first) {
            guard Self.isPath(first, exists) else { return nil }
            let command = arguments.map(Self.quoted).joined(separator: " ")
            message = "'\(first)' is not a command. Did you mean 'facialfun score \(command)'?"
            return
        }
        let options = arguments.dropFirst().prefix { $0 != "--" }
        let formats = Self.formats[first] ?? []
        guard let option = options.first(where: { Self.format($0).map(formats.contains) ?? false }),
            let format = Self.format(option)
        else { return nil }
        message = "Unknown option '\(option)'. Did you mean '--format \(format)'?"
    }

    /// Whether an argument is more likely a path than a misspelled command.
    private static func isPath(_ argument: String, _ exists: (String) -> Bool) -> Bool {
        let name = Array(argument.utf8)
        return ImageRecognition.isImage(name: name) || ImageRecognition.isFilm(name: name)
            || argument.contains("/") || exists(argument)
    }

    /// The format that an option names.
    private static func format(_ option: String) -> String? {
        option.hasPrefix("--") ? String(option.dropFirst(2)) : nil
    }

    /// An argument quoted for the shell.
    private static func quoted(_ argument: String) -> String {
        let isPlain =
            !argument.isEmpty
            && argument.utf8.allSatisfy { byte in
                byte >= 0x80 || byte.isLetterOrDigit || "-_./=:,+@%".utf8.contains(byte)
            }
        return isPlain ? argument : "'" + argument.replacing("'", with: #"'\''"#) + "'"
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
