import Foundation
import Glibc

/// A minimal HTTP client, so that a benchmark measures the server. Each request has a connection of
/// its own.
enum WebPage {
    /// Returns the complete response to `GET /` from a local port, including its headers.
    static func get(port: Int) throws -> String {
        let connection = try LocalSocket(port: port)
        try connection.send(Array("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8))
        var answer: [UInt8] = []
        while let count = try connection.receive(into: &answer), count > 0 {}
        return String(decoding: answer, as: UTF8.self)
    }

    /// Throws unless a page shows texts in their order.
    static func check(_ page: String, shows texts: [String], by name: String) throws {
        try page.withCString { start in
            var rest = start
            for text in texts {
                guard let found = strstr(rest, ">\(text)<") else {
                    throw WrongResult(description: "\(name)'s page does not show \(text) in order:\n\(page.prefix(2000))")
                }
                rest = UnsafePointer(found) + 1
            }
        }
    }
}
