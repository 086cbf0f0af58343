import Foundation
import Testing

@testable import StrataViewGraph

/// The registrations of views in the objects that they read.
@MainActor
struct WindowReadersTests {
    @Observable
    fileprivate final class Settings {
        var unit = "km"
    }

    /// A view that its parent evaluates again and again, while what it reads stays as it is.
    private struct Distance: View {
        let kilometers: Int
        let settings: Settings
        var body: some View { Text("\(kilometers) \(settings.unit)") }
    }

    private struct Trip: View {
        let settings: Settings
        @State private var kilometers = 0
        var body: some View {
            Button("Drive") { kilometers += 1 }
            Distance(kilometers: kilometers, settings: settings)
        }
    }

    private struct WeakObserver {
        weak var observer: NodeObserver?
    }

    /// Presses a button a number of times. Returns the observers of all nodes after each press.
    private func observers(in screen: Screen, pressing title: String, times: Int) -> [WeakObserver] {
        (0..<times).flatMap { _ in
            screen.press(title)
            return screen.graph.rootNode.map(Self.observers) ?? []
        }
    }

    private static func observers(below node: ViewNode) -> [WeakObserver] {
        let own = node.observer.map { [WeakObserver(observer: $0)] } ?? []
        return own + node.children.flatMap(observers)
    }

    private static func present(_ observers: [WeakObserver]) -> Int {
        Set(observers.compactMap(\.observer).map(ObjectIdentifier.init)).count
    }

    @Test func `a view that is evaluated again leaves few registrations in what it has read`() {
        let settings = Settings()
        let screen = Screen(Trip(settings: settings))
        let observers = observers(in: screen, pressing: "Drive", times: 3 * WindowReaders.most)
        #expect(Self.present(observers) <= WindowReaders.most + 20)
        settings.unit = "mi"
        screen.update()
        #expect(screen.texts.last == "\(3 * WindowReaders.most) mi")
    }

    @Test func `a window that is closed leaves no registrations in what its views have read`() {
        let settings = Settings()
        // Only the first view of a type has a registration without an end.
        Screen(Trip(settings: settings)).graph.close()
        let screen = Screen(Trip(settings: settings))
        let observers = observers(in: screen, pressing: "Drive", times: 5)
        #expect(Self.present(observers) > 0)
        screen.graph.close()
        #expect(Self.present(observers) == 0)
    }

    @Test func `a sweep evaluates no view, and ends no observation that is in use`() {
        let settings = Settings()
        let screen = Screen(Trip(settings: settings))
        screen.press("Drive")
        screen.graph.readers.sweep()
        screen.update()
        #expect(screen.lastMutations == [])
        settings.unit = "mi"
        screen.update()
        #expect(screen.texts.last == "1 mi")
    }

    private struct Choices: View {
        let settings: Settings
        @State private var rows = 3
        @State private var chosen: Set<Int> = []
        var body: some View {
            Button("Add") { rows += 1 }
            List(selection: $chosen) {
                Text("first \(settings.unit)").tag(-1)
                if rows > 0 { Text("second").tag(-2) }
            }
        }
    }

    @Test func `the rows of a list show the selection after many arrangements`() {
        let screen = Screen(Choices(settings: Settings()))
        for _ in 1...5 { screen.press("Add") }
        func selected() -> [Bool?] {
            screen.rows.map { if case .collection(.row(let row)) = $0.content { row.isSelected } else { nil } }
        }
        #expect(selected() == [false, false])
        screen.send(SelectEvent(.only), to: screen.rows.last)
        #expect(selected() == [false, true])
        screen.send(SelectEvent(.only), to: screen.rows.first)
        #expect(selected() == [true, false])
    }
}
