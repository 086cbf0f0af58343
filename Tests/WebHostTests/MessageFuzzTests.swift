import Foundation
import Glibc
import StrataTestSupport
import Testing

@testable import StrataViewGraph
@testable import StrataWebHost

/// Sends random messages to live windows: events of every element, with random and broken payloads.
///
/// No message may stop the program, damage the graph, or leave anything behind after its window has
/// closed. `make soak` sends a million (STRATA_MESSAGES), and measures the memory of the process.
@MainActor
struct MessageFuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let messagesPerWindow = 500
    /// The growth of a process that runs this test alone, in megabytes. Caches that fill are part of it.
    private static let tolerance = 16

    @Test func `no random message stops the program or leaves anything behind`() async throws {
        let asked = Self.environment["STRATA_MESSAGES"].flatMap(Int.init)
        let windows = max(8, (asked ?? 4_000) / Self.messagesPerWindow)
        var seed = testSeed()
        var counts = RandomTab.Counts()
        var megabytesBefore = 0
        for index in 0..<windows {
            try await Self.sendMessages(Self.messagesPerWindow, seed: seed, counts: &counts)
            seed &+= 1
            if index == windows / 4 { megabytesBefore = try Self.residentMegabytes }
        }
        #expect(counts.handled > counts.sent / 2, "Most messages must reach a view: \(counts)")
        #expect(counts.refused > counts.sent / 100, "Some messages must be refused: \(counts)")
        // Beside other tests, the memory of the process says nothing.
        guard asked != nil else { return }
        let growth = try Self.residentMegabytes - megabytesBefore
        print("\(counts) in \(windows) windows; the last three quarters of them added \(growth) MB.")
        #expect(growth <= Self.tolerance)
    }

    private static func sendMessages(_ count: Int, seed: UInt64, counts: inout RandomTab.Counts) async throws {
        weak var graph: WindowGraph?
        var elements: [Int: WeakElement] = [:]
        do {
            let tab = try RandomTab(seed: seed)
            graph = tab.graph
            for number in 1...count {
                let message = tab.message(number)
                Trial.begin("MessageFuzzTests", seed: seed, number: number, input: message)
                if environment["STRATA_TRACE"] != nil { print("seed \(seed):", String(decoding: message, as: UTF8.self)) }
                try tab.send(message, counts: &counts)
                // The task that reads the patches runs on this actor, too.
                await Task.yield()
                guard number % 50 == 0 else { continue }
                // While a patch is on its way, the window flushes nothing.
                _ = tab.graph.flush()
                tab.graph.checkInvariants()
                for element in tab.graph.root.subtree where elements[element.id] == nil {
                    elements[element.id] = WeakElement(element)
                }
            }
            await tab.close()
        }
        // Tasks of views that were canceled end soon, unless the system gives their threads no time.
        let end = ContinuousClock.now + .seconds(600)
        while graph != nil || elements.values.contains(where: { $0.element != nil }), .now < end { await Task.yield() }
        #expect(graph == nil, "The window of seed \(seed) was closed and is still in memory.")
        // Elements and nodes do not own their window, so they could stay without it.
        let left = elements.values.compactMap(\.element).map { "\($0.content)" }
        #expect(left.isEmpty, "The window of seed \(seed) was closed, and elements of it are still in memory.")
    }

    /// Returns the free memory of the heap to the system. The main actor runs on changing threads, each
    /// of which allocates from its own part of the heap, so that much of the heap is free.
    private static func trimHeap() {
        typealias Trim = @convention(c) (Int) -> Int32
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: Trim.self)(0)
    }

    /// The memory of the process that is in use, from Linux's `/proc/self/statm`, which counts pages of
    /// 4 KB.
    private static var residentMegabytes: Int {
        get throws {
            trimHeap()
            let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4 / 1024
        }
    }
}

/// A tab that sends random messages to its window.
@MainActor
private final class RandomTab {
    /// The messages of all tabs by what became of them.
    struct Counts {
        var sent = 0
        var handled = 0
        var refused = 0
    }

    let graph: WindowGraph
    private let window: StrataWebHost.Window
    private let windows: Windows
    private var generator: SeededGenerator
    private var connection: (number: Int, reader: Task<Void, Never>)?

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        let graph = WindowGraph(title: "Random", content: ManyViews())
        self.graph = graph
        // Each connection that ends starts a timeout, whose task takes memory until then.
        windows = Windows(WindowLimits(idleTimeout: .seconds(1))) { _ in graph }
        let page = try windows.open()
        let token = try #require(page.firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1)
        let line = try #require(windows.connect(String(token)))
        window = line.window
        read(line.messages, of: line.connection)
    }

    /// Reads the patches of a connection, as its browser does.
    private func read(_ messages: AsyncStream<String>, of number: Int) {
        let window = window
        let reader = Task { for await _ in messages { window.didSend(number) } }
        connection = (number, reader)
    }

    /// Returns the JSON of a message for a random element: mostly an event that the element handles.
    func message(_ number: Int) -> Data {
        let ids = graph.mountedIDs
        let id =
            Bool.random(percent: 97, using: &generator)
            ? ids.randomElement(using: &generator) ?? 0 : Int.random(in: -5...5_000, using: &generator)
        let handlers = graph.element(id)?.handlers ?? []
        var object: [String: Any] = [:]
        if let handler = handlers.randomElement(using: &generator) {
            object = payload(of: handler.type) ?? [:]
            object["event"] = handler.name
        }
        // An event for an element that does not handle it.
        if object["event"] == nil { object["event"] = PressEvent.name }
        if Bool.random(percent: 2, using: &generator) {
            object["event"] = RandomDecoder.words.randomElement(using: &generator)
        }
        if object["text"] != nil, Bool.random(percent: 10, using: &generator) { object["event"] = ClientMessage.part }
        object["element"] = id
        // The page sends sizes several at a time.
        let isReport = [ResizeEvent.name, MeasureEvent.name].contains(object["event"] as? String)
        if isReport, Bool.random(percent: 80, using: &generator) {
            object = ["element": 0, "event": ReportsMessage.name, "reports": [object, object]]
        }
        object["number"] = number
        damage(&object)
        return (try? JSONSerialization.data(withJSONObject: object, options: .fragmentsAllowed)) ?? Data("{".utf8)
    }

    /// Returns random members of a payload that the type of event accepts, or nil if none was found.
    private func payload(of type: any ElementEvent.Type) -> [String: Any]? {
        for _ in 0..<10 {
            let decoder = RandomDecoder(seed: generator.next())
            guard let event = try? type.init(from: decoder), let json = try? JSONEncoder().encode(event) else { continue }
            return try? JSONSerialization.jsonObject(with: json) as? [String: Any]
        }
        return nil
    }

    /// Removes a member or replaces its value, in a few messages.
    private func damage(_ object: inout [String: Any]) {
        guard Bool.random(percent: 5, using: &generator), let key = object.keys.sorted().randomElement(using: &generator) else {
            return
        }
        let values: [Any] = [
            NSNull(), -1, 1e308, "", [Any](), [String: Any](), true, String(repeating: "x", count: 70_000), Int.max,
        ]
        object[key] = Bool.random(using: &generator) ? nil : values.randomElement(using: &generator)
    }

    /// Sends a message. One that the window refuses ends the connection, and the tab connects again.
    func send(_ data: Data, counts: inout Counts) throws {
        counts.sent += 1
        do {
            try window.receive(ClientMessage(data))
            counts.handled += 1
        } catch is ProtocolViolation {
            counts.refused += 1
            guard let connection else { return }
            windows.release(window, connection: connection.number)
            let line = try #require(windows.connect(window.token))
            read(line.messages, of: line.connection)
        }
    }

    /// Closes the window, and waits until its connection has ended.
    func close() async {
        let reader = connection?.reader
        window.close()
        await reader?.value
    }
}

extension Bool {
    /// Returns true in the given percentage of calls.
    fileprivate static func random(percent: Int, using generator: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<100, using: &generator) < percent
    }
}

extension WindowGraph {
    /// The IDs of the elements that the browser has, in order.
    fileprivate var mountedIDs: [Int] { root.subtree.map(\.id) }
}

extension Element {
    /// The element and those below it, in order.
    fileprivate var subtree: [Element] { [self] + children.flatMap(\.subtree) }
}

private struct WeakElement {
    weak var element: Element?

    init(_ element: Element) { self.element = element }
}
