import FacialFunWire
import TrainerRules

/// Checks levels: enough questions, small pictures, symbols for the answers.
enum LevelCheck {
    /// Minimum number of questions for a round.
    private static let fewest = 8
    /// Maximum download size of a level on a tablet.
    private static let largest = 3_000_000
    private static let sounds = ["press", "right", "wrong"]

    /// The findings for a folder's levels.
    static func findings(
        _ folder: ContentFolder, sizes: [String: Int], isWhole: Bool
    ) -> [ContentFinding] {
        let entries = folder.questions.entries
        var findings = entries.flatMap { missingPictures($0, sizes) }
        for level in 1...5 {
            let questions = entries.map(\.question).filter { $0.level == level }
            let bytes = Set(questions.flatMap(\.pictures)).compactMap { sizes[$0] }.reduce(0, +)
            if bytes > largest {
                findings.append(
                    ContentFinding(
                        .tooLarge, file: QuestionFile.name, position: "level \(level)",
                        "the total size of its pictures is \(bytes / 1000) kB",
                        remedy: "Reduce it to at most \(largest / 1000) kB."))
            }
            guard isWhole, questions.count < fewest else { continue }
            findings.append(
                ContentFinding(
                    .fewQuestions, file: QuestionFile.name,
                    position: "level \(level)", "it has \(questions.count) questions",
                    remedy: "Add questions until there are \(fewest)."))
        }
        return findings + unused(entries, sizes)
            + (isWhole ? whole(entries.map(\.question), folder, sizes) : [])
    }

    private static func missingPictures(
        _ entry: QuestionFile.Entry, _ sizes: [String: Int]
    ) -> [ContentFinding] {
        entry.question.pictures.filter { ContentPath.isPlain($0) }.compactMap { path in
            let isPicture = [.picture, .drawing].contains(AssetKind(path: path))
            guard sizes[path] == nil || !isPicture else { return nil }
            let problem = isPicture ? "is missing" : "is not a picture"
            return ContentFinding(
                isPicture ? .missing : .wrongType, file: QuestionFile.name,
                position: "line \(entry.line)",
                "question \(entry.question.id.forMessage): the picture \(path) \(problem)",
                remedy: "Add it, or use another.")
        }
    }

    private static func unused(
        _ entries: [QuestionFile.Entry], _ sizes: [String: Int]
    ) -> [ContentFinding] {
        let used = Set(entries.flatMap(\.question.pictures))
        return sizes.keys.sorted().filter { path in
            path.hasPrefix("pictures/") && !path.hasPrefix("pictures/icon") && !used.contains(path)
        }.map { path in
            ContentFinding(
                .unused, .warning, file: path, "no question uses it",
                remedy: "Use it, or remove it.")
        }
    }

    /// Findings for files that the game itself requires.
    private static func whole(
        _ questions: [Question], _ folder: ContentFolder, _ sizes: [String: Int]
    ) -> [ContentFinding] {
        let emotions = Set(
            questions.flatMap { question in
                question.answers.filter { $0.picture == nil }.compactMap(\.emotion)
            })
        let english = folder.catalogues.first { $0.language == "en" }
        var findings: [ContentFinding] = []
        for emotion in Emotion.allCases where emotions.contains(emotion) {
            if sizes["symbols/\(emotion.rawValue).svg"] == nil {
                findings.append(
                    ContentFinding(
                        .missing, file: "symbols/\(emotion.rawValue).svg",
                        "the symbol of an answer is missing", remedy: "Draw it."))
            }
            if english?.entries[TextKey.emotion(emotion)] == nil {
                findings.append(
                    ContentFinding(
                        .noText, file: "languages/en", position: "key \(TextKey.emotion(emotion))",
                        "an answer has no English text", remedy: "Add it."))
            }
        }
        for sound in sounds where sizes["sounds/\(sound).mp3"] == nil {
            findings.append(
                ContentFinding(
                    .missing, file: "sounds/\(sound).mp3", "the sound is missing",
                    remedy: "Generate it with making/sounds.py."))
        }
        return findings
    }
}

extension Question {
    /// The paths of all the question's pictures.
    var pictures: [String] { [picture].compactMap(\.self) + answers.compactMap(\.picture) }
}
