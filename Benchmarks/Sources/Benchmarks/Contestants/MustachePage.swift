import Foundation
import GRDB
import Hummingbird
import Logging
import Mustache

/// The peer of `first-page`: Hummingbird, GRDB and swift-mustache, which select and render the same
/// 50 rows for each request.
struct MustachePage: Sendable {
    private let pool: DatabasePool
    private let template: MustacheTemplate

    init(pool: DatabasePool) throws {
        self.pool = pool
        template = try MustacheTemplate(string: Self.page)
    }

    /// Serves until the task is cancelled. Calls `onRunning` with the port once it listens.
    func serve(onRunning: @escaping @Sendable (Int) -> Void) async throws {
        let router = Router()
        router.get("/") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/html; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: try await html()))
            )
        }
        var logger = Logger(label: "peer")
        logger.logLevel = .error
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in onRunning(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        try await application.run()
    }

    private func html() async throws -> String {
        let quakes = try await pool.read { database in
            let rows = try Row.fetchCursor(
                database.cachedStatement(sql: "SELECT magnitude, place, time FROM quake ORDER BY time DESC LIMIT 50")
            )
            var quakes: [[String: String]] = []
            while let row = try rows.next() {
                let magnitude: Double = row[0]
                let time: Double = row[2]
                let date = Date(timeIntervalSinceReferenceDate: time)
                quakes.append([
                    "magnitude": String(format: "%.1f", magnitude),
                    "place": row[1],
                    "iso": date.formatted(.iso8601),
                    "time": date.formatted(date: .omitted, time: .shortened),
                ])
            }
            return quakes
        }
        return template.render(["quakes": quakes])
    }

    private static let page = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Earthquakes</title>
        <link rel="stylesheet" href="page.css">
        <script src="page.js" defer></script>
        </head>
        <body>
        <main>
        <div class="list" role="list">
        {{#quakes}}
        <div class="row" role="listitem"><div class="hstack"><span class="text">{{magnitude}}</span>\
        <span class="text">{{place}}</span>\
        <span class="text"><time datetime="{{iso}}">{{time}}</time></span></div></div>
        {{/quakes}}
        </div>
        </main>
        </body>
        </html>
        """
}
