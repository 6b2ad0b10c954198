import FoundationEssentials

/// How systemd would start the service of this user: the words of its command line.
struct ServiceUnit: Hashable, Sendable {
    /// The file that says it: the unit's own, or what the user has set beside it.
    let file: String
    /// The program and its arguments.
    let words: [String]

    private static let name = "facialfun.service"

    /// Looks for the unit as a user's systemd does (systemd.unit(5)).
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - root: Where the system's folders begin.
    /// - Returns: The unit; nil where there is none that starts anything.
    static func find(environment: [String: String], root: String = "") -> ServiceUnit? {
        let folders = folders(environment, root)
        guard let unit = folders.map({ $0 + "/" + name }).first(where: FolderListing.isFile) else {
            return nil
        }
        // Of two files with one name that of the folder that comes first counts; all apply in the
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

    /// The arguments behind `serve`; nil where something else is started.
    var serveArguments: [String]? {
        guard let place = words.firstIndex(of: "serve") else { return nil }
        return Array(words[(place + 1)...])
    }

    private static func folders(_ environment: [String: String], _ root: String) -> [String] {
        let home = environment["HOME"] ?? "/"
        let configuration = environment["XDG_CONFIG_HOME"] ?? home + "/.config"
        let data = environment["XDG_DATA_HOME"] ?? home + "/.local/share"
        let system = ["/usr/local/share", "/usr/share", "/usr/local/lib", "/usr/lib"]
        let all = [configuration, root + "/etc", data] + system.map { root + $0 }
        return all.map { $0 + "/systemd/user" }
    }

    /// The values of a setting of the section `[Service]`, in their order.
    private static func values(of setting: String, in file: String) -> [String] {
        // What cannot be read says nothing.
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

    /// The words of a command line, quotes taken away (systemd.service(5)).
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
