extension KeyedDecodingContainer {
    /// Reads the version of a stored round's format and checks that this program supports it.
    ///
    /// - Throws: `DecodingError` if it is missing or unsupported.
    func requireForm(_ wanted: Int, forKey key: Key) throws {
        let version = try decode(Int.self, forKey: key)
        guard version == wanted else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self,
                debugDescription: "A stored round has the format \(version); this program supports "
                    + "format \(wanted). Update the game.")
        }
    }
}
