import FacialFunWire

/// A value of a manifest or a safetensors header.
typealias JSONField = FacialFunWire.JSONField<NetworkError>

extension FacialFunWire.JSONField<NetworkError> {
    /// Creates the field of a document, whose faults become errors with this code.
    init(file: String, document: JSONValue, code: NetworkError.Code) {
        self.init(file: file, document: document) { fault in
            NetworkError(code: code, message: fault.description)
        }
    }
}
