import Foundation
import Testing

@testable import StrataViewGraph

/// `dismiss` in the columns of a split view.
@MainActor
struct SplitDismissTests: NavigationInspection {
    @Observable final class Model {
        var selection: Int?
        var isShown = false
        var hasList = true

        var selectionBinding: Binding<Int?> { Binding(get: { self.selection }, set: { self.selection = $0 }) }
    }

    private struct Dismisser: View {
        let title: String
        @Environment(\.dismiss) private var dismiss
        @Environment(\.isPresented) private var isPresented
        var body: some View {
            Button(title) { dismiss() }
            Text("\(title): \(isPresented ? "presented" : "not presented")")
        }
    }

    private struct Columns: View {
        let model: Model
        var body: some View {
            NavigationSplitView {
                List(selection: model.selectionBinding) {
                    Text("One").tag(1)
                    Text("Two").tag(2)
                }
                NavigationLink("Link") { Dismisser(title: "Close link") }
                Dismisser(title: "Close sidebar")
            } detail: {
                Text("Detail \(model.selection ?? 0)")
                Dismisser(title: "Close detail")
            }
        }
    }

    private struct Sheet: View {
        let model: Model
        var body: some View {
            Text("below").sheet(isPresented: Binding(get: { model.isShown }, set: { model.isShown = $0 })) {
                Columns(model: model)
            }
        }
    }

    @Test func `in a wide window, dismiss in the details clears the selection`() {
        let model = Model()
        model.selection = 1
        let screen = Screen(Columns(model: model))
        #expect(screen.texts.contains("Detail 1"))
        screen.press("Close detail")
        #expect(model.selection == nil)
        #expect(screen.texts.contains("Detail 0"))
    }

    @Test func `in a narrow window, dismiss in the details shows the sidebar`() throws {
        let model = Model()
        let screen = Screen(Columns(model: model))
        screen.send(SurroundingsEvent(isNarrow: true), to: screen.root)
        let row = screen.find { if case .collection(.row) = $0.content { screen.texts(of: $0) == ["Two"] } else { false } }
        screen.send(SelectEvent(.only), to: row)
        #expect(try window(screen).depth == 1)
        screen.press("Close detail")
        #expect(try window(screen).depth == 0)
    }

    @Test func `a view in the details is presented while dismiss has something to end`() {
        let model = Model()
        let screen = Screen(Columns(model: model))
        #expect(screen.texts.contains("Close detail: not presented"))
        #expect(screen.texts.contains("Close sidebar: not presented"))
        model.selection = 1
        screen.update()
        #expect(screen.texts.contains("Close detail: presented"))
        screen.press("Close detail")
        #expect(model.selection == nil)
        #expect(screen.texts.contains("Close detail: not presented"))
        press(link: "Link", screen)
        #expect(screen.texts.contains("Close link: presented"))
        screen.press("Close link")
        screen.send(SurroundingsEvent(isNarrow: true), to: screen.root)
        #expect(screen.texts.contains("Close detail: presented"))
        #expect(screen.texts.contains("Close sidebar: not presented"))
    }

    @Test func `dismiss on the page of a link removes the page`() {
        let screen = Screen(Columns(model: Model()))
        press(link: "Link", screen)
        #expect(screen.texts.contains("Close link"))
        screen.press("Close link")
        #expect(!screen.texts.contains("Close link"))
        // The column has no Back button in a wide window.
        #expect(screen.texts.contains("Detail 0"))
    }

    @Test func `dismiss in the details of a sheet leaves the sheet open, and in its sidebar closes it`() {
        let model = Model()
        (model.selection, model.isShown) = (2, true)
        let screen = Screen(Sheet(model: model))
        screen.press("Close detail")
        #expect(model.selection == nil)
        #expect(model.isShown)
        screen.press("Close sidebar")
        #expect(!model.isShown)
    }

    @Test func `dismiss in the details of a sheet closes the sheet while nothing is selected`() {
        let model = Model()
        model.isShown = true
        let screen = Screen(Sheet(model: model))
        #expect(screen.texts.contains("Close detail: presented"))
        screen.press("Close detail")
        #expect(!model.isShown)
    }

    /// Columns whose list always has a selected row.
    private struct Required: View {
        let model: Model
        var body: some View {
            NavigationSplitView {
                List(selection: Binding<Int>(get: { model.selection ?? 1 }, set: { model.selection = $0 })) {
                    Text("One").tag(1)
                    Text("Two").tag(2)
                }
            } detail: {
                Dismisser(title: "Close detail")
            }
        }
    }

    @Test func `dismiss in the details of a sheet closes the sheet if a row is always selected`() {
        let model = Model()
        model.isShown = true
        let screen = Screen(
            Text("below").sheet(isPresented: Binding(get: { model.isShown }, set: { model.isShown = $0 })) {
                Required(model: model)
            })
        screen.press("Close detail")
        #expect(!model.isShown)
        #expect(Screen(Required(model: model)).texts.contains("Close detail: not presented"))
    }

    @Test func `dismiss in the details clears the selections of several lists`() {
        let (first, second) = (Model(), Model())
        let screen = Screen(
            NavigationSplitView {
                List(selection: first.selectionBinding) { Text("One").tag(1) }
                List(selection: second.selectionBinding) { Text("Two").tag(2) }
            } detail: {
                Dismisser(title: "Close detail")
            })
        for model in [first, second] {
            model.selection = model === first ? 1 : 2
            screen.update()
            #expect(screen.texts.contains("Close detail: presented"))
            screen.press("Close detail")
            #expect(model.selection == nil)
            #expect(screen.texts.contains("Close detail: not presented"))
        }
    }

    /// Columns whose list may leave the sidebar.
    private struct Leaving: View {
        let model: Model
        var body: some View {
            NavigationSplitView {
                if model.hasList {
                    List(selection: model.selectionBinding) { Text("One").tag(1) }
                } else {
                    Text("No list")
                }
            } detail: {
                Dismisser(title: "Close detail")
            }
        }
    }

    @Test func `dismiss in the details of a sheet closes the sheet after the list with the selection has left`() {
        let model = Model()
        (model.selection, model.isShown) = (1, true)
        let screen = Screen(
            Text("below").sheet(isPresented: Binding(get: { model.isShown }, set: { model.isShown = $0 })) {
                Leaving(model: model)
            })
        model.hasList = false
        screen.update()
        screen.press("Close detail")
        #expect(!model.isShown)
    }

    @Test func `the details are presented while the list with the selection is in the sidebar`() {
        let model = Model()
        model.selection = 1
        let screen = Screen(Leaving(model: model))
        #expect(screen.texts.contains("Close detail: presented"))
        model.hasList = false
        screen.update()
        #expect(screen.texts.contains("Close detail: not presented"))
        model.hasList = true
        screen.update()
        #expect(screen.texts.contains("Close detail: presented"))
        screen.press("Close detail")
        #expect(model.selection == nil)
    }
}
