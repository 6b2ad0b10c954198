/// A value or why it is none, so that one bad element of a list does not hide the next.
struct Attempted<Value: Decodable>: Decodable {
    /// The value, or what the decoder said.
    let result: Result<Value, any Error>

    init(from decoder: any Decoder) {
        result = Result { try Value(from: decoder) }
    }
}
