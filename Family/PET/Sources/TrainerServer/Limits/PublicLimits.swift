import FamilyWeb
import Foundation

/// What a server for many families lets one address and one account do.
///
/// Wide enough for a class behind one address and for a child before the camera, which sends twelve
/// pictures a second; narrow enough that one that asks without end does not take the others' time.
public struct PublicLimits: Sendable {
    /// Requests of an address, pictures of faces among them; files are not counted.
    static let address = RateLimiter.Rate(burst: 600, perSecond: 120)
    /// Requests of an account.
    static let account = RateLimiter.Rate(burst: 200, perSecond: 40)
    /// Accounts that are made from one address: five at once, then one in twenty minutes.
    static let registrations = RateLimiter.Rate(burst: 5, perSecond: 1 / 1200)
    /// Accounts that are made at all: fifty at once, then one in twenty seconds.
    static let allRegistrations = RateLimiter.Rate(burst: 50, perSecond: 1 / 20)

    let addresses: RateLimiter
    let accounts: RateLimiter
    let registering: RateLimiter
    let registeringAtAll: RateLimiter

    /// Makes limits of a server that begins.
    public init() {
        self.init(clock: FaceSittings.uptime)
    }

    init(clock: @escaping @Sendable () -> Double) {
        addresses = RateLimiter(Self.address, clock: clock)
        accounts = RateLimiter(Self.account, clock: clock)
        registering = RateLimiter(Self.registrations, clock: clock)
        registeringAtAll = RateLimiter(Self.allRegistrations, clock: clock)
    }
}
