import CoreData

// Blocks that capture variables, as apps have them in the Swift 5 language mode. This target has to
// compile without a warning, and nothing calls its functions.

func importRows(_ data: [String], into container: NSPersistentContainer) {
    var rows = data
    rows.sort()
    container.performBackgroundTask { context in
        for row in rows { context.name = row }
    }
}

func countTasks(of container: NSPersistentContainer) {
    var count = 0
    container.performBackgroundTask { _ in count += 1 }
}

func countRows(_ data: [String], in container: NSPersistentContainer) async -> Int {
    var count = 0
    await container.performBackgroundTask { _ in count += 1 }
    var rows = data
    rows.sort()
    return await container.performBackgroundTask { _ in rows.count } + count
}

func countBlocks(of context: NSManagedObjectContext) -> Int {
    var count = 0
    context.perform { count += 1 }
    context.performAndWait { count += 1 }
    return context.performAndWait { count + 1 }
}

func countLaterBlocks(of context: NSManagedObjectContext) async -> Int {
    var count = 0
    await context.perform { count += 1 }
    return await context.perform { count }
}

/// A container that counts its tasks.
final class CountingContainer: NSPersistentContainer, @unchecked Sendable {
    var count = 0

    override func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
        count += 1
        super.performBackgroundTask(block)
    }
}
