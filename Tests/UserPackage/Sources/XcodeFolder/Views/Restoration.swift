import CoreData
import SwiftUI

struct Product: Codable, Identifiable {
    var id = UUID()
    var name = ""
}

struct ContentView: View {
    @SceneStorage("ContentView.selectedProduct") private var selectedProduct: String?

    var body: some View {
        Text(selectedProduct ?? "")
            .onContinueUserActivity(DetailView.productUserActivityType) { userActivity in
                if let product = try? userActivity.typedPayload(Product.self) {
                    selectedProduct = product.id.uuidString
                }
            }
    }
}

struct DetailView: View {
    enum Tabs: String {
        case detail, photo
    }

    static let productUserActivityType = "com.example.product"
    @SceneStorage("DetailView.selectedTab") private var selectedTab = Tabs.detail
    @Bindable var people = People(name: "fat", age: 18)
    @Namespace private var namespace

    var body: some View {
        TextField("Name", text: $people.name)
            .userActivity(Self.productUserActivityType) { $0.title = "Product" }
        Rectangle()
            .matchedGeometryEffect(id: "1", in: namespace, properties: .size, isSource: false)
    }
}

@Observable
class People {
    var name: String
    var age: Int
    init(name: String, age: Int) {
        self.name = name
        self.age = age
    }
}

@MainActor final class QuakesProvider {
    static let shared = QuakesProvider()
    private var lastToken: NSPersistentHistoryToken?

    private(set) lazy var container: NSPersistentContainer = {
        let container = NSPersistentContainer(name: "Journal")
        let description = container.persistentStoreDescriptions.first
        description?.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        description?.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        container.loadPersistentStores { _, _ in }
        container.viewContext.automaticallyMergesChangesFromParent = false
        return container
    }()

    func importQuakes(from propertiesList: [[String: Any]]) async throws {
        let taskContext = container.newBackgroundContext()
        taskContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        try await taskContext.perform {
            let batchInsertRequest = NSBatchInsertRequest(entity: Quake.entity(), objects: propertiesList)
            if let fetchResult = try? taskContext.execute(batchInsertRequest),
                let batchInsertResult = fetchResult as? NSBatchInsertResult,
                let success = batchInsertResult.result as? Bool, success {
                return
            }
            throw CocoaError(.coreData)
        }
    }

    func mergeHistory() throws {
        let viewContext = container.viewContext
        let changeRequest = NSPersistentHistoryChangeRequest.fetchHistory(after: self.lastToken)
        let historyResult = try viewContext.execute(changeRequest) as? NSPersistentHistoryResult
        guard let history = historyResult?.result as? [NSPersistentHistoryTransaction], !history.isEmpty else { return }
        for transaction in history {
            viewContext.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            self.lastToken = transaction.token
        }
    }
}

#Preview {
    ContentView()
        .environment(
            \.managedObjectContext,
            QuakesProvider.shared.container.viewContext)
        .defaultAppStorage(.standard)
}
