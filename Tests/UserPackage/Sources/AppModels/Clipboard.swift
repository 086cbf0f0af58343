import Foundation
import SwiftData

// The shape of a clipboard history, of a chat with a hand-written model actor, and of small models
// in packages.

/// A renderer that no store can keep.
final class Renderer {
    var title = ""
}

@Model
public final class Clip {
    public var application: String?
    public var firstCopied: Date = Date(timeIntervalSinceReferenceDate: 0)
    public var copies: Int = 1
    public var pin: String?
    public var title: String = ""
    @Relationship(deleteRule: .cascade, inverse: \ClipContent.clip) public var contents: [ClipContent] = []
    @Transient private var renderer: Renderer?
    @Transient public var isHighlighted = false

    public init(title: String, contents: [ClipContent] = []) {
        self.title = title
        self.contents = contents
    }

    public var renderedTitle: String {
        let renderer = renderer ?? Renderer()
        renderer.title = title.uppercased()
        self.renderer = renderer
        return renderer.title
    }
}

@Model
public final class ClipContent {
    public var type: String = ""
    public var value: Data?
    public var clip: Clip?

    public init(type: String, value: Data?) {
        self.type = type
        self.value = value
    }
}

@MainActor
public final class ClipHistory {
    public let container: ModelContainer
    public var context: ModelContext { container.mainContext }

    public init(folder: URL) throws {
        container = try ModelContainer(
            for: Clip.self, configurations: ModelConfiguration(url: folder.appending(path: "Storage.sqlite")))
    }

    public func clearUnpinned() throws {
        try context.transaction {
            try context.delete(model: Clip.self, where: #Predicate { $0.pin == nil })
            try context.delete(model: ClipContent.self, where: #Predicate { $0.clip?.pin == nil })
        }
        context.processPendingChanges()
        try context.save()
    }

    public func empty(_ clip: Clip) throws {
        clip.contents.forEach(context.delete)
        context.processPendingChanges()
        try context.save()
    }
}

public enum MessageRole: String, Codable, Sendable {
    case user, assistant
}

@Model
public final class Conversation {
    @Attribute(.unique) public var id: UUID = UUID()
    public var name: String
    @Relationship(deleteRule: .cascade, inverse: \Message.conversation) public var messages: [Message] = []
    @Transient public var sorted: [Message] { messages.sorted { $0.position < $1.position } }

    public init(name: String) { self.name = name }
}

@Model
public final class Message {
    @Attribute(.unique) public var id: UUID = UUID()
    public var position: Int
    @Attribute public var role: MessageRole? = MessageRole.user
    @Relationship public var conversation: Conversation?

    public init(position: Int) { self.position = position }
}

// The app's objects cross actors, and each side uses them one after the other.
extension Conversation: @unchecked Sendable {}
extension Message: @unchecked Sendable {}

public final actor Chats: ModelActor {
    public nonisolated let modelContainer: ModelContainer
    public nonisolated let modelExecutor: any ModelExecutor
    private let modelContext: ModelContext

    public init(_ container: ModelContainer) {
        modelContainer = container
        modelContext = ModelContext(container)
        modelContext.autosaveEnabled = false
        modelExecutor = DefaultSerialModelExecutor(modelContext: modelContext)
    }

    public func create(_ name: String, messages: Int) throws -> UUID {
        let conversation = Conversation(name: name)
        modelContext.insert(conversation)
        for position in (0..<messages).reversed() {
            let message = Message(position: position)
            message.conversation = conversation
            modelContext.insert(message)
        }
        if modelContext.hasChanges { try modelContext.save() }
        return conversation.id
    }

    public func positions(of id: UUID) throws -> [Int] {
        let descriptor = FetchDescriptor<Message>(
            predicate: #Predicate { $0.conversation?.id == id }, sortBy: [SortDescriptor(\.position)])
        return try modelContext.fetch(descriptor).map(\.position)
    }

    public func sorted(_ id: UUID) throws -> [Int] {
        let descriptor = FetchDescriptor<Conversation>(predicate: #Predicate { $0.id == id })
        return try modelContext.fetch(descriptor).first?.sorted.map(\.position) ?? []
    }

    public func deleteAll() throws {
        try modelContext.delete(model: Message.self)
        try modelContext.delete(model: Conversation.self)
        try modelContext.save()
    }
}

@Model public class Draft: Equatable {
    public var content: String = ""
    public var creation: Date = Date()

    public init(content: String) { self.content = content }
}

@Model public class Timeline {
    public var instance: String = ""
    public var tag: String = ""
    public var group: String?

    public init(instance: String, tag: String, group: String? = nil) {
        self.instance = instance
        self.tag = tag
        self.group = group
    }

    public static func find(_ instance: String, _ tag: String, _ group: String?, in context: ModelContext) throws -> Timeline? {
        var descriptor = FetchDescriptor<Timeline>(
            predicate: #Predicate { $0.instance == instance && $0.tag == tag && $0.group == group })
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first
    }
}
