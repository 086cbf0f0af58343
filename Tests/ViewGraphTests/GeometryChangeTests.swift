import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct GeometryChangeTests {
    private final class Calls {
        var values: [String] = []
    }

    private struct Measured: View {
        let calls: Calls
        @State private var isWide = false

        var body: some View {
            Text(isWide ? "wide" : "narrow")
                .onGeometryChange(for: Bool.self, of: { $0.size.width > 100 }) { isWide = $0 }
                .onGeometryChange(for: Double.self, of: { $0.size.height }) { calls.values.append("\($0) \($1)") }
        }
    }

    @Test func `a change of geometry is reported if the value has changed`() {
        let calls = Calls()
        let screen = Screen(Measured(calls: calls))
        func resize(_ width: Double, _ height: Double) {
            let boxes = screen.all { if case .layout(.box(.measured)) = $0 { true } else { false } }
            #expect(boxes.count == 2)
            for box in boxes { screen.send(ResizeEvent(width: width, height: height), to: box) }
        }
        #expect(screen.texts == ["narrow"])
        resize(80, 20)
        #expect(calls.values == ["20.0 20.0"])
        resize(90, 20)
        #expect(calls.values == ["20.0 20.0"])
        #expect(screen.texts == ["narrow"])
        resize(120, 30)
        #expect(calls.values == ["20.0 20.0", "20.0 30.0"])
        #expect(screen.texts == ["wide"])
    }

    private struct Scaled: View {
        @ScaledMetric private var body1 = 10.0
        @ScaledMetric(relativeTo: .title) private var title: CGFloat = 20

        var body: some View { Text("\(Int(body1)) \(Int(title))") }
    }

    @Test func `a scaled metric follows the size of text`() {
        let screen = Screen(
            Group {
                Scaled()
                Scaled().dynamicTypeSize(.accessibility5)
                Scaled().dynamicTypeSize(.xSmall)
            })
        #expect(screen.texts == ["10 20", "31 62", "8 16"])
    }

    @Test func `a flipped view is mirrored only where lines are read from the right`() {
        let screen = Screen(
            Group {
                Text("a").flipsForRightToLeftLayoutDirection(true)
                Text("b").flipsForRightToLeftLayoutDirection(true).environment(\.layoutDirection, .rightToLeft)
                Text("c").flipsForRightToLeftLayoutDirection(false).environment(\.layoutDirection, .rightToLeft)
            })
        let scales = screen.root.children.map { item -> CGFloat in
            guard case .layout(.box(.effect(.scale(let x, _, _)))) = item.content else { return 0 }
            return x
        }
        #expect(scales == [1, -1, 1])
    }
}
