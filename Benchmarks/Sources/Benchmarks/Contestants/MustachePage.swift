import Foundation
import GRDB
import Hummingbird
import Logging
import Mustache

/// A page of quakes by Hummingbird and swift-mustache, which render the same rows for each request.
struct MustachePage: Sendable {
    /// The values of a row, by their names in the template.
    typealias Values = [String: String]

    private let values: @Sendable () async throws -> [Values]
    private let template: MustacheTemplate

    /// Creates a page of the latest 50 quakes of a database, which GRDB selects for each request.
    init(pool: DatabasePool) throws {
        values = {
            try await pool.read { database in
                let rows = try Row.fetchCursor(
                    database.cachedStatement(sql: "SELECT magnitude, place, time FROM quake ORDER BY time DESC LIMIT 50")
                )
                var values: [Values] = []
                while let row = try rows.next() {
                    let time: Double = row[2]
                    values.append(Self.values(row[0], row[1], Date(timeIntervalSinceReferenceDate: time)))
                }
                return values
            }
        }
        template = try MustacheTemplate(string: Self.page)
    }

    /// Creates a page of quakes in memory.
    init(_ quakes: [Quake]) throws {
        values = { quakes.map { Self.values(Double($0.magnitude), $0.place, $0.time) } }
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

    private func html() async throws -> String { template.render(["quakes": try await values()]) }

    /// Returns the HTML of rows alone.
    static func rows(_ quakes: [Quake]) throws -> String {
        try rowsTemplate.get().render(["quakes": quakes.map { values(Double($0.magnitude), $0.place, $0.time) }])
    }

    private static func values(_ magnitude: Double, _ place: String, _ time: Date) -> Values {
        [
            "magnitude": String(format: "%.1f", magnitude),
            "place": place,
            "iso": time.formatted(.iso8601),
            "time": time.formatted(date: .omitted, time: .shortened),
        ]
    }

    private static let rowsTemplate = Result { try MustacheTemplate(string: rows) }

    private static let rows = """
        {{#quakes}}
        <div class="row" role="listitem"><div class="hstack"><span class="text">{{magnitude}}</span>\
        <span class="text">{{place}}</span>\
        <span class="text"><time datetime="{{iso}}">{{time}}</time></span></div></div>
        {{/quakes}}

        """

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
        \(rows)</div>
        </main>
        </body>
        </html>
        """
}
