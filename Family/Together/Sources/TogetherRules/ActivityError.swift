/// Reasons why a step of an activity is rejected.
package enum ActivityError: Error, Equatable, CustomStringConvertible {
    case notNow(ActivityStage)
    case notTheHost
    case notInvited
    case noInvitees
    case tooFewOptions
    case missingNameOrDescription
    case deadlineInThePast
    case pollClosed
    case invalidChoice
    case slotEndsBeforeItStarts
    case slotInThePast
    case missingLocationOrType
    case noTasks
    case unknownTask

    package var description: String {
        switch self {
        case .notNow(let stage): "not possible while the activity is \(stage.rawValue)"
        case .notTheHost: "only the host can do this; ask the host"
        case .notInvited: "this member is not invited; add the member to the invitees"
        case .noInvitees: "no member is invited; choose at least one"
        case .tooFewOptions: "a poll needs at least two options"
        case .missingNameOrDescription: "enter both a name and a description"
        case .deadlineInThePast: "the deadline has passed; choose a later one"
        case .pollClosed: "the poll is closed"
        case .invalidChoice: "choose at least one of the listed options"
        case .slotEndsBeforeItStarts: "the end must be after the start"
        case .slotInThePast: "the start has passed; choose a later one"
        case .missingLocationOrType: "enter both a location and an activity type"
        case .noTasks: "add at least one task"
        case .unknownTask: "the task no longer exists; reload the page"
        }
    }
}
