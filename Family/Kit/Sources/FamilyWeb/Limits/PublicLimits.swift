/// Rate limits of addresses and accounts on a server for many families.
///
/// High enough for a class behind one address and for a child at the camera, which sends twelve
/// pictures a second; low enough that a flooding client does not slow others down.
public struct PublicLimits: Sendable {
    /// Requests of an address, including pictures of faces but not files.
    static let address = RateLimiter.Rate(burst: 600, perSecond: 120)
    /// Requests of an account.
    static let account = RateLimiter.Rate(burst: 200, perSecond: 40)
    /// New accounts of one address: a burst of five, then one every twenty minutes.
    static let registrations = RateLimiter.Rate(burst: 5, perSecond: 1 / 1200)
    /// New accounts in total: a burst of fifty, then one every twenty seconds.
    static let allRegistrations = RateLimiter.Rate(burst: 50, perSecond: 1 / 20)

    let addresses: RateLimiter
    let accounts: RateLimiter
    let newRegistrations: RateLimiter
    let totalRegistrations: RateLimiter

    /// Makes the limits of a starting server.
    public init() {
        self.init(clock: RateLimiter.uptime)
    }

    init(clock: @escaping @Sendable () -> Double) {
        addresses = RateLimiter(Self.address, clock: clock)
        accounts = RateLimiter(Self.account, clock: clock)
        newRegistrations = RateLimiter(Self.registrations, clock: clock)
        totalRegistrations = RateLimiter(Self.allRegistrations, clock: clock)
    }
}
