import FamilyAccounts
import FamilyStore
import GRDB

/// The tables of accounts and P.E.T., and their migrations.
///
/// A migration that has shipped never changes; further changes need a new one.
enum Schema {
    /// `PET1` in ASCII: identifies this program's files.
    static let applicationID: Int32 = 0x5045_5431

    /// The migrations of accounts and P.E.T., the oldest first.
    static let steps = [
        DatabaseSchema.Step(identifier: "1 accounts, sessions, rounds", migrate: makeVersion1),
        DatabaseSchema.Step(identifier: "2 facial fun", migrate: makeVersion2),
        DatabaseSchema.Step(identifier: "3 family", migrate: makeVersion3),
        DatabaseSchema.Step(identifier: "4 own questions", migrate: makeVersion4),
        DatabaseSchema.Step(identifier: "5 portal", migrate: makeVersion5),
        DatabaseSchema.Step(
            identifier: "7 stickers, the end of a sitting", migrate: makeVersion7),
        DatabaseSchema.Step(identifier: "8 retention", migrate: makeVersion8),
        DatabaseSchema.Step(identifier: "9 agreements", migrate: makeVersion9),
        DatabaseSchema.Step(identifier: "10 households", migrate: makeVersion10),
        DatabaseSchema.Step(identifier: "11 garden", migrate: makeVersion11),
        DatabaseSchema.Step(identifier: "12 practices", migrate: makeVersion12),
        DatabaseSchema.Step(identifier: "13 goals", migrate: makeVersion13),
        DatabaseSchema.Step(identifier: "14 consents", migrate: makeVersion14),
        DatabaseSchema.Step(identifier: "15 sign-in without typing", migrate: makeVersion15),
    ]

    /// GRDB's migrator with the migrations of accounts and P.E.T.
    static var migrator: DatabaseMigrator { DatabaseSchema.migrator(of: steps) }

    /// The tables that every database has, without those of other apps.
    static let database = DatabaseSchema(
        applicationID: applicationID, steps: steps, apps: EnabledApps.migrations,
        contradictions: contradictions)

    /// Queries that find contradictory rows, each with a remedy.
    private static let contradictions =
        [answers] + HouseholdTables.contradictions + [rounds, pictures, clients, goals]

    private static let answers = DatabaseSchema.Contradiction(
        "SELECT count(*) FROM answer WHERE question NOT IN (SELECT id FROM question)",
        "answers refer to missing questions. Restore a backup with "
            + "`facialfun-family restore FILE`.")

    private static let rounds = DatabaseSchema.Contradiction(
        """
        SELECT count(*) FROM round
        WHERE revision <> (SELECT count(*) FROM answer WHERE answer.round = round.id)
        """,
        "rounds have a wrong count of answers. Restore a backup with "
            + "`facialfun-family restore FILE`.")

    private static let pictures = DatabaseSchema.Contradiction(
        """
        SELECT count(*) FROM own_question WHERE id NOT IN (
            SELECT question FROM own_file WHERE part = 'picture')
        """,
        "questions of families have no picture. Add one to each in the Question "
            + "Manager.")

    private static let goals = DatabaseSchema.Contradiction(
        """
        SELECT count(*) FROM note JOIN goal ON goal.id = note.goal WHERE note.player <> goal.player
        """,
        "notes are linked to goals of other children. Restore a backup with "
            + "`facialfun-family restore FILE`.")

    private static let clients = DatabaseSchema.Contradiction(
        """
        SELECT count(*) FROM own_question JOIN member ON member.id = own_question.client
        WHERE member.household <> own_question.account OR member.role <> 'child'
        """,
        "questions belong to a client of another household. Restore a backup with "
            + "`facialfun-family restore FILE`.")
}
