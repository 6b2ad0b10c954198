/// A player's age in the year of an answer, in bands for statistics.
public enum AgeBand: String, CaseIterable, Codable, Sendable {
    case under5 = "0-4"
    case from5to6 = "5-6"
    case from7to8 = "7-8"
    case from9to10 = "9-10"
    case from11to12 = "11-12"
    case from13to17 = "13-17"
    case adult = "18+"

    /// The band of the age reached in a year; a birth after that year counts as ``under5``.
    public init(birthYear: Int, in year: Int) {
        switch year - birthYear {
        case ..<5: self = .under5
        case 5...6: self = .from5to6
        case 7...8: self = .from7to8
        case 9...10: self = .from9to10
        case 11...12: self = .from11to12
        case 13...17: self = .from13to17
        default: self = .adult
        }
    }
}
