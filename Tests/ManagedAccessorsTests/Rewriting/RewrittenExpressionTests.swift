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

    @Test("A selector of a sort is no error")
    func sorts() throws {
        #expect(
            try XcodeFolder.problems(
                of: "let a = NSSortDescriptor(key: \"a\", ascending: true, selector: #selector(NSString.compare(_:)))"
            ).isEmpty)
    }
}
