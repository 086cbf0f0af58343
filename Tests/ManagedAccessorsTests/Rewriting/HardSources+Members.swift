extension HardSources {
    static let members: [(name: String, text: String)] = [
        (
            "Unicode",
            ####"""
            @objc class Größe: NSManagedObject {
                @NSManaged var länge: String?
                @NSManaged var 名前: String?
                @NSManaged var 👍: String?
                @objc dynamic var 𝛼 = "👩‍👩‍👧 \(#keyPath(Größe.länge))"
                lazy var e = "é" /* 🧨 */ ; @objc func 走る(_ 早く: Int) {}
                lazy var s = #selector(走る(_:))
            }
            extension Größe { override func willSave() { super.willSave() } }
            infix operator •: AdditionPrecedence
            infix operator ≠≠ : ComparisonPrecedence
            func • (a: Int, b: Int) -> Int { a }
            """####
        ),
        (
            "Cases",
            ####"""
            @objc enum Kind: Int { case a = 1, b }
            @objc(QuakeState) public enum State: Int, CaseIterable { case optional, dynamic }
            enum Words { case lazy, dynamic
                func a() {} }
            enum Others2 { case weak
                case optional
                init() { self = .weak }
                case dynamic
                @objc func b() {}
                case required
                var c: Int { 1 } }
            func use(_ dynamic: Int, optional: Int = 1) -> Int { let dynamic = dynamic
                let x = dynamic
                var y = x
                struct optional { var a = 1 }
                let c = { (optional: Int) in optional }
                y += c(dynamic)
                return y }
            """####
        ),
        (
            "Protocols",
            ####"""
            @objc protocol Listener: AnyObject {
                func heard(_ a: Int)
                @objc(isReady) var ready: Bool { get }
            }
            protocol Plain { func optional(); var dynamic: Int { get } }
            class Speaker: NSObject {
                weak var listener: Listener?
                @objc func speak() { listener?.heard(1) }
                let a = [#selector(Listener.heard), #selector(getter: Listener.ready)]
            }
            """####
        ),
        (
            "Overrides",
            ####"""
            open class Moved: NSManagedObject {}
            extension Moved {
                public override func setValue(_ value: Any?, // the value, "any"
                                              forKey key: String) { super.setValue(value, forKey: key) }
                public override func value(
                    /* which */ forKey
                    // the key
                    key: String
                ) -> Any? // an object
                { super.value(forKey: key) }
                public override var hasChanges: Bool // really
                { super.hasChanges }
                open override func validateForInsert() throws { try super.validateForInsert() }
                open override class func entity() -> NSEntityDescription { super.entity() }
                public override func isEqual(_ object: Any?) -> Bool { return super.isEqual(object) }
                @objc @discardableResult @available(*, deprecated, // since
                    message: "a // b") public func own() -> Int { 1 }
            }
            """####
        ),
        (
            "Nested",
            ####"""
            enum Space {
                @objc(SpaceQuake) class Deep: NSManagedObject { @NSManaged var a: String?
                    @objc(isOn) var on = false }
                class Deeper: Deep {}
            }
            extension Space.Deep { override func willSave() { super.willSave() }; @NSManaged var b: String? }
            extension Space { class Third: NSManagedObject { init(x: Int) { super.init(entity: Self.entity(), insertInto: nil) } } }
            extension Space.Deeper { override func didSave() { super.didSave() } }
            extension App.Space.Third { override func didSave() { super.didSave() } }
            func local() { class Local: NSManagedObject { @NSManaged var q: String?; @objc dynamic var z = 1 } }
            let on = #keyPath(Space.Deeper.on)
            """####
        ),
        (
            "Initializers",
            ####"""
            class Made: NSManagedObject {
                @objc
                override
                public init(entity: NSEntityDescription,
                            insertInto context: NSManagedObjectContext?) { super.init(entity: entity, insertInto: context) }
                @available(*, deprecated)
                convenience init(context: NSManagedObjectContext) { self.init(entity: Made.entity(), insertInto: context) }
            }
            class Failing: NSManagedObject {
                init?(text: String, context: NSManagedObjectContext) { super.init(entity: Failing.entity(), insertInto: context) }
                struct Part { init() {} }
            }
            class Names: ValueTransformer { override init() { super.init() } }
            """####
        ),
        (
            "Modifiers",
            ####"""
            class Modified: NSObject {
                @objc @MainActor public dynamic lazy var a = 1
                @objc public internal(set) dynamic var b = 1
                @objc nonisolated(unsafe) dynamic static var c = 1
                @objc final dynamic class func d() {}
                dynamic
                var e = 1
                @objc(a:b:) @IBAction func f(_ a: Int, b: Int) {}
                @objc ( spaced ) func g() {}
                @objc var (x, y) = (1, 2)
                @objc private let h = 1, i = 2
                @objc @Published dynamic var j = 1
                var k: Int?
                dynamic var l: [Int] = []
                @objc deinit {}
            }
            """####
        ),
        (
            "Quake",
            ####"""
            @objc(Quake) public class Quake: NSManagedObject {
                @NSManaged public fileprivate(set) var code: String?
                @NSManaged internal(set) public var time: Date?; @NSManaged var b: [String: Any]?
                @NSManaged var d: Optional<String>
                @NSManaged var e: NSSet!
                @NSManaged var f: [String]?, g: Int64
                @NSManaged final var k: (NSObject & AnyObject)?   /* c */   // d
                @NSManaged @objc dynamic var m: Swift.Set<Quake>
                @NSManaged func addToItems(_ value: Quake) // hi
                @NSManaged public func removeFromItems(_ values: NSSet)
                @NSManaged var primitiveCode: String?
            }
            extension Quake { @NSManaged var v: String? }
            """####
        ),
        (
            "Windows",
            "@objc\r\nclass Windows: NSManagedObject {\r\n    @NSManaged var a: String?\r\n    @objc dynamic var s: String { \"\"\"\r\n"
                + "        \"a\" \\(#keyPath(\r\n            Windows.a))\r\n        \"\"\" }\r\n    let re = #/\r\n        \"x # y\r\n"
                + "        /#\r\n    #if DEBUG\r\n    @objc func d() {}\r\n    #endif\r\n}\r\nextension Windows {\r\n"
                + "    override func setValue(\r\n        _ a: Any?, // the value\r\n        forKey b: String\r\n"
                + "    ) { super.setValue(a, forKey: b) }\r\n}\r\n"
        ),
        (
            "Tabs",
            "\t@objc\tclass\tTabs: NSManagedObject\t{\n\t\t@NSManaged\tvar\ta:\tString?\n\t\t@objc\tdynamic\tvar\tb = 1\n\t}\n"
                + "\textension\tTabs\t{\n\t\toverride\tfunc\twillSave()\t{ super.willSave() }\n\t}\n"
        ),
        ("Mark", "\u{FEFF}@objc class Marked: NSManagedObject { @NSManaged var a: String? }\n"),
        (
            "Collections",
            ####"""
            class Report: NSManagedObject {
                @NSManaged var text: String?
                @NSManaged var quake: Quake
                @objc(reportIsOpen) @NSManaged var open: Bool
                @NSManaged var parts: Set<Report>?
                let a = #keyPath(Report.parts.parts.open), b = #keyPath(parts.quake.m.code)
            }
            let c = "\(#keyPath(Report.open)) == %@ AND \("\(#keyPath(Report.quake.code))")"
            """####
        ),
    ]
}
