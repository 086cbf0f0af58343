import FoundationEssentials

/// The plug-in with SwiftData's macros.
///
/// The compiler starts one process for each module it compiles, and sends it a message for each
/// macro and role: a model with ten properties is at least 32 messages, one for its members, one
/// for its extensions, and one for each property and each of three roles. The messages carry source
/// code, and the responses carry source code or diagnostics. Packages usually build swift-syntax to
/// parse it, which takes minutes. Here a lexer and a scanner for declarations (`Scanning`) read the
/// few things that SwiftData needs.
package struct MacroPlugin {
    /// The response with the plug-in's capabilities: the protocol version of the Swift 6.3 compiler.
    private static let capability = #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
    /// The response to a request that has no expansion.
    private static let emptyExpansion = #"{"expandMacroResult":{"expandedSource":"","diagnostics":[]}}"#

    /// The response to a request to expand a macro.
    private struct Response: Encodable {
        let expandMacroResult: Expansion
    }

    /// The scanned classes of the last requests.
    private var models = ModelCache()

    package init() {}

    /// Responds to the compiler's messages until it closes the connection.
    package mutating func run() {
        let channel = MessageChannel()
        while let message = channel.receive() {
            channel.send(response(to: message))
        }
    }

    /// Returns the response to a message. A message that is none of these requests gets an empty
    /// expansion.
    mutating func response(to message: [UInt8]) -> [UInt8] {
        // Ignored: a message that this plug-in does not know gets an empty expansion.
        let message = try? JSONDecoder().decode(CompilerMessage.self, from: Data(message))
        if message?.getCapability != nil { return Array(Self.capability.utf8) }
        let expansion: Expansion
        if let request = message?.expandAttachedMacro {
            expansion = self.expansion(of: request)
        } else if let request = message?.expandFreestandingMacro {
            expansion = self.expansion(of: request)
        } else {
            expansion = .empty
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Ignored: strings and integers can always be encoded.
        let response = try? encoder.encode(Response(expandMacroResult: expansion))
        return response.map { Array($0) } ?? Array(Self.emptyExpansion.utf8)
    }

    /// Returns the expansion of a macro that is not attached to a declaration.
    func expansion(of request: FreestandingRequest) -> Expansion {
        switch request.macro.typeName {
        case "PredicateMacro": PredicateMacro.expansion(of: request.syntax.text, named: "#_ModelPredicate")
        case "ExpressionMacro": PredicateMacro.expansion(of: request.syntax.text, named: "#_ModelExpression")
        // `#Unique` and `#Index`: the expansion of `@Model` reads them.
        default: .empty
        }
    }

    /// Returns the expansion of a macro in one role.
    mutating func expansion(of request: ExpansionRequest) -> Expansion {
        switch request.macro.typeName {
        case "PersistentModelMacro": ModelMacro.expansion(of: request, models: &models)
        case "PersistedPropertyMacro": PersistedPropertyMacro.expansion(of: request, isTransformable: false)
        case "TransformablePersistedPropertyMacro": PersistedPropertyMacro.expansion(of: request, isTransformable: true)
        case "TransientPropertyMacro": TransientPropertyMacro.expansion(of: request)
        case "PersistentModelActorMacro": ModelActorMacro.expansion(of: request)
        case "QueryMacro": QueryMacro.expansion(of: request)
        // `@Attribute` and `@Relationship`: the expansion of `@Model` reads them.
        default: .empty
        }
    }
}
