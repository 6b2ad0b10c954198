public import Foundation

/// Reports all problems of a content folder, for `facialfun-family content check`.
public enum ContentCheck {
    /// The purpose of a folder.
    public enum Purpose: Hashable, Sendable {
        /// The built-in content: all levels, all sounds, everything recorded.
        case shipped
        /// Questions added by a parent or a teacher: recordings are optional, because the browser
        /// can speak.
        case addition
    }

    /// Checks a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is not changed.
    ///   - purpose: Its purpose.
    /// - Returns: The findings: errors first, then warnings, by file.
    /// - Throws: `noFolder`.
    public static func run(
        _ folder: URL, as purpose: Purpose = .shipped
    ) throws(ContentError) -> [ContentFinding] {
        let read = try ContentFolder(folder)
        let manifest = ManifestFile(below: folder)
        let files = FileCheck(folder, manifest: manifest)
        var findings =
            read.findings + manifest.findings + files.findings
            + QuestionCheck.findings(read.questions)
            + CatalogueCheck.findings(read)
            + LevelCheck.findings(read, sizes: files.sizes, isWhole: purpose == .shipped)
        switch purpose {
        case .shipped: findings += NarrationCheck.findings(read)
        case .addition:
            findings += CatalogueCheck.foreignKeys(read)
            if !read.clips.isEmpty { findings += NarrationCheck.findings(read).asWarnings }
            if read.questions.entries.isEmpty, read.questions.findings.isEmpty {
                findings.append(
                    ContentFinding(
                        .fewQuestions, file: QuestionFile.name, "there are no questions",
                        remedy: "Write at least one."))
            }
        }
        return findings.enumerated().sorted { first, second in
            let ranks = [first, second].map { $0.element.severity == .error ? 0 : 1 }
            return (ranks[0], first.element.file, first.offset)
                < (ranks[1], second.element.file, second.offset)
        }.map(\.element)
    }
}

extension [ContentFinding] {
    /// The same findings as warnings.
    fileprivate var asWarnings: [ContentFinding] {
        map { finding in
            ContentFinding(
                finding.code, .warning, file: finding.file, position: finding.position,
                finding.problem,
                remedy: finding.remedy)
        }
    }
}
