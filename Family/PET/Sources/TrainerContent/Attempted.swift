/// A decoded value or its error, so that one bad element of a list does not hide the next.
struct Attempted<Value: Decodable>: Decodable {
    /// The value or the decoder's error.
    let result: Result<Value, any Error>

    init(from decoder: any Decoder) {
        result = Result { try Value(from: decoder) }
    }
}
