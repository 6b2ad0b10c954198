import TrainerRules

/// What the texts must be.
enum CatalogueCheck {
    /// The keys of an addition that are not those of its own questions: it must not change the game's
    /// own texts.
    static func foreignKeys(_ folder: ContentFolder) -> [ContentFinding] {
        let prefixes = folder.questions.entries.map { "question.\($0.question.id)." }
        return folder.catalogues.flatMap { catalogue in
            catalogue.entries.sorted { $0.key < $1.key }.compactMap { key, entry in
                prefixes.contains { key.hasPrefix($0) }
                    ? nil
                    : ContentFinding(
                        .duplicate, file: entry.file, place: "line \(entry.line)",
                        "the key \(key.forMessage) belongs to none of the folder's questions",
                        remedy: "Keys of an addition begin with question.<id>.")
            }
        }
    }
}
