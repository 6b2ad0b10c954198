/// Checks that every spoken text has a recording.
enum NarrationCheck {
    /// The findings for a folder's recordings.
    static func findings(_ folder: ContentFolder) -> [ContentFinding] {
        guard !folder.clips.isEmpty else {
            return [
                ContentFinding(
                    .noNarration, file: "narration", "there are no recordings",
                    remedy: "Record them with making/narrate.py.")
            ]
        }
        var findings: [ContentFinding] = []
        for catalogue in folder.catalogues {
            findings += spokenFindings(catalogue, folder.clips)
        }
        return findings + unused(folder)
    }

    private static func spokenFindings(
        _ catalogue: CatalogueFiles, _ clips: [String: Set<String>]
    ) -> [ContentFinding] {
        let spoken = catalogue.entries.filter(\.value.isSpoken).sorted { $0.key < $1.key }
        let names = spoken.map { NarrationClip.name(of: $0.value.text) }
        var findings: [ContentFinding] = []
        var silent: Set<String> = []
        for ((key, entry), name) in zip(spoken, names)
        where !clips.values.contains(where: { $0.contains(name) }) {
            silent.insert(name)
            findings.append(
                ContentFinding(
                    // Recordings are in English; the browser speaks other languages.
                    .noNarration, catalogue.language == "en" ? .error : .warning,
                    file: entry.file, position: "line \(entry.line)",
                    "the text \(key.forMessage) is spoken, but no voice has the recording "
                        + "narration/*/\(name)",
                    remedy: "Record it with making/narrate.py."))
        }
        for (voice, recorded) in clips.sorted(by: { $0.key < $1.key }) {
            let missing = Set(names).subtracting(recorded).subtracting(silent)
            guard !missing.isEmpty, catalogue.language == "en" else { continue }
            findings.append(
                ContentFinding(
                    .noNarration, .warning, file: "narration/\(voice)",
                    "the voice lacks \(missing.count) of \(Set(names).count) recordings",
                    remedy: "Record them with making/narrate.py."))
        }
        return findings
    }

    private static func unused(_ folder: ContentFolder) -> [ContentFinding] {
        let wanted = Set(
            folder.catalogues.flatMap { catalogue in
                catalogue.entries.values.filter(\.isSpoken)
                    .map { NarrationClip.name(of: $0.text) }
            })
        return folder.clips.sorted { $0.key < $1.key }.compactMap { voice, recorded in
            let left = recorded.subtracting(wanted)
            guard let first = left.min() else { return nil }
            return ContentFinding(
                .unused, .warning, file: "narration/\(voice)",
                "\(left.count) recordings are unused, such as \(first)",
                remedy: "Remove them, or add their keys to \"spoken\".")
        }
    }
}
