import Foundation
import TrainerRules

/// Checks the texts.
enum CatalogueCheck {
    /// Maximum length of a text; longer ones do not fit on a screen.
    private static let longest = 600

    /// The findings for a folder's texts.
    static func findings(_ folder: ContentFolder) -> [ContentFinding] {
        guard let english = folder.catalogues.first, english.language == "en" else {
            return [
                ContentFinding(
                    .noText, file: "languages/en", "there are no English texts",
                    remedy: "Add languages/en with a JSON file of texts.")
            ]
        }
        var findings = folder.catalogues.flatMap { catalogue in
            catalogue.entries.sorted { $0.key < $1.key }.compactMap { unfit($0.key, $0.value) }
        }
        for other in folder.catalogues.dropFirst() {
            findings += differences(of: other, from: english)
        }
        return findings
            + folder.questions.entries.flatMap { wanted(by: $0, in: english) }
    }

    /// The keys of an addition that do not belong to its own questions: it must not change the
    /// game's texts.
    static func foreignKeys(_ folder: ContentFolder) -> [ContentFinding] {
        // Keys of an unreadable question are accepted: the question has its own finding.
        guard folder.questions.findings.isEmpty else { return [] }
        let own = Set(folder.questions.entries.map(\.question.id))
        return folder.catalogues.flatMap { catalogue in
            catalogue.entries.sorted { $0.key < $1.key }.compactMap { key, entry in
                let parts = key.split(separator: ".", maxSplits: 2)
                guard parts.count == 3, parts[0] == "question", own.contains(String(parts[1]))
                else {
                    return ContentFinding(
                        .duplicate, file: entry.file, position: "line \(entry.line)",
                        "the key \(key.forMessage) does not belong to a question of the folder",
                        remedy: "Keys of an added folder begin with question.<id>.")
                }
                return nil
            }
        }
    }

    /// Findings for texts that a page or a voice cannot use.
    private static func unfit(_ key: String, _ entry: CatalogueFiles.Entry) -> ContentFinding? {
        let text = entry.text
        let problem: String
        let remedy: String
        if text.allSatisfy(\.isWhitespace) {
            (problem, remedy) = ("is empty", "Write the sentence, or remove the key.")
        } else if text.count > longest {
            problem = "has \(text.count) characters"
            remedy = "Shorten it to at most \(longest)."
        } else if text.holdsControls {
            problem = "contains unprintable characters"
            remedy = "Remove control characters and direction marks."
        } else if text.range(of: "<[A-Za-z/!?]|&#?[A-Za-z0-9]+;", options: .regularExpression)
            != nil
        {
            (problem, remedy) = ("contains HTML", "Write it as plain text.")
        } else if entry.isSpoken, !placeholders(text).isEmpty {
            problem = "is spoken, but has a placeholder, which a recording cannot fill"
            remedy = "Remove the key from \"spoken\", or reword the sentence."
        } else {
            return nil
        }
        return ContentFinding(
            .unfitText, file: entry.file, position: "line \(entry.line)",
            "the text \(key.forMessage) \(problem)", remedy: remedy)
    }

    private static func placeholders(_ text: String) -> Set<String> {
        Set(text.matches(of: /\{([A-Za-z]+)\}/).map { String($0.1) })
    }

    /// Findings for texts that are missing in a language, and for placeholders that differ.
    private static func differences(
        of other: CatalogueFiles, from english: CatalogueFiles
    ) -> [ContentFinding] {
        let folder = "languages/\(other.language)"
        var findings = english.entries.keys.sorted().filter { other.entries[$0] == nil }.map {
            key in
            ContentFinding(
                .notTranslated, .warning, file: folder, position: "key \(key)",
                "the text is not translated", remedy: "Translate it; until then English is shown.")
        }
        for (key, entry) in other.entries.sorted(by: { $0.key < $1.key }) {
            guard let original = english.entries[key] else {
                findings.append(
                    ContentFinding(
                        .unused, .warning, file: entry.file, position: "line \(entry.line)",
                        "English has no text \(key.forMessage)",
                        remedy: "Check the spelling of the key."))
                continue
            }
            if placeholders(entry.text) != placeholders(original.text) {
                findings.append(
                    ContentFinding(
                        .unfitText, file: entry.file, position: "line \(entry.line)",
                        "the text \(key.forMessage) has different placeholders than in English",
                        remedy: "Use "
                            + placeholders(original.text).sorted().map { "{\($0)}" }
                            .joined(separator: ", ") + " as English does."))
            }
        }
        return findings
    }

    /// The required texts of a question.
    private static func wanted(
        by entry: QuestionFile.Entry, in english: CatalogueFiles
    ) -> [ContentFinding] {
        let id = entry.question.id
        let keys =
            [TextKey.prompt(id), TextKey.tip(id), TextKey.description(id)]
            // The texts of answers in words, and the descriptions of pictures for screen readers.
            + entry.question.answers.filter { $0.emotion == nil }.map {
                TextKey.answer($0.id, of: id)
            }
        var findings = keys.filter { english.entries[$0] == nil }.map { key in
            ContentFinding(
                .noText, file: QuestionFile.name, position: "line \(entry.line)",
                "question \(id.forMessage) has no English text \(key)",
                remedy: "Add it to a file of languages/en.")
        }
        if let prompt = english.entries[TextKey.prompt(id)], !prompt.isSpoken {
            findings.append(
                ContentFinding(
                    .noNarration, file: prompt.file, position: "line \(prompt.line)",
                    "the prompt of question \(id.forMessage) is not marked as spoken",
                    remedy: "Add its key to \"spoken\": every prompt is read out."))
        }
        return findings
    }
}
