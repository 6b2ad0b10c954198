/// Number format in a safetensors file.
package enum ElementType: String, Sendable {
    /// IEEE 754 single precision.
    case float32 = "F32"
    /// IEEE 754 half precision.
    case float16 = "F16"

    /// Bytes of one number.
    package var bytes: Int { self == .float32 ? 4 : 2 }
}
