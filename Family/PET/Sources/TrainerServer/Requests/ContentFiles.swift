import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import TrainerContent

/// The content's pictures, recordings and sounds as files for the browser.
///
/// Only paths that the content knows are served, including those of added content.
struct ContentFiles: FileProvider {
    typealias FileAttributes = LocalFileSystem.FileAttributes
    typealias FileIdentifier = String

    /// The file types of the game; catalogues and manifests are not served.
    private static let endings = [".webp", ".png", ".jpg", ".svg", ".mp3"]

    private let content: Content
    private let files: LocalFileSystem

    init(content: Content, logger: Logger) {
        self.content = content
        files = LocalFileSystem(rootFolder: "/", threadPool: .singleton, logger: logger)
    }

    func getFileIdentifier(_ path: String) -> String? {
        guard Self.endings.contains(where: path.hasSuffix) else { return nil }
        return content.file(at: String(path.drop { $0 == "/" }))?.path(percentEncoded: false)
    }

    func getAttributes(id: String) async throws -> FileAttributes? {
        try await files.getAttributes(id: id)
    }

    func loadFile(id: String, context: some RequestContext) async throws -> ResponseBody {
        try await files.loadFile(id: id, context: context)
    }

    func loadFile(
        id: String, range: ClosedRange<Int>, context: some RequestContext
    ) async throws -> ResponseBody {
        try await files.loadFile(id: id, range: range, context: context)
    }
}
