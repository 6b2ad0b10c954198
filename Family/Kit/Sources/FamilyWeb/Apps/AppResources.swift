package import Foundation

/// An app's files, its card on Home, and its exceptions to the server's security policy.
package struct AppResources: Sendable {
    /// A card on Home.
    package struct Card: Hashable, Sendable {
        /// The app's name.
        package let title: String
        /// One sentence about the app.
        package let summary: String
        /// The path that the card opens.
        package let path: String
        /// The address of a picture.
        ///
        /// If nil, the card shows the first letter of the title.
        package let picture: String?
        /// Whether children see the card until a parent decides.
        package let isEnabledByDefault: Bool
        /// Whether adults with their own logins may always use the app, regardless of the choices
        /// for children.
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

    /// An app's exceptions to the server's security policy.
    package struct Policy: Hashable, Sendable {
        /// Additional sources by directive of the Content Security Policy: `["connect-src":
        /// ["blob:"]]`.
        package var sources: [String: [String]]
        /// Additional browser features for the app's own pages, as named in `Permissions-Policy`.
        package var permissions: [String]
        /// Whether the app's pages may embed each other in frames.
        ///
        /// Other sites may never embed them.
        package var allowsOwnFrames: Bool

        package init(
            sources: [String: [String]] = [:], permissions: [String] = [],
            allowsOwnFrames: Bool = false
        ) {
            self.sources = sources
            self.permissions = permissions
            self.allowsOwnFrames = allowsOwnFrames
        }
    }

    /// A folder whose files are served without authentication under the app's prefix; nil for none.
    ///
    /// A service worker in it has the prefix as its scope.
    package var files: URL?
    /// The card on Home; nil for an app without one.
    package var card: Card?
    /// Exceptions of the app's pages to the server's security policy.
    package var policy: Policy

    package init(files: URL? = nil, card: Card? = nil, policy: Policy = Policy()) {
        self.files = files
        self.card = card
        self.policy = policy
    }
}
