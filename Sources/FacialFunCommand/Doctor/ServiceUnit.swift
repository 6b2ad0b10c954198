import FoundationEssentials

/// The systemd unit of the user's service: its command line.
struct ServiceUnit: Hashable, Sendable {
    /// The file with the command line: the unit itself, or the user's override.
    let file: String
    /// The program and its arguments.
    let words: [String]

    private static let name = "facialfun.service"

    /// Finds the unit like systemd does for a user (systemd.unit(5)).
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - root: The root of the system's folders.
    /// - Returns: The unit; nil if there is none with a command.
    static func find(environment: [String: String], root: String = "") -> ServiceUnit? {
        let folders = folders(environment, root)
        guard let unit = folders.map({ $0 + "/" + name }).first(where: FolderListing.isFile) else {
            return nil
        }
        // For files with the same name, the first folder takes precedence; all of them apply in the
        // order of their names.
        var beside: [String: String] = [:]
        for folder in folders {
            let path = folder + "/" + name + ".d"
            for file in FolderListing.files(in: path) where file.hasSuffix(".conf") {
                if beside[file] == nil { beside[file] = path + "/" + file }
            }
        }
        let files = [unit] + beside.sorted { $0.key < $1.key }.map(\.value)
        var found: ServiceUnit?
        for file in files {
            for value in values(of: "ExecStart", in: file) {
                let words = words(of: value)
                found = words.isEmpty ? nil : ServiceUnit(file: file, words: words)
            }
        }
        return found
    }

    /// The arguments after `serve`; nil if it starts another command.
    var serveArguments: [String]? {
        guard let position = words.firstIndex(of: "serve") else { return nil }
        return Array(words[(position + 1)...])
    }

    private static func folders(_ environment: [String: String], _ root: String) -> [String] {
        let home = environment["HOME"] ?? "/"
        let configuration = environment["XDG_CONFIG_HOME"] ?? home + "/.config"
        let data = environment["XDG_DATA_HOME"] ?? home + "/.local/share"
        let system = ["/usr/local/share", "/usr/share", "/usr/local/lib", "/usr/lib"]
        let all = [configuration, root + "/etc", data] + system.map { root + $0 }
        return all.map { $0 + "/systemd/user" }
    }

    /// The values of a setting in the section `[Service]`, in order.
    private static func values(of setting: String, in file: String) -> [String] {
        // An unreadable file counts as empty.
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        var values: [String] = []
        var section = ""
        for line in text.replacing("\\\n", with: " ").split(separator: "\n") {
            if line.hasPrefix("[") { section = String(line) }
            guard section == "[Service]", let equals = line.firstIndex(of: "=") else { continue }
            let name = line[..<equals].filter { !$0.isWhitespace }
            if name == setting { values.append(String(line[line.index(after: equals)...])) }
        }
        return values
    }

    /// The words of a command line, unquoted (systemd.service(5)).
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "\"" || character == "'" {
                (quote, word) = (character, word ?? "")
            } else if character.isWhitespace {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
