import Foundation
import Testing

@testable import StrataUserDefaults
@testable import StrataViewGraph

/// Every initializer of `AppStorage`.
@MainActor
struct AppStorageInitializerTests {
    static let page = URL(string: "https://example.com/a?b=c#d") ?? URL(filePath: "/")

    enum Number: Int { case one = 1, two }
    enum Word: String { case one, two }
    struct Row: Identifiable { let id: Int }

    /// The properties as a view declares them.
    struct Properties: View {
        @AppStorage("bool") var bool = true
        @AppStorage("int") var int = 7
        @AppStorage("double") var double = 2.5
        @AppStorage("string") var string = "a"
        @AppStorage("url") var url = URL(filePath: "/a b")
        @AppStorage("data") var data = Data([1])
        @AppStorage("date") var date = Date(timeIntervalSinceReferenceDate: 0.25)
        @AppStorage("number") var number = Number.one
        @AppStorage("word") var word = Word.one
        @AppStorage("columns") var columns = TableColumnCustomization<Row>()
        @AppStorage("columns") var sameColumns: TableColumnCustomization<Row>
        @AppStorage("optional bool") var optionalBool: Bool?
        @AppStorage("optional int") var optionalInt: Int?
        @AppStorage("optional double") var optionalDouble: Double?
        @AppStorage("optional string") var optionalString: String?
        @AppStorage("optional url") var optionalURL: URL?
        @AppStorage("optional data") var optionalData: Data?
        @AppStorage("optional date") var optionalDate: Date?
        @AppStorage("optional number") var optionalNumber: Number?
        @AppStorage("optional word") var optionalWord: Word?

        var body: some View { Text("") }
    }

    /// The same properties with a store.
    @MainActor
    struct Stored {
        @AppStorage var bool: Bool
        @AppStorage var int: Int
        @AppStorage var double: Double
        @AppStorage var string: String
        @AppStorage var url: URL
        @AppStorage var data: Data
        @AppStorage var date: Date
        @AppStorage var number: Number
        @AppStorage var word: Word
        @AppStorage var columns: TableColumnCustomization<Row>
        @AppStorage var optionalBool: Bool?
        @AppStorage var optionalInt: Int?
        @AppStorage var optionalDouble: Double?
        @AppStorage var optionalString: String?
        @AppStorage var optionalURL: URL?
        @AppStorage var optionalData: Data?
        @AppStorage var optionalDate: Date?
        @AppStorage var optionalNumber: Number?
        @AppStorage var optionalWord: Word?

        init(_ store: UserDefaults) {
            _bool = AppStorage(wrappedValue: true, "bool", store: store)
            _int = AppStorage(wrappedValue: 7, "int", store: store)
            _double = AppStorage(wrappedValue: 2.5, "double", store: store)
            _string = AppStorage(wrappedValue: "a", "string", store: store)
            _url = AppStorage(wrappedValue: URL(filePath: "/a b"), "url", store: store)
            _data = AppStorage(wrappedValue: Data([1]), "data", store: store)
            _date = AppStorage(wrappedValue: Date(timeIntervalSinceReferenceDate: 0.25), "date", store: store)
            _number = AppStorage(wrappedValue: .one, "number", store: store)
            _word = AppStorage(wrappedValue: .one, "word", store: store)
            _columns = AppStorage("columns", store: store)
            _optionalBool = AppStorage("optional bool", store: store)
            _optionalInt = AppStorage("optional int", store: store)
            _optionalDouble = AppStorage("optional double", store: store)
            _optionalString = AppStorage("optional string", store: store)
            _optionalURL = AppStorage("optional url", store: store)
            _optionalData = AppStorage("optional data", store: store)
            _optionalDate = AppStorage("optional date", store: store)
            _optionalNumber = AppStorage("optional number", store: store)
            _optionalWord = AppStorage("optional word", store: store)
        }
    }

    @Test func `a value of each type is read as it was set, also by another process`() {
        let store = AppStorageTests.Store()
        let properties = Stored(store.defaults)
        #expect(properties.bool == true)
        properties.bool = false
        #expect(properties.int == 7)
        properties.int = 8
        #expect(properties.double == 2.5)
        properties.double = 3.5
        #expect(properties.string == "a")
        properties.string = "b"
        #expect(properties.url == URL(filePath: "/a b"))
        properties.url = Self.page
        #expect(properties.data == Data([1]))
        properties.data = Data([2])
        #expect(properties.date == Date(timeIntervalSinceReferenceDate: 0.25))
        properties.date = Date(timeIntervalSinceReferenceDate: 1.123456789)
        properties.number = .two
        properties.word = .two
        properties.columns[visibility: "a"] = .hidden
        #expect(store.defaults.synchronize())
        let other = Stored(store.reopened())
        #expect(other.bool == false)
        #expect(other.int == 8)
        #expect(other.double == 3.5)
        #expect(other.string == "b")
        #expect(other.url == Self.page)
        #expect(other.data == Data([2]))
        #expect(other.date == Date(timeIntervalSinceReferenceDate: 1.123456789))
        #expect(other.number == .two)
        #expect(other.word == .two)
        #expect(other.columns[visibility: "a"] == .hidden)
    }

    @Test func `an optional value is nil until it is set, and setting it to nil removes it`() {
        let store = AppStorageTests.Store()
        let properties = Stored(store.defaults)
        #expect(properties.optionalBool == nil)
        properties.optionalBool = false
        #expect(properties.optionalBool == false)
        #expect(properties.optionalInt == nil)
        properties.optionalInt = 8
        #expect(properties.optionalInt == 8)
        #expect(properties.optionalDouble == nil)
        properties.optionalDouble = 3.5
        #expect(properties.optionalDouble == 3.5)
        #expect(properties.optionalString == nil)
        properties.optionalString = "b"
        #expect(properties.optionalString == "b")
        #expect(properties.optionalURL == nil)
        properties.optionalURL = Self.page
        #expect(properties.optionalURL == Self.page)
        #expect(properties.optionalData == nil)
        properties.optionalData = Data([2])
        #expect(properties.optionalData == Data([2]))
        #expect(properties.optionalDate == nil)
        properties.optionalDate = Date(timeIntervalSinceReferenceDate: 1.123456789)
        #expect(properties.optionalDate == Date(timeIntervalSinceReferenceDate: 1.123456789))
        properties.optionalNumber = .two
        #expect(properties.optionalNumber == .two)
        properties.optionalWord = .two
        #expect(properties.optionalWord == .two)
        #expect(store.defaults.dictionaryRepresentation().keys.filter { $0.hasPrefix("optional") }.count == 9)
        properties.optionalBool = nil
        properties.optionalInt = nil
        properties.optionalDouble = nil
        properties.optionalString = nil
        properties.optionalURL = nil
        properties.optionalData = nil
        properties.optionalDate = nil
        properties.optionalNumber = nil
        properties.optionalWord = nil
        #expect(!store.defaults.dictionaryRepresentation().keys.contains { $0.hasPrefix("optional") })
    }

    @Test func `a raw value that the type does not have reads as the default`() {
        let store = AppStorageTests.Store()
        store.defaults.set(9, forKey: "number")
        store.defaults.set("nine", forKey: "word")
        store.defaults.set("nine", forKey: "optional word")
        let properties = Stored(store.defaults)
        #expect(properties.number == .one)
        #expect(properties.word == .one)
        #expect(properties.optionalWord == nil)
    }

    @Test func `a view can declare a property of each type`() {
        let store = AppStorageTests.Store()
        let screen = Screen(Properties().defaultAppStorage(store.defaults))
        #expect(screen.texts == [""])
    }
}
