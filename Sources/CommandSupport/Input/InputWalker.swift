package import Glibc

/// Expands the paths of the command line to the list of inputs, in an order that depends on names
/// only: arguments as given, the entries of a folder in natural order (2 before 10).
///
/// In folders, hidden entries and files that are not pictures (see ``ImageRecognition``) are
/// skipped. Links within the folder are followed; links out of it only on request, as with `find
/// -L`. Linked folders are listed after real ones, and no folder is listed twice for one argument,
/// so circular links end.
package struct InputWalker {
    /// Device and inode number: they identify a file or folder independent of its path.
    package struct FileIdentity: Hashable {
        package let device: UInt64
        package let inode: UInt64

        package init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }

        /// The file at a path, with links followed; nil if there is none.
        package init?(of path: InputPath) {
            guard case .success(let status) = InputWalker.status(of: path, followingLinks: true)
            else { return nil }
            self.init(status)
        }
    }

    /// Handling of films.
    package enum Films: Sendable {
        /// Films are skipped like other files, for commands that do not read them.
        case unknown
        /// Named films are included; films in folders are skipped.
        case named
        /// Films in folders are included, too.
        case all
    }

    /// The inputs that were found.
    package private(set) var items: [InputItem] = []
    /// Number of files in folders that were skipped because they are not pictures.
    package private(set) var skippedFiles = 0

    /// Number of links that were skipped because they lead out of their folder.
    package private(set) var skippedLinks = 0

    private let excluded: Set<FileIdentity>
    private let followsLinksOut: Bool
    private let films: Films
    private let progress: (Int) -> Void
    /// The listed folder of the command line, with every link in its path resolved.
    private var root: [UInt8] = []
    private var visited: Set<FileIdentity> = []
    private var linkedFolders: [(path: InputPath, identity: FileIdentity)] = []

    /// Creates a walker.
    ///
    /// - Parameters:
    ///   - excluded: Folders that are never listed: those that this run writes to.
    ///   - followsLinksOut: Whether to follow links that lead out of the named folder.
    ///   - films: Handling of films.
    ///   - progress: Called from time to time with the number of visited entries.
    package init(
        excluding excluded: Set<FileIdentity> = [], followsLinksOut: Bool = false,
        films: Films = .unknown, progress: @escaping (Int) -> Void = { _ in }
    ) {
        self.excluded = excluded
        self.followsLinksOut = followsLinksOut
        self.films = films
        self.progress = progress
    }

    /// Adds the inputs for a path of the command line.
    package mutating func add(_ path: InputPath) {
        if path.bytes == [UInt8(ascii: "-")] {
            items.append(.standardInput)
            return
        }
        switch Self.status(of: path, followingLinks: true) {
        case .failure(let error):
            items.append(.failed(path, Self.explained(error, of: path)))
        case .success(let status) where Self.isFolder(status):
            guard !excluded.contains(FileIdentity(status)) else {
                items.append(.failed(path, .outputFolder))
                return
            }
            visited = []
            linkedFolders = []
            root = Self.resolved(path) ?? []
            list(path, FileIdentity(status))
            while !linkedFolders.isEmpty {
                let (folder, identity) = linkedFolders.removeFirst()
                list(folder, identity)
            }
        case .success(let status) where films != .unknown && Self.isJPEGStream(path, status):
            items.append(.failed(path, .jpegStream))
        case .success(let status):
            let isFilm = films != .unknown && Self.isFilm(path, name: path.bytes, status)
            items.append(isFilm ? .film(path) : .file(path))
        }
    }

    /// Lists a folder and its subfolders.
    private mutating func list(_ folder: InputPath, _ identity: FileIdentity) {
        guard !excluded.contains(identity), visited.insert(identity).inserted else { return }
        let names: [[UInt8]]
        switch Self.entries(of: folder) {
        case .failure(let error):
            items.append(.failed(folder, Self.explained(error, of: folder)))
            return
        case .success(let found):
            names = found
        }
        for name in names.sorted(by: NaturalOrder.precedes)
        where name.first != UInt8(ascii: ".") {
            addEntry(folder.appending(name), name: name)
        }
    }

    /// Adds one entry of a folder.
    private mutating func addEntry(_ path: InputPath, name: [UInt8]) {
        progress(items.count + skippedFiles + skippedLinks)
        var status: stat
        switch Self.status(of: path, followingLinks: false) {
        case .failure(let error):
            items.append(.failed(path, error))
            return
        case .success(let found):
            status = found
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink {
            switch Self.status(of: path, followingLinks: true) {
            case .failure(let error):
                items.append(.failed(path, Self.explained(error, of: path)))
                return
            case .success(let target):
                guard followsLinksOut || leadsInside(path) else {
                    skippedLinks += 1
                    return
                }
                status = target
            }
        }
        if Self.isFolder(status) {
            if isLink {
                linkedFolders.append((path, FileIdentity(status)))
            } else {
                list(path, FileIdentity(status))
            }
        } else if films != .unknown, Self.isJPEGStream(path, status) {
            if films == .all {
                items.append(.failed(path, .jpegStream))
            } else {
                skippedFiles += 1
            }
        } else if Self.isPicture(path, name: name, status) {
            items.append(.file(path))
        } else if films == .all, Self.isFilm(path, name: name, status) {
            items.append(.film(path))
        } else {
            skippedFiles += 1
        }
    }

    /// Whether the target of a link is in the named folder or below it.
    private func leadsInside(_ link: InputPath) -> Bool {
        guard let target = Self.resolved(link), target.starts(with: root) else { return false }
        return root == [UInt8(ascii: "/")] || target.count == root.count
            || target[root.count] == UInt8(ascii: "/")
    }

    /// The absolute path without links; nil if it leads nowhere.
    private static func resolved(_ path: InputPath) -> [UInt8]? {
        guard let text = path.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(text) }
        return (0..<strlen(text)).map { UInt8(bitPattern: text[$0]) }
    }

    /// Whether an entry of a folder is used; FIFOs and devices never are because they might not
    /// end.
    private static func isPicture(_ path: InputPath, name: [UInt8], _ status: stat) -> Bool {
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        if ImageRecognition.isImage(name: name) { return true }
        // Unreadable files without a picture's extension are skipped like any other file.
        guard let bytes = InputReader.firstBytes(of: path, count: ImageRecognition.signatureLength)
        else { return false }
        return ImageRecognition.isImage(firstBytes: bytes)
    }

    /// Whether a file is a stream of JPEGs, by its name, because it starts like a picture.
    private static func isJPEGStream(_ path: InputPath, _ status: stat) -> Bool {
        guard status.st_mode & S_IFMT == S_IFREG,
            ImageRecognition.isJPEGStream(name: path.bytes)
        else { return false }
        let bytes =
            InputReader.firstBytes(of: path, count: ImageRecognition.signatureLength) ?? []
        return !ImageRecognition.isFilm(firstBytes: bytes)
    }

    /// Whether a file is a film, by its first bytes, or by its name if they are inconclusive.
    private static func isFilm(_ path: InputPath, name: [UInt8], _ status: stat) -> Bool {
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        let bytes =
            InputReader.firstBytes(of: path, count: ImageRecognition.signatureLength) ?? []
        return ImageRecognition.isFilm(firstBytes: bytes)
            || ImageRecognition.isFilm(name: name) && !ImageRecognition.isImage(firstBytes: bytes)
    }

    private static func isFolder(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }

    /// Distinguishes a dangling link from a missing file.
    private static func explained(_ error: CommandError, of path: InputPath) -> CommandError {
        guard error.code == .notFound,
            case .success(let link) = status(of: path, followingLinks: false),
            link.st_mode & S_IFMT == S_IFLNK
        else { return error }
        return CommandError(
            code: .brokenLink,
            message: "The symbolic link leads to nothing. Was its target moved or deleted?",
            cause: error.cause)
    }

    /// The file status of a path.
    package static func status(
        of path: InputPath, followingLinks: Bool
    ) -> Result<stat, CommandError> {
        var status = stat()
        let result = path.withCString { text in
            followingLinks ? stat(text, &status) : lstat(text, &status)
        }
        return result == 0 ? .success(status) : .failure(CommandError(reading: errno))
    }

    /// The names in a folder, without `.` and `..`, in no order.
    package static func entries(of folder: InputPath) -> Result<[[UInt8]], CommandError> {
        guard let directory = folder.withCString({ opendir($0) }) else {
            return .failure(CommandError(reading: errno))
        }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        while true {
            // Only errno distinguishes an error of readdir from the end.
            errno = 0
            guard let entry = readdir(directory) else {
                return errno == 0 ? .success(names) : .failure(CommandError(reading: errno))
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                Array(bytes.prefix { $0 != 0 })
            }
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
    }
}
