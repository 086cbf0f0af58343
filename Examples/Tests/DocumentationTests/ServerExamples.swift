// The first example of docs/server.md.

import Hummingbird
import StrataWebHost

struct Server {
    static func main() async throws {
        let notes = await HostedApp(NotesApp())
        let router = Router()
        router.get("health") { _, _ in "ok" }
        notes.addRoutes(to: router, at: "notes")
        let server = Application(router: router, server: .http1(windowsOf: notes))
        try await server.runService()
    }
}
