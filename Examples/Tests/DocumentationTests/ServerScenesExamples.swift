// The example of docs/server.md for scenes that survive the server.

import Foundation
import Hummingbird
import StrataWebHost
import SwiftUI

struct ServerWithScenes {
    static func main() async throws {
        let notes = await HostedApp(NotesApp(), scenesAt: URL(filePath: "/var/lib/notes/Scenes.sqlite"))
        let router = Router()
        notes.addRoutes(to: router)
        let server = Application(router: router, server: .http1(windowsOf: notes))
        try await server.runService()
    }
}
