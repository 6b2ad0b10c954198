/// The cost of a password hash: the parameters of scrypt (RFC 7914).
public struct PasswordCost: Hashable, Sendable {
    /// The binary logarithm of N.
    public var logN: Int
    /// The parameter r: a block has 128 r bytes, and N blocks are in memory at once.
    public var blockSize: Int
    /// p.
    public var parallelism: Int

    /// Makes a cost.
    public init(logN: Int, blockSize: Int = 8, parallelism: Int = 1) {
        self.logN = logN
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// The cost of a new password: 64 MiB, and about 0.4 s.
    ///
    /// OWASP's Password Storage Cheat Sheet rates it as strong as 128 MiB with p = 1. With half the
    /// memory, a small machine can process two sign-ins at once.
    public static let standard = PasswordCost(logN: 16, parallelism: 2)
    /// The cost of a new PIN: 16 MiB, about 0.05 s.
    ///
    /// Since there are only 10,000 possible PINs, the limit on wrong attempts protects them, not
    /// the cost.
    public static let pin = PasswordCost(logN: 14)
    /// For tests: 1 MiB, and about 3 ms.
    public static let cheap = PasswordCost(logN: 10)

    /// Required memory, in bytes.
    public var bytes: Int { 128 * blockSize << logN }

    /// Whether it can be computed here: N up to 2²⁰, memory up to 1 GiB.
    var isAllowed: Bool {
        (1...20).contains(logN) && (1...32).contains(blockSize) && (1...16).contains(parallelism)
            && bytes <= 1 << 30
    }
}
