package import FamilyAccounts
import Hummingbird

/// The routes for accounts: creating them, signing in and out, parent PIN, members, devices, terms.
package struct AccountSite: Sendable {
    /// The parts of the server that the routes use.
    package struct Configuration: Sendable {
        /// Renders the pages.
        package var pages: any SitePages
        /// The database.
        package var store: any AccountStore
        /// Checks passwords and PINs.
        package var accounts: Authenticator
        /// The texts.
        package var content: any TextCatalog
        /// The apps whose records are deleted with members.
        package var apps: [any FamilyApp]
        /// The app that opens directly for children who have no other app.
        package var main: MainApp
        /// The pages that a PIN form may redirect to; the first is the default.
        package var parentPages: [String]
        /// The home network, whose address cards have to name; nil for none.
        package var secure: SecureListener?

        /// Makes a configuration.
        package init(
            pages: any SitePages, store: any AccountStore, accounts: Authenticator,
            content: any TextCatalog, apps: [any FamilyApp], main: MainApp, parentPages: [String],
            secure: SecureListener? = nil
        ) {
            self.pages = pages
            self.store = store
            self.accounts = accounts
            self.content = content
            self.apps = apps
            self.main = main
            self.parentPages = parentPages
            self.secure = secure
        }
    }

    /// Admits sessions whose parent PIN was entered recently.
    package let gate: ParentGate
    /// Opens and closes the parent's part.
    package let parent: ParentRoutes
    /// Children's sign-in without typing.
    package let children: ChildSignInRoutes

    private let sessions: SessionRoutes
    private let accounts: AccountRoutes
    private let terms: TermsRoutes
    private let forms: FormRoutes
    private let members: MemberPages
    private let sharing: SharingPages
    private let childPages: ChildSignInPages

    /// Makes the routes.
    package init(_ site: Configuration) {
        let secrets = ShownOnce()
        gate = ParentGate(content: site.content)
        parent = ParentRoutes(store: site.store, accounts: site.accounts, content: site.content)
        sessions = SessionRoutes(
            store: site.store, accounts: site.accounts, content: site.content, main: site.main)
        accounts = AccountRoutes(
            store: site.store, accounts: site.accounts, content: site.content, gate: gate,
            apps: site.apps, secrets: secrets, main: site.main)
        terms = TermsRoutes(
            pages: site.pages, store: site.store, content: site.content, gate: gate,
            main: site.main)
        children = ChildSignInRoutes(
            pages: site.pages, store: site.store, accounts: site.accounts, content: site.content,
            main: site.main)
        childPages = ChildSignInPages(
            pages: site.pages, store: site.store, accounts: site.accounts, content: site.content,
            secrets: secrets, secure: site.secure)
        forms = FormRoutes(
            pages: site.pages, store: site.store, content: site.content, sessions: sessions,
            accounts: accounts, parent: parent, terms: terms, children: children,
            main: site.main, parentPages: site.parentPages)
        members = MemberPages(
            pages: site.pages, store: site.store, accounts: site.accounts, content: site.content,
            secrets: secrets, apps: site.apps)
        sharing = SharingPages(
            pages: site.pages, store: site.store, content: site.content, secrets: secrets)
    }

    /// Registers the routes.
    ///
    /// Members reach them before they agree to the current terms, so that they can refuse, export
    /// their data or delete the account.
    package func addRoutes(to routes: AppRoutes) {
        let open = routes.open.group("api")
        let always = routes.member.group("api")
        sessions.add(to: open, members: always)
        accounts.addOpen(to: open)
        forms.addOpen(to: routes.open)
        members.addOpen(to: routes.open)
        terms.addPage(to: routes.member)
        forms.addMembers(to: routes.member)
        members.addMembers(to: routes.member)
        sharing.add(to: routes.member)
        children.add(to: routes.open)
        childPages.add(to: routes.member)
        terms.add(to: routes.parent.group("api"))
        parent.add(to: always)
        accounts.addMembers(to: always)
    }
}
