import Foundation
import Testing

@Suite("#keyPath and #selector in a copy")
struct RewrittenExpressionTests {
    private static let quake = """
        class Quake: NSManagedObject {
            @objc(isShallow) var shallow = false
            @objc func update(_ note: Notification) {}
            @objc func move(to place: Place, at time: Date) {}
            @objc(pressed:) func press(_ sender: Any) {}
            @IBAction func reset() {}
        }
        struct lower { struct Inner {} }

        """

    private func expression(_ text: String) throws -> String {
        let copy = try XcodeFolder.copy(of: Self.quake + "let a = \(text)")
        let line = String(copy.split(separator: "\n").last ?? "")
        return line.hasPrefix("let a = ") ? String(line.dropFirst(8)) : line
    }

    @Test(
        "A key path is the names behind the type, and keeps its width",
        arguments: [
            ("#keyPath(Quake.time)", #""time"              "#),
            ("#keyPath(Quake.region.name)", #""region.name"              "#),
            ("#keyPath(time)", #""time"        "#),
            ("#keyPath(region.name)", #""region.name"        "#),
            ("#keyPath(App.Quake.time)", #""time"                  "#),
            ("#keyPath(lower.Inner.name)", #""name"                    "#),
            ("#keyPath(Quake.region?.name)", #""region.name"               "#),
            ("#keyPath(Self.time)", #""time"             "#),
            ("#keyPath(Quake.shallow)", #""isShallow"            "#),
            ("f(#keyPath(Quake.time), 2)", #"f("time"              , 2)"#),
        ])
    func keyPaths(text: String, expected: String) throws {
        #expect(try expression(text) == expected)
    }

    @Test("A key path in an interpolation is replaced, and its string is not")
    func interpolations() throws {
        #expect(try expression(#""\(#keyPath(Quake.time)) == %@""#) == #""\("time"              ) == %@""#)
        #expect(
            try expression(##"#"\#(#keyPath(Quake.time)) \(#keyPath(Quake.time))"#"##)
                == ##"#"\#("time"              ) \(#keyPath(Quake.time))"#"##)
        #expect(try expression(#""\(f("\(#keyPath(time))"))""#) == #""\(f("\("time"        )"))""#)
    }

    @Test("A key that neither the class nor its entity has is a warning at its line")
    func missingKeys() throws {
        let folder = XcodeFolder()
        try folder.writeModel(
            """
            <entity name="Quake" representedClassName="Quake"><attribute name="time" optional="YES" attributeType="Date"/>
            <relationship name="reports" optional="YES" toMany="YES" destinationEntity="Report"/></entity>
            <entity name="Report" representedClassName="Report" codeGenerationType="class">
            <attribute name="text" optional="YES" attributeType="String"/></entity>
            <entity name="Apart" representedClassName="Apart"/>
            """)
        try folder.write(
            "Quake.swift",
            """
            class Quake: NSManagedObject { @NSManaged var time: Date?; @NSManaged var reports: NSSet?; @objc var day: Int { 1 } }
            class Base: Unknown {}
            class Apart: Base {}
            class Other: NSManagedObject {}
            """)
        try folder.write(
            "Keys.swift",
            """
            let a = [#keyPath(Quake.time), #keyPath(Quake.day), #keyPath(Quake.reports.text), #keyPath(Quake.objectID), #keyPath(Report.text)]
            let b = [#keyPath(Apart.any), #keyPath(Other.any), #keyPath(Foreign.any), #keyPath(Quake.time.any), #keyPath(Quake.day.any)]
            let c = #keyPath(Quake.tme)
            let d = #keyPath(Quake.reports.txt)
            extension Quake { static let e = #keyPath(hasChanges) + #keyPath(daay) }
            """)
        func warning(_ place: String, _ type: String, _ name: String) -> String {
            "Keys.swift:\(place): warning: '\(type)' has no property '\(name)' with @objc or @NSManaged, and neither has its entity in the "
                + "model “Model”. On Apple's platforms this #keyPath is an error."
        }
        #expect(
            folder.build().filter { $0.hasPrefix("Keys") } == [
                warning("3:9", "Quake", "tme"), warning("4:9", "Report", "txt"), warning("5:57", "Quake", "daay"),
            ])
        #expect(try folder.copy("Keys.swift").contains("let c = \"tme\"  "))
    }

    @Test("A key path over several lines keeps them")
    func lines() throws {
        let copy = try XcodeFolder.copy(of: "let a = #keyPath(\n    Quake.time\n)\nlet b = 1")
        #expect(copy.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
        #expect(copy.split(separator: "\n", omittingEmptySubsequences: false).last == "let b = 1")
        #expect(copy.contains(#""time""#))
    }

    @Test("A key path of a type alone is an error")
    func emptyKeyPath() throws {
        #expect(
            try XcodeFolder.problems(of: "let a = #keyPath(Quake)") == [
                "A.swift:1:9: error: This #keyPath names a type and none of its properties."
            ])
    }

    @Test(
        "A selector is the name that the method has in Objective-C",
        arguments: [
            ("#selector(NSString.localizedStandardCompare(_:))", "localizedStandardCompare:"),
            ("#selector(NSString.caseInsensitiveCompare)", "caseInsensitiveCompare:"),
            ("#selector(getter: Quake.time)", "time"),
            ("#selector(setter: Quake.time)", "setTime:"),
            ("#selector(getter: Quake.shallow)", "isShallow"),
            ("#selector(Quake.update(_:))", "update:"),
            ("#selector(Quake.update)", "update:"),
            ("#selector(self.move(to:at:))", "moveTo:at:"),
            ("#selector(press)", "pressed:"),
            ("#selector(reset)", "reset"),
            ("#selector(Other.start(value:))", "startWithValue:"),
            ("#selector(update as (Quake) -> (Notification) -> Void)", "update:"),
        ])
    func selectors(text: String, expected: String) throws {
        let found = try expression(text)
        #expect(found.trimmingCharacters(in: .whitespaces) == "Selector(\"\(expected)\")")
    }

    @Test(
        "A call that would find a method by its selector is an error that names the one to use",
        arguments: [
            (
                "NotificationCenter.default.addObserver(self, selector: #selector(update), name: nil, object: nil)",
                "addObserver", 56
            ),
            (
                "Timer.scheduledTimer(timeInterval: 1, target: a, selector: #selector(update), userInfo: nil, repeats: true)",
                "scheduledTimer", 60
            ),
            ("a.perform(#selector(update), with: nil)", "perform", 11),
        ])
    func callsByName(text: String, name: String, column: Int) throws {
        let found = try XcodeFolder.problems(of: text)
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix("A.swift:1:\(column): error: '\(name)' with a selector needs Objective-C, which Linux lacks. ")
                == true)
    }

    /// Classes with members of the same name that have several names in Objective-C.
    private static let classes = """
        @objcMembers class Base: NSObject {
            @objc(isOn) var on = false
            @objc(hit:) func tap(_ a: Any) {}
            func tap() {}
            var part: Part?
            var parts: [Part] = []
        }
        class Derived: Base {}
        class Part: NSObject {
            @objc var on = false
            @objc(whole) var base: Base?
            @objc func tap(_ a: Any) {}
            @objc var rest: NSSet?
            @objc var lit: Bool { @objc(isLit) get { false } @objc(light:) set {} }
        }
        protocol Plain {}
        @objc protocol Tapping { @objc(poke:) func tap(_ a: Any); @objc(isReady) var ready: Bool { get } }
        class Tapper: NSObject, Plain, Tapping { func tap(_ a: Any) {}; var ready: Bool { false } }
        enum Space { class Inner: NSObject { @objc(innerOn) var on = false } }
        typealias Alias = Base

        """

    /// Returns the string in the expression that a use of the classes above becomes.
    private func name(_ expression: String, in type: String?) throws -> String? {
        let folder = XcodeFolder()
        try folder.write("Classes.swift", Self.classes)
        try folder.write(
            "Use.swift", type.map { "extension \($0) {\nfunc use() { f(\(expression)) }\n}" } ?? "\nlet a = \(expression)\n")
        folder.build()
        let line = try folder.copy("Use.swift").split(separator: "\n", omittingEmptySubsequences: false)[1]
        let parts = line.split(separator: "\"")
        return parts.count == 3 ? String(parts[1]) : nil
    }

    @Test(
        "A name in @objc is that of its own class and of the classes below it",
        arguments: [
            ("#keyPath(Base.on)", nil, "isOn"), ("#keyPath(Derived.on)", nil, "isOn"), ("#keyPath(App.Derived.on)", nil, "isOn"),
            ("#keyPath(Alias.on)", nil, "isOn"), ("#keyPath(Part.on)", nil, "on"), ("#keyPath(Space.Inner.on)", nil, "innerOn"),
            ("#keyPath(Base.part.on)", nil, "part.on"), ("#keyPath(Base.parts.base.on)", nil, "parts.whole.isOn"),
            ("#keyPath(Part.base.part.base.on)", nil, "whole.part.whole.isOn"), ("#keyPath(Tapper.ready)", nil, "isReady"),
            ("#keyPath(URL.on)", nil, "on"),
            ("#keyPath(on)", "Derived", "isOn"), ("#keyPath(on)", "Part", "on"), ("#keyPath(base.on)", "Part", "whole.isOn"),
            ("#keyPath(on)", "Space.Inner", "innerOn"), ("#keyPath(Inner.on)", "Space", "innerOn"),
            ("#keyPath(on)", "UIView", "on"),
            ("#selector(getter: Base.on)", nil, "isOn"), ("#selector(setter: Base.on)", nil, "setIsOn:"),
            ("#selector(getter: Part.on)", nil, "on"), ("#selector(getter: base.on)", "Part", "isOn"),
            ("#selector(getter: Part.lit)", nil, "isLit"), ("#selector(setter: Part.lit)", nil, "light:"),
            ("#selector(Base.tap(_:))", nil, "hit:"), ("#selector(Derived.tap(_:))", nil, "hit:"),
            ("#selector(Part.tap(_:))", nil, "tap:"), ("#selector(Tapper.tap(_:))", nil, "poke:"),
            ("#selector(tap(_:))", "Derived", "hit:"), ("#selector(self.tap(_:))", "Part", "tap:"),
            ("#selector(super.tap(_:))", "Derived", "hit:"), ("#selector(base.tap(_:))", "Part", "hit:"),
            ("#selector(Self.tap(_:))", "Part", "tap:"), ("#selector((tap(_:)))", "Part", "tap:"),
            ("#selector(UIView.tap(_:))", nil, "tap:"),
            ("#selector(Base.tap as (Base) -> () -> Void)", nil, "tap"),
            ("#selector(Base.tap as (Base) -> (Any) -> Void)", nil, "hit:"),
            ("#selector(tap as (() -> Void))", "Derived", "tap"),
        ] as [(String, String?, String)])
    func namesOfClasses(expression: String, type: String?, expected: String) throws {
        #expect(try name(expression, in: type) == expected)
    }

    @Test(
        "A name that could be that of several classes is an error",
        arguments: [
            ("#keyPath(Part.rest.on)", "#keyPath"), ("#selector(getter: a.b.on)", "#selector"),
            ("#selector(x.tap(_:))", "#selector"),
        ])
    func undecided(expression: String, kind: String) throws {
        #expect(
            try XcodeFolder.problems(of: Self.classes + "let a = \(expression)").last
                == "A.swift:21:9: error: This \(kind) passes through a type that cannot be read, and in the folder a member of the same "
                + "name has another one in @objc. Write the name as a string.")
    }

    @Test("A relationship of the model leads to its destination's class")
    func relationships() throws {
        let folder = XcodeFolder()
        try folder.writeModel(
            """
            <entity name="Quake" representedClassName="Quake" codeGenerationType="class">
                <relationship name="reports" toMany="YES" destinationEntity="Report" inverseName="quake" inverseEntity="Report"/>
            </entity>
            <entity name="Report" representedClassName="Report">
                <attribute name="isOpen" attributeType="Boolean"/>
                <relationship name="quake" maxCount="1" destinationEntity="Quake" inverseName="reports" inverseEntity="Quake"/>
            </entity>
            """)
        try folder.write("Report.swift", "class Report: NSManagedObject {\n    @objc(isOpen) @NSManaged var open: Bool\n}")
        try folder.write("Other.swift", "class Other: NSObject {\n    @objc(other) var open = true\n}")
        try folder.write("Use.swift", "let a = #keyPath(Quake.reports.open), b = #keyPath(Report.quake.reports.open)")
        #expect(folder.build().isEmpty)
        let parts = try folder.copy("Use.swift").split(separator: "\"")
        #expect(parts[1] == "reports.isOpen" && parts[3] == "quake.reports.isOpen")
    }

    // The compiler gives these names on Apple's platforms.
    @Test(
        "Labels, errors and completion handlers make the name as the compiler does",
        arguments: [
            ("with(first: Int)", "withFirst:"), ("moveTo(place: Int)", "moveToPlace:"), ("load(url: Int)", "loadWithUrl:"),
            ("run(URLString: Int)", "runWithURLString:"), ("run(inURL: Int)", "runInURL:"), ("run(At: Int)", "runAt:"),
            ("run(at_x: Int)", "runAt_x:"), ("run(at2: Int)", "runWithAt2:"), ("runAT(x: Int)", "runATX:"),
            ("go(between: Int)", "goWithBetween:"), ("go(following: Int)", "goFollowing:"), ("go(_ a: Int, _ b: Int)", "go::"),
            ("go() throws", "goAndReturnError:"), ("go(a: Int) throws -> String", "goWithA:error:"),
            ("go(_ a: Int, then: @escaping (Int) -> Void) throws", "go:error:then:"),
            ("go(then: ((Int) -> Void)?) throws", "goAndReturnError:then:"),
            ("go(_ a: @escaping () -> Void, then: @escaping () -> Void) throws", "goAndReturnError::then:"),
            ("go() async", "goWithCompletionHandler:"), ("go(a: Int) async throws", "goWithA:completionHandler:"),
        ])
    func methodNames(declaration: String, expected: String) throws {
        let name = declaration.prefix { $0 != "(" }
        let copy = try XcodeFolder.copy(of: "class A: NSObject { @objc func \(declaration) {} }\nlet a = #selector(A.\(name))\n")
        #expect(copy.contains("Selector(\"\(expected)\")"))
    }

    @Test("A selector of a sort is no error")
    func sorts() throws {
        #expect(
            try XcodeFolder.problems(
                of: "let a = NSSortDescriptor(key: \"a\", ascending: true, selector: #selector(NSString.compare(_:)))"
            ).isEmpty)
    }
}
