import Foundation

/// The parsed content of a folder, and problems of its text files.
struct ContentFolder {
    /// The folder.
    let url: URL
    /// Its questions.
    let questions: QuestionFile
    /// Its texts, English first, then by name.
    let catalogues: [CatalogueFiles]
    /// The names of the recordings of each voice.
    let clips: [String: Set<String>]

    /// The findings about the text files.
    var findings: [ContentFinding] { questions.findings + catalogues.flatMap(\.findings) }

    /// Reads a folder.
    init(_ url: URL) throws(ContentError) {
        guard ContentPath.kind(of: url.resolvingSymlinksInPath()) == .folder else {
            throw ContentError(
                .noFolder,
                "There is no content folder at \(url.path(percentEncoded: false)). "
                    + "Set it with --content.")
        }
        self.url = url
        questions = QuestionFile(below: url)
        let languages = FolderTree.folders(in: "languages", below: url)
        catalogues =
            languages
            .sorted { ($0 == "en" ? 0 : 1, $0) < ($1 == "en" ? 0 : 1, $1) }
            .map { CatalogueFiles(language: $0, below: url) }
        var clips: [String: Set<String>] = [:]
        for voice in FolderTree.folders(in: "narration", below: url) {
            clips[voice] = Set(
                FolderTree.names(in: "narration/\(voice)", below: url)
                    .filter { $0.hasSuffix(".mp3") })
        }
        self.clips = clips
    }
}
