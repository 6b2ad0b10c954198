import FacialFunWire
import TrainerRules

/// Checks the questions themselves, independent of other files.
enum QuestionCheck {
    /// The number of answers at each level (D1); higher levels have more.
    static let answerCounts = [1: 3, 2: 3, 3: 4, 4: 4, 5: 5]

    /// The findings for a file's questions.
    static func findings(_ file: QuestionFile) -> [ContentFinding] {
        var findings: [ContentFinding] = []
        var lines: [Question.ID: Int] = [:]
        let plausible = Dictionary(
            file.entries.compactMap { entry in
                entry.question.picture.map { ($0, entry.question.plausible ?? []) }
            }
        ) { $0 + $1 }
        for entry in file.entries {
            let report = Report(entry: entry, plausible: plausible)
            if let first = lines[entry.question.id] {
                findings.append(
                    report.finding(
                        .duplicate, "its id is also used on line \(first)",
                        "Give each question a unique id."))
            } else {
                lines[entry.question.id] = entry.line
            }
            findings += report.identity() + report.answers() + report.pictures()
        }
        return findings
    }

    /// Findings for questions whose names are already taken.
    static func taken(_ file: QuestionFile, by names: Set<Question.ID>) -> [ContentFinding] {
        file.entries.filter { names.contains($0.question.id) }.map { entry in
            Report(entry: entry, plausible: [:]).finding(
                .duplicate, "another question of the game has this id",
                "Choose another id.")
        }
    }

    private struct Report {
        let entry: QuestionFile.Entry
        /// The other emotions that a person could see in each picture, by path.
        let plausible: [String: [Emotion]]
        var question: Question { entry.question }

        func finding(
            _ code: ContentFinding.Code, _ problem: String, _ remedy: String
        ) -> ContentFinding {
            ContentFinding(
                code, file: QuestionFile.name, position: "line \(entry.line)",
                "question \(question.id.forMessage): \(problem)", remedy: remedy)
        }

        /// Checks name and numbers.
        func identity() -> [ContentFinding] {
            var findings: [ContentFinding] = []
            if !ContentPath.isPlainName(question.id[...]) || question.id.utf8.count > 80
                || question.id.contains(".") || question.id.hasPrefix("bank-")
            {
                findings.append(
                    finding(
                        .wrongShape,
                        "its id is not 1 to 80 letters, digits, hyphens and underscores, or it "
                            + "begins "
                            + "with \"bank-\"", "Choose an id such as l1-happiness-01.")
                )
            }
            if !(1...5).contains(question.level) {
                findings.append(
                    finding(.wrongShape, "its level is \(question.level)", "Levels are 1 to 5."))
            }
            if !(0...1).contains(question.strength) {
                findings.append(
                    finding(
                        .wrongShape, "its strength is \(question.strength)",
                        "Strengths are 0 to 1."))
            }
            if question.form == .own {
                findings.append(
                    finding(
                        .wrongShape,
                        "its form is \"own\", which is reserved for questions of players",
                        "Write cartoon, person or situation."))
            }
            if let point = question.point,
                ![point.x, point.y, point.radius].allSatisfy({ (0...1).contains($0) })
            {
                findings.append(
                    finding(
                        .wrongShape, "its point is outside the picture",
                        "Set x, y and radius as fractions of the picture's width: 0 to 1."))
            }
            return findings
        }

        /// Checks the answers: the level's number, all of one kind, exactly one right.
        func answers() -> [ContentFinding] {
            var findings: [ContentFinding] = []
            let answers = question.answers
            if let wanted = QuestionCheck.answerCounts[question.level], answers.count != wanted {
                findings.append(
                    finding(
                        .answerCount, "it has \(answers.count) answers",
                        "Level \(question.level) wants \(wanted)."))
            }
            let names = answers.map(\.id)
            if Set(names).count != names.count {
                findings.append(
                    finding(
                        .duplicate, "two of its answers have the same id",
                        "Give each answer a unique id."))
            }
            for name in names where !ContentPath.isPlainName(name[...]) || name.contains(".") {
                findings.append(
                    finding(
                        .wrongShape, "the id of its answer \(name.forMessage) is invalid",
                        "Use letters, digits, hyphens and underscores."))
            }
            for answer in answers {
                let isWords = entry.wordAnswers.contains(answer.id)
                let isOther = answer.emotion != nil || answer.picture != nil
                if isWords == isOther {
                    findings.append(
                        finding(
                            .wrongShape,
                            "its answer \(answer.id.forMessage) is "
                                + (isWords ? "both a text and something else" : "empty"),
                            "Give it one of \"emotion\", \"picture\" and \"text\": true."))
                }
            }
            return findings + rightAnswer()
        }

        private func rightAnswer() -> [ContentFinding] {
            guard let right = question.answers.first(where: { $0.id == question.right }) else {
                return [
                    finding(
                        .noRightAnswer,
                        "its right answer \(question.right.forMessage) is not one of its answers",
                        "Use the id of one of them.")
                ]
            }
            var findings: [ContentFinding] = []
            if let emotion = right.emotion, emotion != question.emotion {
                findings.append(
                    finding(
                        .noRightAnswer,
                        "it teaches \(question.emotion.rawValue), but its right answer is "
                            + emotion.rawValue, "Change one of the two."))
            }
            let others = question.answers.filter { $0.id != question.right }
            if others.contains(where: { $0.emotion == question.emotion }) {
                findings.append(
                    finding(
                        .severalRightAnswers,
                        "a wrong answer also has the emotion \(question.emotion.rawValue)",
                        "Change it: only one answer can be right."))
            }
            if question.isPlausible(question.emotion) {
                findings.append(
                    finding(
                        .wrongShape,
                        "its plausible emotions include \(question.emotion.rawValue), its own",
                        "Remove it: \"plausible\" lists other emotions."))
            }
            for answer in others {
                let isRight =
                    answer.emotion.map(question.isPlausible)
                    ?? answer.picture.flatMap { plausible[$0] }?.contains(question.emotion)
                guard isRight == true else { continue }
                findings.append(
                    finding(
                        .severalRightAnswers,
                        "a person could also see its wrong answer \(answer.id.forMessage) as right",
                        "Choose another wrong answer."))
            }
            let emotions = question.answers.compactMap(\.emotion)
            let pictures = question.answers.compactMap(\.picture)
            if Set(emotions).count != emotions.count || Set(pictures).count != pictures.count {
                findings.append(
                    finding(
                        .severalRightAnswers, "two of its answers are the same",
                        "Make each answer different."))
            }
            return findings
        }

        /// Checks the picture of a question, or those of its answers.
        func pictures() -> [ContentFinding] {
            var findings: [ContentFinding] = []
            if question.picture == nil, question.answers.contains(where: { $0.picture == nil }) {
                findings.append(
                    finding(
                        .missing, "it has no picture, and not every answer has one",
                        "Give it a picture."))
            }
            let paths =
                [question.picture].compactMap(\.self) + question.answers.compactMap(\.picture)
            for path in paths where !ContentPath.isPlain(path) {
                findings.append(
                    finding(
                        .outside,
                        "the path \(path.forMessage) does not lead to a file below the folder",
                        "Put the picture into the folder, such as pictures/l1/happiness-01.webp."))
            }
            return findings
        }
    }
}
