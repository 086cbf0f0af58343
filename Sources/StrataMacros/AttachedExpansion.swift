import FoundationEssentials

/// The compiler's request to expand a macro that is attached to a declaration: `@Entry`, or
/// `@Previewable`, which expands to nothing.
struct AttachedExpansion: Decodable {
    private struct Source: Decodable {
        struct Location: Decodable {
            let fileName: String
            let offset: Int
        }

        let source: String
        let location: Location?
    }

    private struct Macro: Decodable {
        /// The name of the type in this plug-in that the declaration of the macro names.
        let typeName: String
    }

    private struct Request: Decodable {
        let macro: Macro
        let macroRole: String
        let declSyntax: Source
        /// The declarations around the declaration, the innermost first.
        let lexicalContext: [Source]?
    }

    private struct Diagnostic: Encodable {
        struct Position: Encodable {
            let fileName: String
            let offset: Int
        }

        let message: String
        let severity = "error"
        let position: Position
        let highlights: [Position] = []
        let notes: [Position] = []
        let fixIts: [Position] = []
    }

    private struct Response: Encodable {
        struct Result: Encodable {
            let expandedSource: String
            let diagnostics: [Diagnostic]
        }

        let expandMacroResult: Result
    }

    private let expandAttachedMacro: Request

    /// The JSON of the response: the expansion, or the diagnostic if there is none.
    var response: String {
        let request = expandAttachedMacro
        guard request.macro.typeName == "EntryMacro" else { return emptyExpansion }
        let result: Response.Result
        do {
            let container = request.lexicalContext?.first.map { Self.container($0.source) } ?? .environment
            guard let container else {
                throw EntryDeclaration.Mistake(
                    "@Entry needs an extension of EnvironmentValues, FocusedValues or Transaction: move the declaration there.")
            }
            let entry = try EntryDeclaration(request.declSyntax.source, in: container)
            result = Response.Result(
                expandedSource: request.macroRole == "accessor" ? entry.accessors : entry.key, diagnostics: [])
        } catch {
            let location = request.declSyntax.location
            let position = Diagnostic.Position(fileName: location?.fileName ?? "", offset: location?.offset ?? 0)
            // The macro is expanded for two roles, accessor and peer. Only one reports the mistake.
            let diagnostics = request.macroRole == "accessor" ? [Diagnostic(message: "\(error)", position: position)] : []
            result = Response.Result(expandedSource: "", diagnostics: diagnostics)
        }
        // Ignored: texts can always be encoded.
        guard let json = try? JSONEncoder().encode(Response(expandMacroResult: result)) else { return emptyExpansion }
        return String(decoding: json, as: UTF8.self)
    }

    /// Returns the container that a declaration extends; nil if it extends none.
    private static func container(_ source: String) -> EntryDeclaration.Container? {
        var scanner = DeclarationScanner(source)
        scanner.skipToKeyword("extension")
        let name = scanner.rest.prefix { $0 != "{" && $0 != ":" && !$0.isWhitespace }
        return EntryDeclaration.Container(rawValue: String(name.split(separator: ".").last ?? ""))
    }
}
