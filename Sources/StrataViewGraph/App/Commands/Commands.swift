internal import StrataTraps

/// Entries for the menus of an app's windows.
///
///     WindowGroup { NoteList() }
///         .commands {
///             CommandMenu("Note") {
///                 Button("Duplicate") { duplicate() }.keyboardShortcut("d")
///             }
///         }
///
/// In a browser, the menus are in a bar at the top of each page. Keyboard shortcuts of entries also
/// work while their menu is closed.
@MainActor @preconcurrency
public protocol Commands {
    /// The type of the body, which the compiler infers.
    associatedtype Body: Commands

    /// The content of the commands: other commands.
    @CommandsBuilder var body: Body { get }

    /// Appends the menus and groups. Commands with a body inherit an implementation.
    func _collect(into list: inout CommandList)
}

extension Commands {
    /// Appends the menus and groups of the body. Each window evaluates commands with dynamic
    /// properties for itself (``WindowCommands``).
    public func _collect(into list: inout CommandList) {
        if PropertyPlan.of(Self.self).isEmpty { body._collect(into: &list) } else { list.append(self) }
    }
}

extension Never: Commands {}

/// Commands without a body, which append their menus themselves.
package protocol BuiltInCommands: Commands where Body == Never {}

extension BuiltInCommands {
    /// Traps: built-in commands have no body.
    public var body: Never { trap("\(Self.self) is built in and has no body.") }
}

/// The menus and groups of an app's commands, in the order of their declaration.
public struct CommandList {
    /// The entries that one declaration adds to a menu.
    struct Entry {
        enum Position {
            case before, replacing, after
        }

        /// The title of the menu, in the language of each window.
        let menu: Text
        /// The group that the entries precede, replace or follow; nil for a menu of the app's own.
        var group: (placement: CommandGroupPlacement, position: Position)?
        let content: any View
        /// Whether the entry only removes those that it replaces.
        var isEmpty = false
    }

    /// An entry, or commands of which each window makes its entries.
    enum Item {
        case entry(Entry)
        case dynamic(any Commands)
    }

    private(set) var items: [Item] = []

    init() {}

    /// Appends an entry.
    mutating func append(_ entry: Entry) { items.append(.entry(entry)) }

    /// Appends commands with dynamic properties.
    fileprivate mutating func append(_ commands: some Commands) { items.append(.dynamic(commands)) }
}

/// A result builder that makes commands of the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct CommandsBuilder {
    /// Accepts commands.
    public static func buildExpression<Content: Commands>(_ content: Content) -> Content { content }

    /// Builds no commands from an empty closure.
    public static func buildBlock() -> EmptyCommands { EmptyCommands() }

    /// Accepts the only commands.
    public static func buildBlock<Content: Commands>(_ content: Content) -> Content { content }

    /// Builds several commands.
    public static func buildBlock<each Content: Commands>(_ content: repeat each Content) -> some Commands {
        var commands: [any Commands] = []
        repeat commands.append(each content)
        return CommandTuple(commands: commands)
    }

    /// Builds the content of an `if` without `else`.
    public static func buildIf<Content: Commands>(_ content: Content?) -> some Commands {
        CommandTuple(commands: content.map { [$0] } ?? [])
    }

    /// Builds the first branch of an `if` or `switch`.
    public static func buildEither<First: Commands, Second: Commands>(first: First) -> ConditionalCommands<First, Second> {
        ConditionalCommands(commands: first)
    }

    /// Builds the second branch of an `if` or `switch`.
    public static func buildEither<First: Commands, Second: Commands>(second: Second) -> ConditionalCommands<First, Second> {
        ConditionalCommands(commands: second)
    }

    /// Erases the type of what an `if #available` builds.
    public static func buildLimitedAvailability<Content: Commands>(_ content: Content) -> some Commands {
        CommandTuple(commands: [content])
    }
}

/// No commands.
public struct EmptyCommands: BuiltInCommands {
    /// Creates no commands.
    public init() {}

    /// Appends nothing.
    public func _collect(into list: inout CommandList) {}
}

/// One of two commands, chosen by `if … else` or `switch`.
public struct ConditionalCommands<First: Commands, Second: Commands>: BuiltInCommands {
    let commands: any Commands

    /// Appends the menus of the branch.
    public func _collect(into list: inout CommandList) { commands._collect(into: &list) }
}

/// Several commands, one after the other.
private struct CommandTuple: BuiltInCommands {
    let commands: [any Commands]

    func _collect(into list: inout CommandList) {
        for each in commands { each._collect(into: &list) }
    }
}

extension Group: Commands where Content: Commands {
    /// Groups commands.
    public init(@CommandsBuilder content: () -> Content) { self.content = content() }

    /// Traps: a group has no body.
    public var body: Never { trap("A Group is built in and has no body.") }

    /// Appends the menus of all commands.
    public func _collect(into list: inout CommandList) { content._collect(into: &list) }
}

/// A scene with commands of its own.
private struct CommandScene<Content: Scene, C: Commands>: BuiltInScene {
    let content: Content
    let commands: C

    func _collect(into list: inout SceneList) {
        content._collect(into: &list)
        commands._collect(into: &list.commands)
    }
}

/// A scene without the commands of the scenes inside it.
private struct SceneWithoutCommands<Content: Scene>: BuiltInScene {
    let content: Content

    func _collect(into list: inout SceneList) {
        let commands = list.commands
        content._collect(into: &list)
        list.commands = commands
    }
}

extension Scene {
    /// Adds entries to the menus of the app's windows.
    public func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene {
        CommandScene(content: self, commands: content())
    }

    /// Removes the commands that the scene has declared so far.
    public func commandsRemoved() -> some Scene { SceneWithoutCommands(content: self) }

    /// Replaces the commands that the scene has declared so far.
    public func commandsReplaced<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene {
        commandsRemoved().commands(content: content)
    }
}
