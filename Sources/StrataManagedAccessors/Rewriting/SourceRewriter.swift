/// A rewriter of one source file for the compiler on Linux.
///
/// Reads tokens, so that comments and strings stay as they are, and replaces as little as
/// possible: each line stays where it is, and so does each column in front of an inserted text.
struct SourceRewriter {
    let source: SourceText
    let list: DeclarationList
    let facts: FolderFacts
    private(set) var edits = TextEdits()
    private(set) var problems: [Problem] = []

    var tokens: TokenList { list.tokens }

    /// Words without one of which a file is not changed, apart from its imports.
    static let triggers = [
        "@objc", "@nonobjc", "@IB", "@GKInspectable", "@NSCopying", "@NSManaged", "dynamic", "#keyPath", "#selector", "override",
        "optional", "init(", "init<", "#sourceLocation", "Transformer", "NSEntityMigrationPolicy",
        "UIKit", "AppKit", "Cocoa",
    ]

    /// Creates a rewriter.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - list: Its declarations, without inactive clauses.
    init(_ source: SourceText, _ list: DeclarationList, facts: FolderFacts) {
        self.source = source
        self.list = list
        self.facts = facts
    }

    /// Collects all replacements.
    mutating func rewrite() {
        replaceImports()
        blankAttributes()
        rewriteExpressions(tokens, type: nil)
        replaceCallsOfObservers()
        for declaration in list.all {
            switch declaration.keyword {
            case "class": completeClass(declaration)
            case "protocol": restateClass(declaration)
            case "init": rewriteInitializer(declaration)
            case "func", "var": rewriteMember(declaration)
            default: break
            }
        }
        renameOverrides()
    }

    /// The modules of which Strata's SwiftUI has some classes, such as `UIColor`, and what else they
    /// bring, such as Foundation.
    static let interfaceModules: Set<String> = ["UIKit", "AppKit", "Cocoa"]

    /// Imports SwiftUI in place of the modules that Linux lacks, of which it has some classes.
    private mutating func replaceImports() {
        for found in tokens.imports where Self.interfaceModules.contains(found.module) {
            var last = found.index
            // A part of the module, and not a class of it, of which the kind stands in front.
            if tokens.isWord("import", at: found.index - 1), tokens.isSign(".", at: found.index + 1) { last += 2 }
            replace(byte(found.index)..<end(last), with: "SwiftUI")
        }
    }

    private mutating func rewriteMember(_ member: Declaration) {
        if member.attribute("NSManaged") != nil { addAccessors(member) }
        guard member.modifier("override") != nil, OverrideMover.isForObservers(member) else { return }
        blank("override", of: member)
    }

    /// Replaces what an override for key-value observing calls of its superclass, by what that
    /// returns on Apple's platforms.
    private mutating func replaceCallsOfObservers() {
        for index in tokens.indices where tokens.isWord("super", at: index) && tokens.isSign(".", at: index + 1) {
            guard let name = tokens.word(at: index + 2), let result = OverrideMover.inheritedResults[name],
                tokens.isSign("(", at: index + 3), let close = tokens.closingBracket(of: index + 3)
            else { continue }
            replace(byte(index)..<end(close), paddedWith: result)
        }
    }

    // MARK: Edits and problems

    func byte(_ index: Int) -> Int { tokens.tokens[index].range.lowerBound }

    func end(_ index: Int) -> Int { tokens.tokens[index].range.upperBound }

    mutating func insert(_ text: String, at position: Int) { edits.insert(text, at: position) }

    mutating func replace(_ range: Range<Int>, with text: String) { edits.replace(range, with: text) }

    mutating func replace(_ range: Range<Int>, paddedWith text: String) {
        edits.replace(range, with: text, paddedIn: source)
    }

    mutating func blank(_ range: ClosedRange<Int>) {
        edits.blank(byte(range.lowerBound)..<end(range.upperBound), in: source)
    }

    mutating func blank(_ modifier: String, of declaration: Declaration) {
        if let found = declaration.modifier(modifier) { blank(found.range) }
    }

    mutating func report(_ severity: Problem.Severity = .error, at index: Int, in list: TokenList? = nil, _ message: String) {
        problems.append(Problem(at: (list ?? tokens).place(of: index), severity: severity, message))
    }
}
