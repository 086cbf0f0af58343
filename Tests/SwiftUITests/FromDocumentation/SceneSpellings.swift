import CoreData
import Foundation
import SwiftUI

// Scenes, windows, activities and storage as the documentation and the sessions write them.

private struct Message: Identifiable, Codable, Hashable {
    var id = UUID()
    var subject = ""
}

private final class AppDelegate: NSObject, UIApplicationDelegate, ObservableObject {
    @Published var token: Data?
    @Published var isEnabled = false

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        true
    }

    func applicationWillTerminate(_ application: UIApplication) {}
}

@Observable
private final class ObservableDelegate: NSObject, UIApplicationDelegate {
    var count = 0
}

private struct MailApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate
    @UIApplicationDelegateAdaptor(ObservableDelegate.self) private var observable
    @Environment(\.scenePhase) private var scenePhase
    @AppStorage("launches") private var launches = 0

    var body: some Scene {
        WindowGroup {
            MailViewer().environmentObject(delegate)
        }
        .handlesExternalEvents(matching: ["viewer"])
        .onChange(of: scenePhase) { _, phase in if phase == .background { launches += 1 } }
        .commands { ToolbarCommands() }

        WindowGroup(for: Message.ID.self) { $messageID in
            MessageDetail(messageID: $messageID)
        }
        WindowGroup("Message", id: "message", for: Message.self) { message in
            Text(message.wrappedValue.subject)
        } defaultValue: {
            Message()
        }
        .defaultSize(width: 300, height: 200)
        .windowResizability(.contentSize)
        WindowGroup(Text("Titled"), id: "titled") { EmptyView() }
        WindowGroup(id: "compose", for: Int.self) { number in Text("\(number.wrappedValue ?? 0)") }
        Window("Activity", id: "activity") { Text("x") }
    }
}

private struct MailViewer: View {
    @Environment(\.openWindow) private var openWindow
    @Environment(\.dismissWindow) private var dismissWindow
    @Environment(\.supportsMultipleWindows) private var supportsMultipleWindows
    @Environment(\.openURL) private var openURL
    @EnvironmentObject private var delegate: AppDelegate
    @SceneStorage("selection") private var selection: String?
    @SceneStorage("MailViewer.tab") private var tab = Tab.inbox
    @SceneStorage("MailViewer.filter") private var filter = ""
    @AppStorage("sort") private var sort: Sort = .date
    @AppStorage("columns", store: UserDefaults(suiteName: "group.mail")) private var columns = 2
    @AppStorage("badge") private var badge: Bool?
    @AppStorage("home") private var home: URL = URL(fileURLWithPath: "/")

    enum Tab: String { case inbox, sent }
    enum Sort: Int, CaseIterable { case date, name }

    var body: some View {
        Button("Open") { openWindow(value: UUID()) }.disabled(!supportsMultipleWindows)
        Button("Message") { openWindow(id: "message", value: Message()) }
        Button("Activity") {
            openWindow(id: "activity")
            dismissWindow(id: "activity")
            dismissWindow(value: UUID())
            openURL(home) { accepted in badge = accepted }
        }
        Picker("Sort", selection: $sort) { ForEach(Sort.allCases, id: \.self) { Text("\($0.rawValue)").tag($0) } }
        Toggle("Enabled", isOn: $delegate.isEnabled)
        TextField("Filter", text: $filter)
            .onOpenURL { url in selection = url.host() }
            .handlesExternalEvents(preferring: ["viewer"], allowing: ["*"])
            .environment(\.openURL, OpenURLAction { url in url.scheme == "app" ? .handled : .systemAction(url) })
    }
}

private struct MessageDetail: View {
    @Binding var messageID: Message.ID?
    @Environment(\.dismiss) private var dismiss

    private static let viewing = "com.example.mail.viewing"

    private struct Payload: Codable { var id: UUID }

    var body: some View {
        Text(messageID?.uuidString ?? "None")
            .userActivity(Self.viewing) { activity in
                activity.title = "Viewing"
                activity.isEligibleForHandoff = true
                activity.isEligibleForSearch = true
                activity.isEligibleForPublicIndexing = false
                activity.isEligibleForPrediction = true
                activity.targetContentIdentifier = "viewer"
                activity.persistentIdentifier = "message"
                activity.webpageURL = URL(string: "https://example.com")
                activity.referrerURL = nil
                activity.keywords = ["mail", "message"]
                activity.requiredUserInfoKeys = ["id"]
                activity.expirationDate = .distantFuture
                activity.addUserInfoEntries(from: ["id": 1])
                activity.userInfo?["other"] = "x"
                activity.needsSave = true
                try? activity.setTypedPayload(Payload(id: UUID()))
            }
            .userActivity(Self.viewing, element: messageID) { id, activity in activity.title = id.uuidString }
            .userActivity(Self.viewing, isActive: messageID != nil) { $0.becomeCurrent() }
            .onContinueUserActivity(Self.viewing) { activity in
                if let payload = try? activity.typedPayload(Payload.self) { messageID = payload.id }
                if let id = activity.userInfo?["id"] as? String { messageID = UUID(uuidString: id) }
            }
            .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { print($0.webpageURL ?? "") }
            .task {
                NSUserActivity.deleteAllSavedUserActivities {}
                NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["message"]) {}
                await NSUserActivity.deleteAllSavedUserActivities()
            }
    }
}

/// Actions of the environment that leave the main actor.
private struct BackgroundWork: View {
    let container: NSPersistentContainer
    let url: URL
    @Environment(\.dismiss) private var dismiss
    @Environment(\.dismissSearch) private var dismissSearch
    @Environment(\.dismissWindow) private var dismissWindow
    @Environment(\.openSettings) private var openSettings
    @Environment(\.openURL) private var openURL
    @Environment(\.openWindow) private var openWindow
    @Environment(\.presentationMode) private var presentationMode
    @Environment(\.resetFocus) private var resetFocus
    @Namespace private var form

    var body: some View {
        Button("Save", action: save)
        Button("Open", action: open)
    }

    private func save() {
        container.performBackgroundTask { [dismiss] context in
            try? context.save()
            DispatchQueue.main.async { dismiss() }
        }
        Task.detached { await dismiss() }
        Task.detached { [presentationMode] in presentationMode.wrappedValue.dismiss() }
    }

    private func open() {
        Task.detached { [dismissSearch, dismissWindow, form, openSettings, openURL, openWindow, resetFocus, url] in
            await openURL(url)
            await openURL(url) { accepted in print(accepted) }
            await openWindow(id: "activity")
            await openWindow(value: url)
            await dismissWindow(id: "activity")
            await openSettings()
            await dismissSearch()
            await resetFocus(in: form)
        }
    }
}

/// Stored values that are shared between threads.
private struct SharedSettings: Sendable {
    @AppStorage("columns", store: UserDefaults(suiteName: "group.mail")) var columns = 2
    @AppStorage("home") var home: URL?
    @SceneStorage("filter") var filter = ""

    func reset() async { await Task.detached { columns = 2 }.value }
}

private final class Controller: NSObject, NSUserActivityDelegate {
    let activity = NSUserActivity(activityType: "com.example.editing")

    func start() {
        activity.delegate = self
        activity.becomeCurrent()
        activity.resignCurrent()
        activity.invalidate()
    }

    func userActivityWillSave(_ userActivity: NSUserActivity) { userActivity.userInfo = ["a": 1] }
    func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}
