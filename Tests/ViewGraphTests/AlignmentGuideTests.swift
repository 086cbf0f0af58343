import Foundation
import Testing

@testable import StrataViewGraph

extension VerticalAlignment {
    fileprivate enum Middle: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context[VerticalAlignment.center] }
    }

    fileprivate static let middle = VerticalAlignment(Middle.self)
}

/// Alignment guides, and alignments of an app's own.
@MainActor
struct AlignmentGuideTests {
    @Test func `a stack without guides is drawn by the host`() {
        let host = MeasuringHost(VStack(alignment: .leading) { Text("a").alignmentGuide(.trailing) { $0.width } })
        host.answer()
        #expect(host.space == nil)
    }

    @Test func `a guide for the line below a row measures nothing`() {
        let screen = Screen(
            List {
                Text("a")
                    .listRowBackground(Text("behind"))
                    .alignmentGuide(.listRowSeparatorLeading) { _ in 0 }
                    .alignmentGuide(.listRowSeparatorTrailing) { $0.width - 20 }
            })
        #expect(screen.rows.count == 1)
        #expect(screen.texts.contains("a"))
        #expect(screen.texts.contains("behind"))
        #expect(screen.all { if case .layout(.box(.guided)) = $0 { true } else { false } }.isEmpty)
        #expect(HorizontalAlignment.listRowSeparatorLeading != .leading)
        #expect(HorizontalAlignment.listRowSeparatorTrailing != .listRowSeparatorLeading)
    }

    @Test func `a constant guide moves a view in a stack`() {
        let host = MeasuringHost(
            VStack(alignment: .leading, spacing: 5) {
                Text("aaaa")
                Text("bb").alignmentGuide(.leading) { $0[HorizontalAlignment.leading] - 20 }
            })
        host.answer()
        #expect(host.frames == ["aaaa": [0, 0, 40, 20], "bb": [20, 25, 20, 20]])
        #expect(host.space?.width == .upTo(40))
    }

    @Test func `a guide that depends on the size of its view moves the others`() {
        let host = MeasuringHost(
            HStack(alignment: .top, spacing: 0) {
                Text("aaaa")
                Text("bb").alignmentGuide(.top) { $0[VerticalAlignment.bottom] + $0.width }
            }, width: 300)
        host.answer()
        // The guide is 20 + 20 points below the top of the second view.
        #expect(host.frames == ["aaaa": [0, 40, 40, 20], "bb": [40, 0, 20, 20]])
    }

    @Test func `a guide in the other views of a stack applies to it`() {
        let host = MeasuringHost(
            HStack(alignment: .middle, spacing: 0) {
                VStack(spacing: 0) {
                    Text("a")
                    Text("bb").alignmentGuide(.middle) { $0[VerticalAlignment.center] }
                }
                Text("cc").padding(0)
            }, width: 300)
        host.answer()
        // The middle of "bb" is 30 points below the top, that of "cc" 10.
        #expect(host.frames["a bb"] == [0, 0, 20, 40])
        #expect(host.frames["cc"] == [20, 20, 20, 20])
    }

    @Test func `a layer is aligned along both axes`() {
        let host = MeasuringHost(
            ZStack(alignment: .topLeading) {
                Text("aaaa")
                Text("bb").alignmentGuide(.leading) { -$0.width }.alignmentGuide(.top) { _ in 5 }
            })
        host.answer()
        #expect(host.frames == ["aaaa": [0, 5, 40, 20], "bb": [20, 0, 20, 20]])
    }

    @Test func `a guide moves a view over another one`() {
        let host = MeasuringHost(
            Text("aaaa").overlay(alignment: .topTrailing) {
                Text("b")
                    .alignmentGuide(.top) { $0[VerticalAlignment.bottom] }
                    .alignmentGuide(.trailing) { $0[HorizontalAlignment.center] }
            }, width: 40, height: 20)
        host.answer()
        #expect(host.frames == ["b": [35, -20, 10, 20]])
        #expect(host.screen.root.children.first?.growth == [])
    }

    @Test func `a spacer takes the rest of a stack with guides`() {
        let host = MeasuringHost(
            HStack(alignment: .top, spacing: 0) {
                Text("aa")
                Spacer()
                Text("bb").alignmentGuide(.top) { _ in 5 }
            }, width: 100)
        host.answer()
        #expect(host.frames["aa"] == [0, 5, 20, 20])
        #expect(host.frames["bb"] == [80, 0, 20, 20])
    }

    @Test func `the views of the highest priority get their space first`() {
        let host = MeasuringHost(
            HStack(alignment: .top, spacing: 0) {
                Text("aaaaaaaa").alignmentGuide(.top) { _ in 0 }
                Text("bbbbbbbb").layoutPriority(1)
            }, width: 120)
        host.answer()
        // The second one needs 80 points, and the first one wraps in the other 40.
        #expect(host.frames == ["aaaaaaaa": [0, 0, 40, 40], "bbbbbbbb": [40, 0, 80, 20]])
    }

    @Observable final class Model {
        var isIndented = false
        var indent: CGFloat = 20
    }

    private struct Indented: View {
        let model: Model
        var body: some View {
            VStack(alignment: .leading, spacing: 0) {
                Text("aaaa")
                if model.isIndented { Text("bb").alignmentGuide(.leading) { [indent = model.indent] _ in -indent } }
            }
        }
    }

    @Test func `a stack is measured once a view with a guide appears`() {
        let model = Model()
        let host = MeasuringHost(Indented(model: model))
        #expect(host.space == nil)
        model.isIndented = true
        host.screen.update()
        #expect(host.space?.interim != nil)
        host.answer()
        #expect(host.frames["bb"] == [20, 20, 20, 20])
        model.indent = 7
        host.screen.update()
        #expect(host.frames["bb"] == [7, 20, 20, 20])
    }

    @Test func `guides are combined by their mean, and baselines by the first and the last`() {
        #expect(HorizontalAlignment.leading.combineExplicit([1, nil, 4]) == 2.5)
        #expect(VerticalAlignment.firstTextBaseline.combineExplicit([3, 1, nil]) == 1)
        #expect(VerticalAlignment.lastTextBaseline.combineExplicit([3, 1, nil]) == 3)
        #expect(VerticalAlignment.top.combineExplicit([nil]) == nil)
    }

    @Test func `an alignment is equal to another one with the same identifier along the same axis`() {
        #expect(VerticalAlignment.middle == VerticalAlignment(VerticalAlignment.Middle.self))
        #expect(VerticalAlignment.middle != .center)
        #expect(Alignment(horizontal: .leading, vertical: .top) == .topLeading)
    }

    @Test func `the dimensions of a view have its guides`() {
        let dimensions = ViewDimensions(CGSize(width: 30, height: 20), explicit: [VerticalAlignment.middle.guide: 3])
        #expect(dimensions[HorizontalAlignment.trailing] == 30)
        #expect(dimensions[HorizontalAlignment.center] == 15)
        #expect(dimensions[VerticalAlignment.bottom] == 20)
        #expect(dimensions[.middle] == 3)
        #expect(dimensions[explicit: .middle] == 3)
        #expect(dimensions[explicit: VerticalAlignment.top] == nil)
    }
}
