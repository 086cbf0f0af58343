import NIOCore
import NIOHTTP1
import Testing

@testable import StrataWebHost

struct OriginTests {
    @Test func onlyPagesOfThisAddressGetALine() throws {
        let here = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        let elsewhere = try SocketAddress(ipAddress: "192.0.2.1", port: 1)
        func isWindowSocket(_ headers: HTTPHeaders, uri: String = "/strata/live?window=abc", from peer: SocketAddress? = nil)
            -> Bool
        {
            LiveChannel.isWindowSocket(HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: headers), from: peer)
        }
        #expect(isWindowSocket(["Host": "127.0.0.1:8080", "Origin": "http://127.0.0.1:8080"]))
        #expect(isWindowSocket(["Host": "quakes.example", "Origin": "https://quakes.example"]))
        #expect(
            isWindowSocket(["Host": "quakes.example", "Origin": "https://quakes.example"], uri: "/a/b/strata/live?window=abc"))
        #expect(isWindowSocket(["Host": "127.0.0.1:8080"]))
        #expect(isWindowSocket(["Host": "[::1]:8080", "Origin": "http://[::1]:8080"]))
        #expect(isWindowSocket(["Host": "quakes.example:443", "Origin": "https://quakes.example"]))
        #expect(isWindowSocket(["Host": "Quakes.example", "Origin": "https://quakes.example"]))
        #expect(!isWindowSocket(["Host": "quakes.example:80", "Origin": "https://quakes.example"]))
        #expect(!isWindowSocket(["Host": "quakes.example", "Origin": "https://quakes.example:8443"]))
        #expect(!isWindowSocket(["Host": "quakes.example", "Origin": "file://quakes.example"]))
        #expect(!isWindowSocket(["Host": "127.0.0.1:8080", "Origin": "https://evil.example"]))
        #expect(!isWindowSocket(["Host": "127.0.0.1:8080", "Origin": "null"]))
        #expect(!isWindowSocket(["Host": "127.0.0.1:8080", "Origin": "http://evil.example/127.0.0.1:8080"]))
        #expect(!isWindowSocket(["Host": "127.0.0.1:8080"], uri: "/elsewhere?window=abc"))
        #expect(!isWindowSocket(["Host": "127.0.0.1:8080"], uri: "/xstrata/live?window=abc"))
        #expect(!isWindowSocket(["Host": "127.0.0.1:8080"], uri: "/strata/live"))
        // A reverse proxy on this machine names the host that the browser asked for.
        let proxied: HTTPHeaders = [
            "Host": "127.0.0.1:8080", "X-Forwarded-Host": "notes.example", "Origin": "https://notes.example",
        ]
        #expect(isWindowSocket(proxied, from: here))
        #expect(!isWindowSocket(proxied, from: elsewhere))
        #expect(!isWindowSocket(proxied))
    }
}
