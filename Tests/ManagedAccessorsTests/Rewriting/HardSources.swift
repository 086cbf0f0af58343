/// The sources that are valid on Apple's platforms and hard to read from their tokens alone. Once
/// they are rewritten, they type-check on Linux beside the stubs of Core Data.
enum HardSources {
    /// The declarations of Foundation and Core Data that the sources use.
    static let stubs = ####"""
        open class NSObject: Hashable {
            public init() {}
            public static func == (left: NSObject, right: NSObject) -> Bool { left === right }
            public func hash(into hasher: inout Hasher) {}
            open var description: String { "" }
            open func isEqual(_ object: Any?) -> Bool { false }
        }
        open class NSManagedObjectContext: NSObject {}
        open class NSEntityDescription: NSObject {}
        open class NSSet: NSObject {}
        public class NSNumber: NSObject {}
        public struct Date {}
        public struct Selector { public init(_ name: String) {} }
        open class NSManagedObject: NSObject {
            public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {}
            public required convenience init(context: NSManagedObjectContext) {
                self.init(entity: Self.entity(), insertInto: context)
            }
            open class func entity() -> NSEntityDescription { NSEntityDescription() }
            open func awakeFromInsert() {}
            open func awakeFromFetch() {}
            open func willSave() {}
            open func didSave() {}
            open func validateForInsert() throws {}
            open func setValue(_ value: Any?, forKey key: String) {}
            open func value(forKey key: String) -> Any? { nil }
            open func value(forUndefinedKey key: String) -> Any? { nil }
            open var hasChanges: Bool { false }
            public func value<T>(at slot: Int, _ name: StaticString) -> T { fatalError() }
            public func setValue<T>(_ value: T, at slot: Int, _ name: StaticString) {}
            public func setPrimitiveValue(_ value: Any?, forKey key: String) {}
            public func addObject(_ object: NSManagedObject, at slot: Int, _ name: StaticString) {}
            public func removeObjects(_ objects: NSSet, at slot: Int, _ name: StaticString) {}
        }
        open class ValueTransformer: NSObject { public required override init() {} }
        @propertyWrapper struct Published<Value> { var wrappedValue: Value }
        """####

    static let all = spellings + members

    private static let spellings: [(name: String, text: String)] = [
        (
            "Interpolations",
            ####"""
            struct Interpolations {
                let a = "x \("y \(#keyPath(Quake.time)) \("@objc dynamic var")") z"
                let b = #"""#, c = #"a"b"#, d = ##"""##, e = #""""#
                let f = ###"""" \###(#keyPath(Quake.time)) """"###
                let g = """
                    "quoted" ""two"" \("inner \(#keyPath(Quake.code))") \
                    @objc dynamic var x
                    \"""
                    """
                let h = #"""
                    """ @objc \(no) \#(#keyPath(Quake.code))
                    """#
                let i = #""" x "#, j = "\\", k = "\"" // "@objc
                let l = #"\"#
                func m(_ x: [String]) -> String { x.joined(separator: "\(x.map { "\($0) }" }.joined(separator: "{"))") }
                @objc var after = 1
            }
            """####
        ),
        (
            "Expressions",
            ####"""
            class Expressions: NSObject {
                let a = /@objc "x/, b = #/ @objc " \/x/ /#
                let c = #/
                    # comment with "quote and 'one
                    @objc (?<name>\w+)   # it's
                    \/
                    /#
                let d = [/a"b/, /c"d/].count, e = 4 / 2, f = (4) / 2
                func g(_ a: Int, _ b: Int) -> Int { a/b/2 }
                func h() -> Bool { "a".contains(/"/) && "b".contains(/\//) }
                func i() -> Int { [1].reduce(1, /) }
                @objc dynamic func after() {}
            }
            """####
        ),
        (
            "Conditions",
            ####"""
            #if os(iOS)
            @objc
            #endif
            class Conditions: NSObject {}
            #if os(iOS)
            @objcMembers
            #else
            @MainActor
            #endif
            final class Others: NSObject {
                #if os(iOS)
                @IBAction func a(_ sender: Any) {}
                #else
                @IBAction func b(_ sender: Any) {}
                #endif
            }
            @objc
            #if DEBUG
            @MainActor
            #endif
            public class Debugged: NSManagedObject {
                #if DEBUG
                @NSManaged var a: String
                #else
                @NSManaged var b: String
                #endif
                func use() {
                    #if canImport(UIKit)
                    let dynamic = #selector(UIView.nothing), optional = dynamic
                    #endif
                }
            }
            """####
        ),
        (
            "Extensions",
            ####"""
            @objc private extension Quake {
                var shown: String { code ?? "" }
                func tap(_ sender: Any) {}
                func press() -> [Selector] { [#selector(tap(_:)), #selector(self.tap(_:)), #selector(getter: shown)] }
            }
            @objc(QuakeMore) extension Quake { @objc(more:) func more(_ a: Int) {} }
            extension Quake { public override func awakeFromFetch() { super.awakeFromFetch(); press().forEach { _ in } } }
            """####
        ),
        (
            "Generics",
            ####"""
            class Store<T: NSManagedObject>: NSObject where T: AnyObject {
                @objc dynamic func load() {}
                @objc init<S: Sequence>(_ all: S) where S.Element == T {}
            }
            class Box<Element>: Store<Quake> {
                let list: [Element], isLess = 1 < 2
                init(list: [Element]) { self.list = list; super.init([]) }
            }
            extension Box {
                override var description: String { "\(list.count) \(#keyPath(Quake.code))" }
            }
            """####
        ),
        (
            "Lines",
            ####"""
            @available(
                iOS 15, // first, @objc
                *
            )
            @objc(
                Several
            )
            public
            final
            class Several: NSManagedObject {
                @objc
                @available(*, deprecated, message: "@objc )")
                @NSManaged
                public
                var
                    a
                    :
                    String?
                @objc // why
                /* here */ @NSManaged /* and */ var b: String? // there
                @NSManaged private
                var q: Date
                @NSManaged public var c: Set<
                    Several
                >?
                @IBOutlet
                weak
                var d: NSObject!
                @NSManaged public func
                    addToC(
                        _ value: Several // the one
                    )
            }
            """####
        ),
        (
            "Actions",
            ####"""
            class Panel: NSObject {
                @IBAction func a(_ sender: Any) {}
                @IBAction private func b(_ sender: Any, forEvent event: Any) {}
                @IBOutlet private(set) weak var field: NSObject?
                @IBInspectable dynamic public var width: Double = 1
                @IBSegueAction func c(_ coder: NSObject) -> NSObject? { nil }
                lazy var all = [#selector(a(_:)), #selector(b(_:forEvent:)), #selector(setter: width), #selector(self.a(_:))]
            }
            """####
        ),
        (
            "Backticks",
            ####"""
            class `Type`: NSManagedObject {
                @NSManaged var `default`: String?
                @NSManaged var `class`, `in`: String?
                @objc func `repeat`(`for` `in`: Int) {}
                @NSManaged func `addToItems`(_ `value`: `Type`)
                func `init`() {}
                func c() -> [Any] { [#keyPath(`Type`.`default`), #selector(`repeat`(for:))] }
            }
            extension `Type` {
                override func `awakeFromInsert`() {}
                override func setValue(_ `default`: Any?, forKey `in`: String) {}
            }
            enum Quoted { case `dynamic`, `optional`
                func `override`() {} }
            """####
        ),
        (
            "Macros",
            ####"""
            #if os(iOS)
            #Preview("A \"quoted\" @objc") { Text("x \(#keyPath(Quake.time))") }
            #Preview { "}" } then: { "{" }
            #endif
            @objc class BehindMacros: NSObject {}
            """####
        ),
        (
            "Places",
            ####"""
            #sourceLocation(file: "Generated.y", line: 100)
            @objc class Placed: NSManagedObject { @NSManaged var a: String? }
            #sourceLocation()
            @objc class PlacedAgain: NSManagedObject { @NSManaged var a: String? }
            func place() -> String { "\(#file) \(#line) \(#fileID) \(#filePath) \(#function)" }
            """####
        ),
    ]
}
