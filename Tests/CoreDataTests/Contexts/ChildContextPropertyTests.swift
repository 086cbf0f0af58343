import CoreData
import Foundation
import StrataTestSupport
import Testing

/// Returns the first part of a tag's name, which identifies the tag and never changes.
private func key(_ name: String) -> Int { Int(name.prefix { $0 != "." }) ?? 0 }

/// Random edits in a chain of three contexts. Each context must see the state of its parent with
/// its own changes applied.
@Suite(.eachStore) struct ChildContextPropertyTests: Sendable {
    private enum Change {
        case set(String)
        case deleted
    }

    @Test func eachContextSeesTheOneAboveAndItsOwnChanges() throws {
        let seed = testSeed()
        var generator = SeededGenerator(seed: seed)
        let store = try TestStore(model: .library())
        var contexts = [store.context()]
        for _ in 0..<2 {
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = contexts[contexts.count - 1]
            child.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            contexts.append(child)
        }
        var saved: [Int: String] = [:]
        var changes: [[Int: Change]] = [[:], [:], [:]]
        var last = 0

        func seen(by level: Int) -> [String] {
            var names = saved
            for changes in changes[...level] {
                for (key, change) in changes {
                    switch change {
                    case .set(let name): names[key] = name
                    case .deleted: names[key] = nil
                    }
                }
            }
            return names.values.sorted()
        }
        for step in 0..<400 {
            let level = Int.random(in: 0..<3, using: &generator)
            let context = contexts[level]
            let action = Int.random(in: 0..<10, using: &generator)
            let pick = Int.random(in: 0..<1_000, using: &generator)
            last += 1
            let number = last
            let below = Set(changes[(level + 1)...].flatMap(\.keys))
            let name: String? = try context.performAndWait {
                switch action {
                case 0..<4:
                    Tag(context: context).name = "\(number).new"
                    return nil
                case 4..<8:
                    // Excludes tags that a context below has changed: changing them here would be a
                    // conflict.
                    let tags = try context.fetch(NSFetchRequest<Tag>(entityName: "Tag"))
                        .sorted { $0.name ?? "" < $1.name ?? "" }.filter { !below.contains(key($0.name ?? "")) }
                    guard !tags.isEmpty else { return nil }
                    let tag = tags[pick % tags.count]
                    let name = tag.name
                    if action < 7 { tag.name = "\(key(name ?? "")).\(number)" } else { context.delete(tag) }
                    return name
                case 8:
                    try context.save()
                    return nil
                default:
                    context.rollback()
                    return nil
                }
            }
            switch action {
            case 0..<4: changes[level][number] = .set("\(number).new")
            case 4..<8:
                if let name { changes[level][key(name)] = action < 7 ? .set("\(key(name)).\(number)") : .deleted }
            case 8 where level == 0:
                for (key, change) in changes[0] {
                    if case .set(let name) = change { saved[key] = name } else { saved[key] = nil }
                }
                changes[0] = [:]
            case 8:
                changes[level - 1].merge(changes[level]) { $1 }
                changes[level] = [:]
            default:
                // Changes below may depend on an insertion that is rolled back here. They are
                // discarded next.
                changes[level] = [:]
            }
            if action == 9 {
                // Contexts below may have changed objects that no longer exist. They are reset, as
                // in an app.
                for below in (level + 1)..<max(level + 1, 3) {
                    contexts[below].performAndWait { contexts[below].reset() }
                    changes[below] = [:]
                }
            }
            for level in 0..<3 {
                let context = contexts[level]
                let names = try context.performAndWait {
                    try context.fetch(NSFetchRequest<Tag>(entityName: "Tag")).compactMap(\.name).sorted()
                }
                #expect(names == seen(by: level), "seed \(seed), step \(step), level \(level)")
                if names != seen(by: level) { return }
            }
        }
    }
}
