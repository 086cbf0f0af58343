import Foundation
import Glibc

/// A browser tab without a browser: the WebSocket of a window.
///
/// Opens a page, connects to its window, and reports to the server what Strata's script reports:
/// the surroundings, and the rows of the list that are visible. Then it sends events and receives
/// patches, in JSON. It keeps neither the page nor the patches, so that a thousand tabs need hardly
/// any memory in the process that also has their windows.
final class BrowserTab {
    /// The opcodes of frames (RFC 6455, section 5.2).
    private enum Opcode {
        static let (text, close, ping, pong) = (UInt8(1), UInt8(8), UInt8(9), UInt8(10))
    }

    private let socket: LocalSocket
    /// The received bytes that are not a complete frame yet.
    private var received: [UInt8] = []
    /// The received messages that `message()` has not returned yet.
    private var messages: [String] = []
    /// The number of the last event, which its patch acknowledges.
    private(set) var lastEvent = 0

    /// Connects to the window of a page.
    ///
    /// - Parameters:
    ///   - rows: The visible rows of the page's list; nil if it has none.
    ///   - scene: The name of the scene that the tab has shown before; nil if it has shown none.
    init(_ page: String, port: Int, showing rows: Range<Int>? = nil, restoring scene: String? = nil) throws {
        guard let token = page.firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1 else {
            throw WrongResult(description: "The page has no window:\n\(page.prefix(2000))")
        }
        socket = try LocalSocket(port: port)
        let lines = [
            "GET /strata/live?window=\(token)\(scene == nil ? "" : "&restores=1") HTTP/1.1", "Host: 127.0.0.1:\(port)",
            "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", "",
        ]
        try socket.send(Array(lines.joined(separator: "\r\n").utf8))
        let end = Array("\r\n\r\n".utf8)
        while received.firstRange(of: end) == nil {
            guard let count = try socket.receive(into: &received), count > 0 else { throw closed }
        }
        guard received.starts(with: Array("HTTP/1.1 101 ".utf8)), let head = received.firstRange(of: end) else { throw closed }
        received.removeSubrange(..<head.upperBound)

        let surroundings = """
            "isNarrow":false,"isLow":false,"isDark":false,"prefersMoreContrast":false,"prefersLessMotion":false,\
            "prefersLessTransparency":false,"isVisible":true,"scale":1,"timeZone":"UTC"
            """
        if let scene {
            try send(
                "restore", to: 0,
                #""scene":"\#(scene)","location":"","depth":0,"isReturning":true,"surroundings":{\#(surroundings)}"#)
            return
        }
        try send("surroundings", to: 0, surroundings)
        if let rows {
            guard let list = Self.element(in: page, #"class="list"#) else {
                throw WrongResult(description: "The page has no list:\n\(page.prefix(2000))")
            }
            try send("show", to: list, #""rows":[\#(rows.lowerBound),\#(rows.upperBound)]"#)
        }
    }

    /// Returns the ID of the first element of a page whose start tag contains a text, or ends with
    /// it: `">\(text)<"` finds the element that shows a text.
    static func element(in page: String, _ text: String) -> Int? {
        // With C's functions, since it searches a thousand pages.
        page.withCString { page in
            guard let found = strstr(page, text) else { return nil }
            var start = UnsafePointer(found)
            while start > page, start.pointee != CChar(UInt8(ascii: "<")) { start -= 1 }
            let name = "data-id=\""
            return strstr(start, name).flatMap { Int(exactly: atoi($0 + name.utf8.count)) }
        }
    }

    // MARK: Sending

    /// Sends an event.
    ///
    /// - Parameter payload: The members of its JSON besides element, name and number.
    func send(_ event: String, to element: Int, _ payload: String = "") throws {
        lastEvent += 1
        let rest = payload.isEmpty ? "" : ",\(payload)"
        try send(Opcode.text, Array(#"{"element":\#(element),"event":"\#(event)","number":\#(lastEvent)\#(rest)}"#.utf8))
    }

    private func send(_ opcode: UInt8, _ data: [UInt8]) throws {
        // A client has to mask its data (the first bit of the length). A mask of zeros does not
        // change it.
        var frame: [UInt8] = [0x80 | opcode]
        if data.count < 126 {
            frame.append(0x80 | UInt8(data.count))
        } else {
            frame += [0x80 | 126, UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
        }
        frame += [0, 0, 0, 0]
        frame += data
        try socket.send(frame)
    }

    // MARK: Receiving

    /// Waits for the next message.
    func message() throws -> String {
        let start = ContinuousClock.now
        while messages.isEmpty {
            // Heartbeats arrive, too.
            guard start.duration(to: .now) < .seconds(60) else {
                throw WrongResult(description: "No message arrived within a minute.")
            }
            if try !Self.ready([self], within: 1_000).isEmpty { try receive() }
        }
        return messages.removeFirst()
    }

    /// Waits until one of the tabs has received something. Returns their positions; none if the
    /// time in milliseconds has passed.
    private static func ready(_ tabs: [BrowserTab], within milliseconds: Int32) throws -> [Int] {
        var descriptors = tabs.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
        guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) >= 0 else { throw LocalSocket.failure("poll") }
        return descriptors.indices.filter { descriptors[$0].revents != 0 }
    }

    /// Receives and discards messages until no tab has received one for some milliseconds. Pings do
    /// not count: each of a thousand tabs receives one every ten seconds.
    static func settle(_ tabs: [BrowserTab], for milliseconds: Int = 300) throws {
        var last = ContinuousClock.now
        while last.duration(to: .now) < .milliseconds(milliseconds) {
            for index in try ready(tabs, within: 10) {
                try tabs[index].receive()
                if !tabs[index].messages.isEmpty { last = .now }
                tabs[index].messages = []
            }
        }
    }

    /// Receives what has arrived, and answers pings. The server closes the connection of a tab that
    /// does not answer for half a minute.
    static func answerPings(_ tabs: [BrowserTab]) throws {
        for index in try ready(tabs, within: 0) { try tabs[index].receive() }
    }

    /// Waits for one message of each tab. Calls a closure with each, when it has arrived.
    static func messages(of tabs: [BrowserTab], _ body: (String) throws -> Void) throws {
        var waiting: [BrowserTab] = []
        for tab in tabs {
            if let message = tab.messages.first { try body(message) } else { waiting.append(tab) }
            tab.messages = []
        }
        while !waiting.isEmpty {
            let ready = try ready(waiting, within: 60_000)
            guard !ready.isEmpty else { throw WrongResult(description: "\(waiting.count) tabs received no message.") }
            for index in ready {
                try waiting[index].receive()
                if let message = waiting[index].messages.first { try body(message) }
            }
            // `removeAll` visits each tab once, also if a thousand of them leave.
            waiting.removeAll { tab in
                defer { tab.messages = [] }
                return !tab.messages.isEmpty
            }
        }
    }

    /// Receives what has arrived, and answers pings.
    private func receive() throws {
        while let count = try socket.receive(into: &received, waits: false) {
            guard count > 0 else { throw closed }
        }
        while let (opcode, data) = nextFrame() {
            switch opcode {
            // The heartbeat is an empty message.
            case Opcode.text: if !data.isEmpty { messages.append(String(decoding: data, as: UTF8.self)) }
            case Opcode.ping: try send(Opcode.pong, data)
            case Opcode.close: throw closed
            default: break
            }
        }
    }

    /// Removes a complete frame from the received bytes; returns nil if there is none.
    private func nextFrame() -> (opcode: UInt8, data: [UInt8])? {
        guard received.count >= 2 else { return nil }
        let short = Int(received[1] & 0x7F)
        let head = short < 126 ? 2 : short == 126 ? 4 : 10
        guard received.count >= head else { return nil }
        let length = short < 126 ? short : received[2..<head].reduce(0) { $0 << 8 | Int($1) }
        guard received.count >= head + length else { return nil }
        defer { received.removeSubrange(..<(head + length)) }
        return (received[0] & 0xF, Array(received[head..<head + length]))
    }

    private var closed: WrongResult { WrongResult(description: "The server closed the WebSocket of a window.") }
}
