/// A finder of the imports that a file needs on Linux only, where Foundation has no part of
/// Combine, no networking, no Observation and no working predicates.
struct ImportAdder {
    private struct Origin {
        var module: String
        var names: Set<String>
        /// The modules whose import brings the names too.
        var sources: Set<String>
        /// A part of all names, or a part of each, one of which is in every file that needs the
        /// module.
        var parts: [String]
    }

    private static let origins = [
        Origin(
            module: "CoreData",
            names: [
                "NSPredicate", "NSComparisonPredicate", "NSCompoundPredicate", "NSExpression", "NSSortDescriptor",
                "NSAttributeDescription", "ValueTransformer", "NSValueTransformerName", "UndoManager", "Selector",
                "autoreleasepool", "NSSecureUnarchiveFromDataTransformer", "forSecurityApplicationGroupIdentifier",
            ],
            sources: ["CoreData", "SwiftUI"],
            parts: [
                "Predicate", "NSExpression", "NSSortDescriptor", "ValueTransformer", "UndoManager", "elector", "autoreleasepool",
                "DataTransformer", "SecurityApplicationGroup",
            ]),
        Origin(
            module: "SwiftUI", names: ["NSUserActivity", "NSItemProvider"], sources: ["SwiftUI"],
            parts: ["NSUserActivity", "NSItemProvider"]),
        Origin(
            module: "Combine",
            names: [
                "ObservableObject", "ObservableObjectPublisher", "Published", "AnyCancellable", "Cancellable", "Publisher",
                "Publishers",
                "Subscriber", "Subscribers", "Subscription", "Subject", "AnyPublisher", "AnySubscriber", "PassthroughSubject",
                "CurrentValueSubject", "Just", "Future", "Empty", "Fail", "Deferred", "ConnectablePublisher", "TopLevelDecoder",
                "dataTaskPublisher", "autoconnect", "eraseToAnyPublisher", "assign", "sink",
            ],
            sources: ["Combine"],
            parts: [
                "Observable", "Published", "ancellable", "Publisher", "ublisher(", "Subscri", "Subject", "Just", "Future",
                "Empty(",
                "Fail(", "Deferred", "TopLevel", "autoconnect", ".sink",
            ]),
        Origin(
            module: "FoundationNetworking",
            names: [
                "URLSession", "URLRequest", "URLResponse", "HTTPURLResponse", "URLSessionConfiguration", "URLSessionTask",
                "URLSessionDataTask", "URLSessionDownloadTask", "URLSessionUploadTask", "URLSessionDelegate",
                "URLSessionTaskDelegate",
                "URLSessionDataDelegate", "URLSessionDownloadDelegate", "URLCache", "CachedURLResponse", "URLCredential",
                "URLCredentialStorage", "URLProtectionSpace", "URLAuthenticationChallenge", "URLProtocol", "URLProtocolClient",
                "HTTPCookie", "HTTPCookieStorage", "NSURLRequest", "NSMutableURLRequest", "URLSessionWebSocketTask",
            ],
            sources: ["FoundationNetworking", "CoreData", "SwiftUI", "Combine"], parts: ["URL", "HTTPCookie"]),
        Origin(
            module: "Observation",
            names: ["Observable", "ObservationIgnored", "ObservationTracked", "ObservationRegistrar", "withObservationTracking"],
            sources: ["Observation", "SwiftUI", "SwiftData"], parts: ["Observable", "Observation"]),
    ]

    /// Names that another member of the app may have. The module is imported for them only in a
    /// file that also has another of its names.
    private static let common: Set<String> = [
        "Just", "Future", "Empty", "Fail", "Deferred", "Subject", "Publisher", "Subscription", "Selector", "assign", "sink",
    ]

    /// The names of Combine that CoreData exports.
    private static let exported: Set<String> = [
        "ObservableObject", "ObservableObjectPublisher", "Published", "AnyCancellable", "Cancellable",
    ]

    /// Returns the imports to add, with the access of the file's import of Foundation, on one line;
    /// empty if none are needed.
    static func line(for source: SourceText, facts: FolderFacts) -> String {
        // A selector becomes a `Selector`, which is CoreData's.
        let needsCoreData = source.contains("#selector")
        let concerned = origins.filter { origin in origin.parts.contains(where: source.contains) }
        guard needsCoreData || !concerned.isEmpty, source.contains("import ") else { return "" }
        let tokens = TokenList(source)
        let original = tokens.imports.map(\.module)
        let imports = original.map { SourceRewriter.interfaceModules.contains($0) ? "SwiftUI" : $0 }
        // On Apple's platforms each of these brings Foundation.
        let bringsFoundation = ["Foundation", "SwiftUI", "CoreData", "SwiftData", "Combine", "UIKit", "AppKit", "Cocoa"]
        guard let first = original.first(where: bringsFoundation.contains) else { return "" }
        let words = Set(tokens.tokens.lazy.filter { $0.kind == .word }.map(\.text))
        let hasCoreData = imports.contains("CoreData") || imports.contains("SwiftUI")
        var modules = concerned.filter { origin in
            guard origin.sources.isDisjoint(with: imports) else { return false }
            var used = origin.names.intersection(words).filter { !facts.isType($0) }
            if hasCoreData { used.subtract(exported) }
            return used.contains { !common.contains($0) } || used.count > 1
        }.map(\.module)
        if needsCoreData, !modules.contains("CoreData"), !hasCoreData {
            modules.append("CoreData")
        }
        let access = access(of: first, in: tokens)
        return modules.map { "\(access)import \($0)" }.joined(separator: "; ")
    }

    private static func access(of module: String, in tokens: TokenList) -> String {
        let index = tokens.indices.first { tokens.isWord("import", at: $0) && tokens.isWord(module, at: $0 + 1) }
        guard let index, let word = tokens.word(at: index - 1),
            ["public", "package", "internal", "private", "fileprivate"].contains(word),
            tokens.line(of: index) == tokens.line(of: index - 1)
        else { return "" }
        return "\(word) "
    }
}
