import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct SceneStorageTests {
    private enum Tabs: String { case list, detail }
    private enum Rank: Int { case low = 1, high }
    private struct Item: Identifiable { let id: Int }

    /// A window of a view, which shows a session.
    private func screen(_ view: some View, _ session: SceneSession) -> Screen {
        var environment = EnvironmentValues()
        environment.sceneSession = session
        return Screen(WindowGraph(title: "Test", environment: environment, content: view))
    }

    /// Returns the session in another process.
    private func restored(_ session: SceneSession) throws -> SceneSession {
        var record = session.record(lastSeen: .now)
        (record.values, record.activity) = try SceneRecord.decodeValues(try record.encodedValues())
        return SceneSession(record)
    }

    private struct AllTypes: View {
        @SceneStorage("bool") private var bool = false
        @SceneStorage("int") private var int = 1
        @SceneStorage("double") private var double = 1.5
        @SceneStorage("string") private var string = "a"
        @SceneStorage("url") private var url = URL(filePath: "/a")
        @SceneStorage("date") private var date = Date(timeIntervalSince1970: 0)
        @SceneStorage("data") private var data = Data([1])
        @SceneStorage("raw string") private var tab = Tabs.list
        @SceneStorage("raw int") private var rank = Rank.low
        @SceneStorage("bool?") private var optionalBool: Bool?
        @SceneStorage("int?") private var optionalInt: Int?
        @SceneStorage("double?") private var optionalDouble: Double?
        @SceneStorage("string?") private var optionalString: String?
        @SceneStorage("url?") private var optionalURL: URL?
        @SceneStorage("date?") private var optionalDate: Date?
        @SceneStorage("data?") private var optionalData: Data?
        @SceneStorage("raw string?") private var optionalTab: Tabs?
        @SceneStorage("raw int?") private var optionalRank: Rank?
        @SceneStorage("columns") private var columns: TableColumnCustomization<Item>
        @SceneStorage("default columns") private var defaultColumns = TableColumnCustomization<Item>()

        var body: some View {
            Text("\(bool) \(int) \(double) \(string) \(url.path) \(date.timeIntervalSince1970) \(data.count)" as String)
            Text("\(tab) \(rank)" as String)
            Text("\(optionalBool.map(String.init) ?? "-") \(optionalInt ?? 0) \(optionalDouble ?? 0)" as String)
            Text(
                "\(optionalString ?? "-") \(optionalURL?.path ?? "-") \(optionalDate == nil) \(optionalData?.count ?? 0)"
                    as String)
            Text("\(optionalTab == nil) \(optionalRank == nil)" as String)
            Text("\(columns[visibility: "a"] == .hidden)" as String)
            Button("Set") {
                (bool, int, double, string) = (true, 2, 2.5, "b")
                (url, date, data) = (URL(filePath: "/b"), Date(timeIntervalSince1970: 9), Data([1, 2]))
                (tab, rank) = (.detail, .high)
                (optionalBool, optionalInt, optionalDouble) = (true, 3, 3.5)
                (optionalString, optionalURL) = ("c", URL(filePath: "/c"))
                (optionalDate, optionalData) = (Date(timeIntervalSince1970: 8), Data([1, 2, 3]))
                (optionalTab, optionalRank) = (.detail, .high)
                columns[visibility: "a"] = .hidden
            }
            Button("Clear") {
                (optionalBool, optionalInt, optionalDouble, optionalString, optionalURL) = (nil, nil, nil, nil, nil)
                (optionalDate, optionalData, optionalTab, optionalRank) = (nil, nil, nil, nil)
            }
        }
    }

    private static let defaults = ["false 1 1.5 a /a 0.0 1", "list low", "- 0 0.0", "- - true 0", "true true", "false"]
    private static let set = ["true 2 2.5 b /b 9.0 2", "detail high", "true 3 3.5", "c /c false 3", "false false", "true"]

    @Test func `every type of value is kept, and restored in another process`() throws {
        let session = SceneSession()
        let screen = screen(AllTypes(), session)
        #expect(screen.texts.dropLast(2) == Self.defaults)
        #expect(!session.isWorthKeeping)
        screen.press("Set")
        #expect(screen.texts.dropLast(2) == Self.set)
        #expect(self.screen(AllTypes(), try restored(session)).texts.dropLast(2) == Self.set)
    }

    @Test func `nil removes the value of a key`() throws {
        let session = SceneSession()
        let screen = screen(AllTypes(), session)
        screen.press("Set")
        screen.press("Clear")
        #expect(Array(screen.texts.dropFirst(2).prefix(3)) == ["- 0 0.0", "- - true 0", "true true"])
        #expect(session.record(lastSeen: .now).values["int?"] == nil)
    }

    @Test func `a value of another type or another version reads as the default, and is kept until it is set`() {
        let session = SceneSession()
        session.set(.string("many"), of: "int")
        session.set(.string("removed case"), of: "raw string")
        session.set(.data(Data([1])), of: "columns")
        session.set(.string("x"), of: "a key of another version")
        let screen = screen(AllTypes(), session)
        #expect(screen.texts.dropLast(2) == Self.defaults)
        #expect(session.record(lastSeen: .now).values["int"] == .string("many"))
        screen.press("Set")
        #expect(session.record(lastSeen: .now).values["int"] == .integer(2))
        #expect(session.record(lastSeen: .now).values["a key of another version"] == .string("x"))
    }

    @MainActor private final class Log { var evaluations: [String] = [] }

    private struct Reader: View {
        let name: String
        let log: Log
        @SceneStorage private var value: Int

        init(_ key: String, name: String, log: Log) {
            self.name = name
            self.log = log
            _value = SceneStorage(wrappedValue: 0, key)
        }

        var body: some View {
            log.evaluations.append(name)
            return Text("\(value)")
        }
    }

    private struct Sharing: View {
        let log: Log
        @SceneStorage("a") private var value = 0
        var body: some View {
            Reader("a", name: "a1", log: log)
            Reader("a", name: "a2", log: log)
            Reader("b", name: "b", log: log)
            Button("More") { value += 1 }
            Button("Same") { value = Int("\(value)")! }
        }
    }

    @Test func `a write evaluates the bodies that read its key, and no others`() {
        let log = Log()
        let screen = screen(Sharing(log: log), SceneSession())
        log.evaluations = []
        screen.press("More")
        #expect(log.evaluations.sorted() == ["a1", "a2"])
        #expect(screen.texts.prefix(3) == ["1", "1", "0"])
        screen.press("Same")
        #expect(log.evaluations.sorted() == ["a1", "a2"])
    }

    @Test func `windows share nothing`() {
        let log = Log()
        let (first, second) = (screen(Sharing(log: log), SceneSession()), screen(Sharing(log: log), SceneSession()))
        first.press("More")
        second.update()
        #expect(first.texts.first == "1")
        #expect(second.texts.first == "0")
    }

    private struct Keyed: View {
        @State private var key = "a"
        var body: some View {
            KeyedText(key: key)
            Button("Other key") { key = "b" }
        }
    }

    private struct KeyedText: View {
        @SceneStorage private var text: String
        init(key: String) { _text = SceneStorage(wrappedValue: "default of \(key)", key) }
        var body: some View { TextField("Text", text: $text) }
    }

    @Test func `a view whose key changes reads and writes the other value`() {
        let session = SceneSession()
        let screen = screen(Keyed(), session)
        let field = screen.all { if case .control(.textField) = $0 { true } else { false } }[0]
        screen.type("first", into: field)
        screen.press("Other key")
        screen.type("second", into: field)
        #expect(session.record(lastSeen: .now).values == ["a": .string("first"), "b": .string("second")])
    }

    @Test func `a change is reported once until a record is made`() {
        let session = SceneSession()
        let reports = Reports()
        session.setOnChange { reports.count += 1 }
        session.set(.integer(1), of: "a")
        session.set(.integer(2), of: "a")
        #expect(reports.count == 1)
        _ = session.record(lastSeen: .now)
        session.set(.integer(2), of: "a")
        #expect(reports.count == 1)
        session.set(.integer(3), of: "b")
        #expect(reports.count == 2)
    }

    @Test func `a value that is not a number changes nothing when it is set again`() {
        let session = SceneSession()
        for value in [StoredValue.real(.nan), .date(Date(timeIntervalSinceReferenceDate: .nan)), .real(-0.0)] {
            session.set(value, of: "a")
            let revision = session.revision
            session.set(value, of: "a")
            #expect(session.revision == revision)
            #expect(Set([value, value]).count == 1)
        }
        // Zero has a sign, which is stored.
        session.set(.real(0), of: "a")
        #expect(session.record(lastSeen: .now).values["a"]?.asReal?.sign == .plus)
    }

    private final class Reports: @unchecked Sendable { var count = 0 }

    @Test func `a value over 64 KB is kept and reported`() {
        let session = SceneSession()
        let key = "large \(UUID().uuidString)"
        session.set(.data(Data(count: 70_000)), of: key)
        #expect(session.record(lastSeen: .now).values[key]?.size == 70_000)
        #expect(WarningLog.messages.count { $0.contains(key) } == 1)
    }

    @Test func `values that cannot be decoded do not stop the others`() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let data = try encoder.encode(["new": ["a case of the future": ["x": 1]]])
        #expect(try SceneRecord.decodeValues(data).values == [:])
        #expect(throws: (any Error).self) { try SceneRecord.decodeValues(Data([1, 2, 3])) }
    }

    @Test func `values of many levels are an error`() {
        let levels = 200_000
        let body = String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
        let data = Data("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</key>\(body)</dict></plist>".utf8)
        #expect(throws: (any Error).self) { try SceneRecord.decodeValues(data) }
    }

    @Test func `a name has 128 bits`() {
        #expect(SceneSession.isName(SceneSession.makeName()))
        #expect(!SceneSession.isName(""))
        #expect(!SceneSession.isName(String(repeating: "A", count: 32)))
        #expect(!SceneSession.isName(SceneSession.makeName() + "0"))
    }

    // MARK: What is bound to a scene's storage

    private struct Note: Codable, Hashable { var title: String }

    private struct Notes: App {
        var body: some Scene {
            WindowGroup(for: Note.self) { $note in
                Text(note?.title ?? "none")
                Button("Rename") { note?.title = "Salt" }
            }
        }
    }

    @Test func `a restored window presents the value that the app has set`() throws {
        let app = AppInstance(Notes(), name: "Test")
        var request = WindowRequest(value: #"{"title":"Milk"}"#)
        let session = SceneSession(identity: request.identity)
        request.session = session
        Screen(app.makeWindow(request)).press("Rename")
        request.session = try restored(session)
        #expect(Screen(app.makeWindow(request)).texts.first == "Salt")
        request.session = nil
        #expect(Screen(app.makeWindow(request)).texts.first == "Milk")
    }

    private struct Sheets: View {
        @SceneStorage("shown") private var isShown = false
        @SceneStorage("row") private var row: Int?
        @SceneStorage("tab") private var tab = "a"
        var body: some View {
            TabView(selection: $tab) {
                Text("first").tabItem { Text("A") }.tag("a")
                List(0..<3, id: \.self, selection: $row) { Text("row \($0)") }.tabItem { Text("B") }.tag("b")
            }
            Button("Show") { (isShown, row, tab) = (true, 2, "b") }
                .sheet(isPresented: $isShown) { Text("sheet") }
        }
    }

    @Test func `a restored window has its tab, its selection and its sheet`() throws {
        let session = SceneSession()
        screen(Sheets(), session).press("Show")
        let again = screen(Sheets(), try restored(session))
        #expect(again.texts.contains("sheet"))
        let selected = again.rows.map { row -> Bool? in
            guard case .collection(.row(let content)) = row.content else { return nil }
            return content.isSelected
        }
        #expect(selected == [false, false, true])
    }

    private struct Early: View {
        @SceneStorage("early") private var name = "initial"

        init() { name = "early" }

        var body: some View { Text(verbatim: name) }
    }

    @Test func `setting a value before its view is shown has no effect`() {
        let screen = screen(Early(), SceneSession())
        #expect(screen.texts == ["initial"])
        #expect(WarningLog.messages.contains { $0.hasPrefix("@SceneStorage(\"early\") was set outside a window") })
    }
}
