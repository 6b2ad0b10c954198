import FamilyAccounts
import FamilyWeb
import TrainerContent
import TrainerStore

/// A plant as sent to the browser at the end of a round.
struct WirePlant: Encodable {
    /// The game that was played: a level, `bank` or `faces`.
    let source: String
    let picture: String
    /// The name of the plant, also the text alternative for the drawing.
    let name: String
    /// The sentence that announces it.
    let sentence: String

    init(_ source: Plant.Source, content: Content) {
        self.source = source.rawValue
        picture = QuestionPresenter.address("garden/\(source.rawValue).svg")
        name = content.text("garden.name.\(source.rawValue)") ?? source.rawValue
        sentence = content.text("garden.grows.\(source.rawValue)") ?? name
    }
}

/// The garden: beds of plants, one plant for each finished round.
struct Garden {
    /// The number of places in a bed.
    static let placesPerBed = 18

    /// The plants of the bed.
    let plants: [Plant]
    /// The number of the bed, from 1.
    let bed: Int
    /// The number of beds, at least 1; only the last one may have free places.
    let beds: Int
    /// The number of plants in all beds.
    let total: Int

    /// Chooses a bed.
    ///
    /// - Parameters:
    ///   - plants: All plants, the oldest first.
    ///   - bed: The number of the bed; nil or one that does not exist for the newest.
    init(_ plants: [Plant], bed: Int?) {
        total = plants.count
        // A full bed stays on the page until the next plant starts a new bed.
        let beds = max(1, (plants.count + Self.placesPerBed - 1) / Self.placesPerBed)
        let chosen = bed.flatMap { (1...beds).contains($0) ? $0 : nil } ?? beds
        self.beds = beds
        self.bed = chosen
        self.plants = Array(
            plants.dropFirst((chosen - 1) * Self.placesPerBed).prefix(Self.placesPerBed))
    }

    /// The value for templates.
    func values(content: Content) -> [String: Any] {
        let places = (0..<Self.placesPerBed).map { place -> [String: Any] in
            guard place < plants.count else { return ["filled": false] }
            let plant = WirePlant(plants[place].source, content: content)
            return [
                "filled": true, "picture": plant.picture, "name": plant.name,
                "source": plant.source,
                "new": bed == beds && place == plants.count - 1,
            ]
        }
        var values: [String: Any] = [
            "places": places, "count": total, "one": total == 1, "empty": total == 0,
            "bed": bed, "several": beds > 1,
        ]
        if bed > 1 { values["previous"] = bed - 1 }
        if bed < beds { values["next"] = bed + 1 }
        return values
    }
}
