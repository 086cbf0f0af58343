import Testing

@Suite("Attributes of Objective-C in a copy")
struct RewrittenAttributeTests {
    @Test(
        "Every form of @objc becomes spaces",
        arguments: [
            ("@objc class A {}", "      class A {}"),
            ("@objc(Quake) public class Quake {}", "             public class Quake {}"),
            ("@objc\nclass A {}", "     \nclass A {}"),
            (
                "class A { @objc(addItemsObject:) func add(_ a: Int) {} }",
                "class A {                        func add(_ a: Int) {} }"
            ),
            ("@objcMembers final class A {}", "             final class A {}"),
            ("class A { @IBAction private func tap() {} }", "class A {           private func tap() {} }"),
            ("class A { @IBOutlet weak var a: B? }", "class A {           weak var a: B? }"),
            ("class A { @nonobjc var a = 1 }", "class A {          var a = 1 }"),
            ("@objc enum Kind: Int { case a }", "      enum Kind: Int { case a }"),
            ("@objc protocol P { @objc func a() }", "      protocol P: AnyObject {       func a() }"),
            ("class A { @objc @MainActor public dynamic var a = 1 }", "class A {       @MainActor public         var a = 1 }"),
            ("class A { dynamic private(set) var a = 1 }", "class A {         private(set) var a = 1 }"),
            ("let a = !/\"/.b; @objc class A {}", "let a = !/\"/.b;       class A {}"),
            ("let a = b ? /\"/ : /c/; @objc class A {}", "let a = b ? /\"/ : /c/;       class A {}"),
            ("@objc (Quake) class A { @objc (a) var b = 1 }", "              class A {           var b = 1 }"),
            (
                "class A {\n    var a: Int?\n    dynamic var b: [Int]\n}",
                "class A {\n    var a: Int?\n            var b: [Int]\n}"
            ),
            (
                "class A { @objc convenience init(a: Int) { self.init() } }",
                "class A {       convenience init(a: Int) { self.init() } }"
            ),
        ])
    func forms(text: String, expected: String) throws {
        #expect(try XcodeFolder.copy(of: text) == expected)
    }

    @Test(
        "A protocol of Objective-C stays one of classes, as the type of a weak property has to be",
        arguments: [
            ("@objc protocol P {}", "      protocol P: AnyObject {}"),
            ("@objc(Other) public protocol P {}", "             public protocol P: AnyObject {}"),
            ("@objc protocol P: Q, R\n{}", "      protocol P: Q, R, AnyObject\n{}"),
            ("@objc protocol P: Q where Self: A {}", "      protocol P: Q, AnyObject where Self: A {}"),
            ("@objc protocol P: AnyObject {}", "      protocol P: AnyObject {}"),
            ("@objc protocol P: Q, class {}", "      protocol P: Q, class {}"),
            ("@objc protocol P: NSObjectProtocol {}", "      protocol P: NSObjectProtocol {}"),
            ("protocol P { var a: Int { get } }; @objc class A {}", "protocol P { var a: Int { get } };       class A {}"),
        ])
    func protocols(text: String, expected: String) throws {
        #expect(try XcodeFolder.copy(of: text) == expected)
    }

    @Test(
        "Comments, strings, regular expressions and other names stay",
        arguments: [
            "// @objc #keyPath(A.b) dynamic var\nlet a = 1",
            "/* @objc /* nested */ @objcMembers */ let a = 1",
            #"let a = "@objc dynamic var #keyPath(A.b)""#,
            ##"let a = #"@objc "quoted" \(dynamic) #keyPath(A.b)"#"##,
            "let a = \"\"\"\n    @objc \"quoted\" #selector(b)\n    \"\"\"",
            #"let a = /"@objc/; let b = 1"#,
            "let dynamic = 1; let b = a.dynamic; print(dynamic)",
            "@objcStyle struct A { var objc = 1 }",
            "func optional(_ optional: Int) -> Int { optional }",
            "let a = b / c; let d = e / f; // @objc",
            "enum A {\n    case lazy, dynamic\n    func a() {}\n}",
            "enum A {\n    case a, dynamic,\n        optional\n    func a() {}\n}",
            "enum A {\n    case dynamic\n    var a: Int { 1 }\n}",
            "enum A {\n    case `dynamic`\n    var a: Int { 1 }\n}",
            "enum A {\n    case a\n    case optional\n    init() { self = .a }\n}",
            "let a = dynamic\nvar b = optional\nfunc c() { return dynamic\nlet d = 1 }",
            "let a = !dynamic\nvar b = x.optional\nlet c = 1",
            "let a = b!/c + \"/; @objc dynamic var\"",
            "let a = b?.c!/d + \"/; @objc dynamic var\"",
            ##"let a = #"""#; let b = "@objc dynamic var""##,
            ##"let a = #"""@objc"" dynamic var"#; let b = "#keyPath(A.b)""##,
            ###"let a = ##"""#"##; let b = "@objc dynamic var""###,
            ##"let a = #"\#("@objc")"""#; let b = "@objc dynamic var""##,
            "let a = #/\r\n    @objc \"dynamic\r\n    /#\r\nlet b = \"@objc\"\r\n",
            "let a = #/  \n    @objc \"dynamic\n    /#\nlet b = \"@objc\"\n",
        ])
    func untouched(text: String) throws {
        #expect(try XcodeFolder.copy(of: text) == text)
    }

    @Test("@NSCopying goes with a warning, and an optional requirement is an error")
    func reported() throws {
        #expect(
            try XcodeFolder.problems(of: "class A {\n    @NSCopying var a: NSString\n}") == [
                "A.swift:2:5: warning: Without Objective-C, the setter of an @NSCopying property does not copy its value."
            ])
        #expect(
            try XcodeFolder.problems(of: "@objc protocol P {\n    @objc optional func a()\n}") == [
                "A.swift:2:11: error: An optional requirement of a protocol needs Objective-C, which Linux lacks. Give it an empty "
                    + "implementation in an extension of the protocol, and remove 'optional' and the '?' of its calls."
            ])
    }

    @Test("A clause that Linux does not compile stays as it is, and nothing in it is reported")
    func inactiveClauses() throws {
        let text = """
            #if canImport(UIKit) || os(macOS)
            @objc protocol P { @objc optional func a() }
            #elseif os(Linux) && !targetEnvironment(simulator)
            @objc class A {}
            #else
            @objc class B {}
            #endif
            #if DEBUG
            @objc class C {}
            #else
            @objc class D {}
            #endif
            """
        let copy = try XcodeFolder.copy(of: text)
        #expect(try XcodeFolder.problems(of: text).isEmpty)
        #expect(copy.contains("@objc protocol P { @objc optional func a() }"))
        #expect(copy.contains("\n      class A {}"))
        #expect(copy.contains("@objc class B {}"))
        #expect(copy.contains("\n      class C {}") && copy.contains("\n      class D {}"))
    }

    @Test("A comment ends with its line, whichever line breaks the file has", arguments: ["\n", "\r\n", "\r"])
    func lineBreaks(separator: String) throws {
        let text = ["// \"@objc", "@objc class A {", "    let a = 1 // @objc", "    @objc dynamic var b = 2", "}"]
        let expected = [text[0], "      class A {", text[2], "                  var b = 2", "}"]
        #expect(try XcodeFolder.copy(of: text.joined(separator: separator)) == expected.joined(separator: separator))
    }

    @Test("A name of the target's -D flags decides a clause")
    func conditions() throws {
        let folder = XcodeFolder()
        folder.conditions = ["MINE"]
        try folder.write("A.swift", "#if MINE\n@objc class A {}\n#endif\n#if OTHER\n@objc class B {}\n#endif\n")
        folder.build()
        #expect(try folder.copy("A.swift") == "#if MINE\n      class A {}\n#endif\n#if OTHER\n@objc class B {}\n#endif\n")
    }
}
