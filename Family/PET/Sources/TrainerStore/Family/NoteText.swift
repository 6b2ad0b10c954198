import FamilyAccounts
import FamilyText

/// The text of a note as a parent or a therapist types it.
public enum NoteText {
    /// The reason that a text is invalid; the raw value is the catalog key of its message.
    public enum Fault: String, Error, Sendable {
        /// It contains only white space.
        case blank = "family.note_blank"
        /// It is too long, or contains characters that users do not type.
        case wanted = "family.note_wanted"
        /// A letter carries more combining marks than any language needs.
        case marks = "field.marks"
    }

    /// The stored form of the text: without white space around lines, in Unicode's normalization
    /// form C.
    ///
    /// - Throws: ``Fault``.
    public static func accepted(_ typed: String) throws(Fault) -> String {
        guard !CombiningMarks.isLimitExceeded(in: typed) else { throw .marks }
        guard let text = PlainText.lines(typed, most: Note.mostCharacters) else { throw .wanted }
        guard !text.isEmpty else { throw .blank }
        return text
    }
}
