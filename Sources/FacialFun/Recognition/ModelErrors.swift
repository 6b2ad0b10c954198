/// Codes of models that cannot be used.
extension FacialFunError.Code {
    /// No folder of models was found, or the specified one does not exist.
    public static let modelsNotFound = Self("models_not_found")
    /// A model's files cannot be read, are damaged, or fail their checksum.
    public static let modelUnreadable = Self("model_unreadable")
    /// A model's files are valid, but the model does not perform this task.
    package static let modelUnsuitable = Self("model_unsuitable")
    /// The file of the judgeability limits is missing or invalid.
    package static let limitsUnsound = Self("limits_unsound")
}
