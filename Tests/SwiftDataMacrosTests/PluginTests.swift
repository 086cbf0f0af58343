import Testing

@testable import StrataSwiftDataExpansion

/// The messages of the compiler's protocol.
@Suite struct PluginTests {
    private func response(to message: String) -> String {
        var plugin = MacroPlugin()
        return String(decoding: plugin.response(to: Array(message.utf8)), as: UTF8.self)
    }

    @Test func `the protocol version is reported`() {
        #expect(
            response(to: #"{"getCapability":{"capability":{"protocolVersion":7}}}"#)
                == #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
    }

    @Test func `a freestanding declaration expands to nothing`() {
        #expect(
            response(
                to:
                    ##"{"expandFreestandingMacro":{"macro":{"typeName":"UniqueConstraintsMacro"},"syntax":{"source":"#Unique<A>([\\.a])"}}}"##
            )
                == #"{"expandMacroResult":{"diagnostics":[],"expandedSource":""}}"#)
    }

    @Test func `an attached macro is expanded`() {
        let response = response(
            to: #"""
                {"expandAttachedMacro":{"macro":{"moduleName":"M","typeName":"QueryMacro","name":"Query"},"macroRole":"peer",
                "discriminator":"$s","attributeSyntax":{"kind":"attribute","source":"@Query"},
                "declSyntax":{"kind":"declaration","source":"@Query var a: [A]",
                "location":{"fileID":"M/A.swift","fileName":"A.swift","offset":7,"line":1,"column":8}},"lexicalContext":[]}}
                """#)
        let peer = "private(set) var _a: SwiftUI.Query<[A]._QueryElement, [A]> = SwiftUI.Query()"
        #expect(response.contains(peer), "\(response)")
    }
}
