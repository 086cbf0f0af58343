import Foundation
import Testing

@testable import StrataViewGraph

/// Delegates that implement no function of their protocol.
@MainActor
struct QuietDelegateTests {
    private struct OpenedURL: View {
        @State private var url: URL?
        var body: some View { Text(url?.absoluteString ?? "none").onOpenURL { url = $0 } }
    }

    private func request(_ url: String) -> WindowRequest {
        var request = WindowRequest()
        request.openedURL = URL(string: url)
        return request
    }

    fileprivate final class Phone: NSObject, UIApplicationDelegate {}

    private struct PhoneApp: App {
        @UIApplicationDelegateAdaptor(Phone.self) var delegate
        var body: some Scene { WindowGroup { OpenedURL() } }
    }

    @Test func `the views of an iOS app receive a URL that its delegate does not open`() {
        let app = AppInstance(PhoneApp(), name: "Test")
        #expect(Screen(app.makeWindow(request("notes:1"))).texts == ["notes:1"])
        app.terminate()
        #expect(Screen(app.makeWindow()).texts == ["none"])
    }

    fileprivate final class Desk: NSObject, NSApplicationDelegate {
        let name = "desk"
    }

    private struct DeskApp: App {
        @NSApplicationDelegateAdaptor(Desk.self) var delegate
        var body: some Scene {
            WindowGroup {
                OpenedURL()
                Text(delegate.name)
            }
        }
    }

    @Test func `the views of a Mac app receive a URL, and its body reads the delegate`() {
        let app = AppInstance(DeskApp(), name: "Test")
        #expect(Screen(app.makeWindow(request("notes:1"))).texts == ["notes:1", "desk"])
        app.terminate()
        #expect(Screen(app.makeWindow()).texts == ["none", "desk"])
        #expect(DeskApp().delegate === DeskApp().delegate)
    }

    @Test func `the keys of options are strings`() {
        #expect(UIApplication.LaunchOptionsKey(rawValue: "url").rawValue == "url")
        #expect(UIApplication.LaunchOptionsKey(rawValue: "url") == UIApplication.LaunchOptionsKey(rawValue: "url"))
        #expect(UIApplication.OpenURLOptionsKey(rawValue: "source").rawValue == "source")
    }
}
