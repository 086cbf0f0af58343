import Hummingbird
import StrataWebHost

@testable import TeamNotes

// The examples of docs/server.md that use the types of TeamNotes.

func addRoutes(of notes: HostedApp, to router: Router<SessionContext>) {
    notes.addRoutes(to: router.group("notes").add(middleware: SignedInOnly()), setting: \.person) { _, context in
        context.person ?? ""
    }
}

func signOut(_ session: String, of notes: HostedApp) async {
    await notes.closeWindows { $0.headers[.cookie]?.contains("session=\(session)") ?? false }
}
