import Foundation
import StrataViewGraph
import Testing

/// Views as apps write them. Most of what this checks is that they compile.
@MainActor
struct DrawingSourceTests {
    private struct Backgrounds: View {
        var isOn = true
        var body: some View {
            Text("a").background(Color.red)
            Text("a").background(.red)
            Text("a").background(Color.red.opacity(0.3))
            Text("a").background(isOn ? Color.red : Color.clear)
            Text("a").background(isOn ? .red : .clear)
            Text("a").background(.ultraThinMaterial, in: RoundedRectangle(cornerRadius: 8, style: .continuous))
            Text("a").background(.regularMaterial)
            Text("a").background(Circle())
            Text("a").background(RoundedRectangle(cornerRadius: 10).foregroundColor(.blue))
            Text("a").background(LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom))
            Text("a").background(.linearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom))
            Text("a").background { Color.green }
            Text("a").background(.tint, in: .capsule)
            Text("a").background(in: RoundedRectangle(cornerRadius: 4))
            Text("a").background(Text("b"), alignment: .leading)
        }
    }

    private struct Overlays: View {
        var body: some View {
            Text("a").overlay(Circle().fill(.red), alignment: .topTrailing)
            Text("a").overlay(Color.black.opacity(0.3))
            Text("a").overlay { RoundedRectangle(cornerRadius: 4).stroke() }
            Text("a").overlay(RoundedRectangle(cornerRadius: 8).stroke(Color.gray.opacity(0.3), lineWidth: 1))
            Text("a").overlay(.red, in: .circle)
            Text("a").overlay(alignment: .bottom) { Divider() }
            Text("a").overlay(Rectangle().frame(height: 1).foregroundColor(.gray), alignment: .bottom)
            Text("a").clipShape(.capsule)
            Text("a").clipShape(RoundedRectangle(cornerRadius: 8))
            Text("a").mask(LinearGradient(colors: [.black, .clear], startPoint: .top, endPoint: .bottom))
            Text("a").mask { RoundedRectangle(cornerRadius: 4) }
            Text("a").contentShape(Rectangle())
            Text("a").contentShape(.rect)
            Text("a").shadow(radius: 4)
        }
    }

    private struct Shapes: View {
        var isOn = true
        var body: some View {
            Circle().fill(Color.red.gradient)
            Circle().fill(isOn ? Color.red : .blue)
            Circle().fill(.red.opacity(0.4))
            Circle().fill(.linearGradient(colors: [.red], startPoint: .top, endPoint: .bottom))
            Circle().inset(by: 4).stroke(lineWidth: 2)
            Circle().stroke(style: StrokeStyle(lineWidth: 2, dash: [4])).foregroundColor(.red)
            Circle().trim(from: 0, to: 0.5).stroke(Color.red, style: StrokeStyle(lineWidth: 2, lineCap: .round))
            Circle().fill(.red).stroke(.black, lineWidth: 2)
            Circle().offset(x: 3).fill(.red)
            Rectangle().fill(style: FillStyle(eoFill: true))
            AngularGradient(gradient: Gradient(colors: [.red, .blue]), center: .center)
            LinearGradient(gradient: Gradient(colors: [.red]), startPoint: .top, endPoint: .bottom).opacity(0.5)
            RadialGradient(gradient: Gradient(colors: [.red]), center: .center, startRadius: 1, endRadius: 50)
            Color(.sRGB, red: 0.1, green: 0.2, blue: 0.3, opacity: 1).frame(height: 2)
            Color(white: 0.5)
            Text("a").foregroundStyle(isOn ? AnyShapeStyle(.tint) : AnyShapeStyle(.secondary))
            Text("a").foregroundStyle(isOn ? .primary : .secondary)
            Text("a").foregroundColor(isOn ? .red : nil)
        }
    }

    private struct Frames: View {
        var body: some View {
            Text("a").frame(minWidth: 0, maxWidth: .infinity, minHeight: 0, maxHeight: .infinity)
            Text("a").frame(idealWidth: 200).fixedSize()
            Text("a").padding([.top, .horizontal], 8)
            Text("a").padding(.init(top: 1, leading: 2, bottom: 3, trailing: 4))
            Text("a").ignoresSafeArea(.keyboard)
            Text("a").ignoresSafeArea(edges: .bottom)
            Color.clear.aspectRatio(1, contentMode: .fit)
            Color.clear.aspectRatio(contentMode: .fill)
            Text("a").safeAreaInset(edge: .bottom) { Text("b") }
            ScrollView { Text("a") }.scrollIndicators(.hidden)
            Text("a").position(x: 3, y: 4)
            Text("a").rotation3DEffect(.degrees(20), axis: (x: 0, y: 1, z: 0))
            Text("a").redacted(reason: .placeholder)
        }
    }

    @Test func `views as apps write them are shown`() {
        for view in [AnyView(Backgrounds()), AnyView(Overlays()), AnyView(Shapes()), AnyView(Frames())] {
            let graph = WindowGraph(title: "Test", content: view)
            graph.mount()
            #expect(graph.root.children.count > 10)
        }
    }
}
