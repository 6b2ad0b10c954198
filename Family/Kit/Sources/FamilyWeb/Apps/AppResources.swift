package import Foundation

/// The files of an app, its card on Home, and what its pages may do beyond the server's strict policy.
package struct AppResources: Sendable {
    /// A card on Home.
    package struct Card: Hashable, Sendable {
        /// The app's name.
        package let title: String
        /// One sentence about the app.
        package let summary: String
        /// The address that the card opens.
        package let path: String
        /// The address of a picture; nil for the first letter of the title.
        package let picture: String?
        /// Whether children see the card before a parent has decided.
        package let isEnabledByDefault: Bool
        /// Whether adults use the app on their own logins, where no choice for a child applies.
        package let isForAdults: Bool

        package init(
            title: String, summary: String, path: String, picture: String? = nil,
            isEnabledByDefault: Bool = false, isForAdults: Bool = false
        ) {
            self.title = title
            self.summary = summary
            self.path = path
            self.picture = picture
            self.isEnabledByDefault = isEnabledByDefault
            self.isForAdults = isForAdults
        }
    }

    /// Permissions of an app's pages beyond the server's policy.
    package struct Policy: Hashable, Sendable {
        /// Further sources, by directive of the Content Security Policy: `["connect-src": ["blob:"]]`.
        package var sources: [String: [String]]
        /// Further features for the app's own pages, as `Permissions-Policy` names them.
        package var permissions: [String]
        /// Whether the app's pages may show each other in frames; other sites' pages never may.
        package var framesItself: Bool

        package init(
            sources: [String: [String]] = [:], permissions: [String] = [],
            framesItself: Bool = false
        ) {
            self.sources = sources
            self.permissions = permissions
            self.framesItself = framesItself
        }
    }

    /// A folder whose files are served to everybody below the app's prefix; nil for none.
    ///
    /// A service worker in it has the prefix as its scope.
    package var files: URL?
    /// The card on Home; nil for an app that has none.
    package var card: Card?
    /// Permissions of the app's pages beyond the server's policy.
    package var policy: Policy

    package init(files: URL? = nil, card: Card? = nil, policy: Policy = Policy()) {
        self.files = files
        self.card = card
        self.policy = policy
    }
}
