import FamilyAccounts
import FamilyText

/// The text of a note as a parent or a therapist types it.
public enum NoteText {
    /// Why a text is none; the raw value is the catalogue's key of its sentence.
    public enum Fault: String, Error, Sendable {
        /// It only contains white space.
        case blank = "family.note_blank"
        /// It is too long, or contains characters that users do not type.
        case wanted = "family.note_wanted"
        /// A letter carries more combining marks than any language needs.
        case marks = "field.marks"
    }

    /// The text as it is kept: lines without blanks around them, in Unicode's form C.
    ///
    /// - Throws: ``Fault``.
    public static func accepted(_ typed: String) throws(Fault) -> String {
        guard !CombiningMarks.exceedLimit(in: typed) else { throw .marks }
        guard let text = PlainText.lines(typed, most: Note.mostCharacters) else { throw .wanted }
        guard !text.isEmpty else { throw .blank }
        return text
    }
}
