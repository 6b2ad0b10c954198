extension KeyedDecodingContainer {
    /// Reads the version of a stored round's form, and holds it to the one that this program reads.
    ///
    /// - Throws: `DecodingError` where there is none, or it is another one.
    func requireForm(_ wanted: Int, forKey key: Key) throws {
        let version = try decode(Int.self, forKey: key)
        guard version == wanted else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self,
                debugDescription: "A round of form \(version) was stored by another version of the "
                    + "game; this one reads form \(wanted). Update the game.")
        }
    }
}
