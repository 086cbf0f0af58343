import ArgumentParser
import Foundation
import Hummingbird
import StrataWebHost

/// A server with routes of its own, and an app of SwiftUI below one of them.
@main
struct TeamNotes: AsyncParsableCommand {
    @Option(help: "The port to listen on; 0 picks a free one.") var port = 8080

    func run() async throws {
        let sessions = Sessions()
        let notes = await HostedApp(NotesApp())

        let router = Router(context: SessionContext.self)
        router.add(middleware: SessionReader(sessions: sessions))
        router.get { _, context in Self.frontPage(for: context.person) }
        router.post("sign-in") { request, context in
            // A real server checks a password here.
            let form = try await URLEncodedFormDecoder().decode(SignIn.self, from: request, context: context)
            var response = Response.redirect(to: "/notes/")
            response.setCookie(sessions.begin(for: form.name))
            return response
        }
        router.post("sign-out") { _, context in
            if let session = context.session {
                sessions.end(session)
                await notes.closeWindows { $0.headers[.cookie]?.contains("session=\(session)") ?? false }
            }
            return Response.redirect(to: "/")
        }
        notes.addRoutes(to: router.group("notes").add(middleware: SignedInOnly()), setting: \.person) { _, context in
            context.person ?? ""
        }

        let server = Application(
            router: router, server: .http1(windowsOf: notes), configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                let line = "Open http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
                // Ignored: the server runs, with or without the line.
                try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
            })
        try await server.runService()
    }

    private struct SignIn: Decodable {
        let name: String
    }

    private static func frontPage(for person: String?) -> Response {
        let form =
            person == nil
            ? #"<form method="post" action="sign-in"><label>Name <input name="name" required></label> <button>Sign in</button></form>"#
            : #"<p><a href="notes/">Your notes</a></p><form method="post" action="sign-out"><button>Sign out</button></form>"#
        let head = #"<title>Team</title><link rel="icon" href="data:,">"#
        let page = "<!doctype html><html lang=\"en\">\(head)<h1>Team</h1>\(form)</html>\n"
        return Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: .init(byteBuffer: ByteBuffer(string: page)))
    }
}
