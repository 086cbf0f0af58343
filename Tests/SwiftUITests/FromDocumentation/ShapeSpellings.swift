import Foundation
import SwiftUI

// Shapes, paths, gestures and scroll positions as the documentation writes them.

private struct Figures: View {
    var body: some View {
        Circle().union(Rectangle()).fill(.blue)
        Circle().intersection(Capsule(), eoFill: true).stroke(.red, style: StrokeStyle(lineWidth: 2, dash: [4, 2]))
        Circle().subtracting(Circle().scale(0.5)).foregroundStyle(.tint)
        Rectangle().symmetricDifference(Ellipse()).frame(width: 100, height: 50)
        Circle().lineIntersection(Rectangle()).stroke(lineWidth: 1)
        Circle().lineSubtraction(Rectangle()).stroke(.green, lineWidth: 3)
        Circle().inset(by: 10).strokeBorder(.primary, lineWidth: 2)
        Circle().trim(from: 0, to: 0.75).rotation(.degrees(-90)).stroke(style: .init(lineWidth: 8, lineCap: .round))
        RoundedRectangle(cornerRadius: 10, style: .continuous).fill(.red.gradient).stroke(.black, lineWidth: 1)
        UnevenRoundedRectangle(topLeadingRadius: 10, bottomTrailingRadius: 20).offset(x: 2, y: 3).size(width: 3, height: 4)
        UnevenRoundedRectangle(cornerRadii: .init(topLeading: 5)).transform(.init(rotationAngle: 1))
        Rectangle().fill(.ellipticalGradient(colors: [.red, .blue]))
        Rectangle().fill(Gradient(colors: [.white, .blue]).colorSpace(.perceptual))
        Rectangle().fill(.linearGradient(Color.blue.gradient.colorSpace(.device), startPoint: .leading, endPoint: .trailing))
        Rectangle().fill(.ellipticalGradient(Color.blue.gradient)).background(.radialGradient(Color.red.gradient, endRadius: 10))
        Rectangle().fill(.angularGradient(AnyGradient(Gradient(colors: [.red])), startAngle: .zero, endAngle: .degrees(90)))
        Text("A").background(in: .rect(cornerRadius: 8)).clipShape(.capsule).contentShape(.circle)
        AnyShape(Circle()).fill(.orange)
        Path { path in
            path.move(to: CGPoint(x: 0, y: 0))
            path.addLine(to: CGPoint(x: 10, y: 0))
            path.addLines([CGPoint(x: 10, y: 0), .init(x: 3, y: 9)])
            path.addQuadCurve(to: .zero, control: .init(x: 3, y: 3))
            path.addCurve(to: .zero, control1: .init(x: 3, y: 3), control2: .zero)
            path.addArc(tangent1End: .zero, tangent2End: .init(x: 1, y: 1), radius: 5)
            path.addRelativeArc(center: .zero, radius: 2, startAngle: .zero, delta: .degrees(90))
            path.addRoundedRect(in: .init(x: 0, y: 0, width: 10, height: 10), cornerSize: CGSize(width: 2, height: 2))
            path.addEllipse(in: CGRect(x: 0, y: 0, width: 10, height: 10))
            path.closeSubpath()
        }
        .fill(.purple, style: FillStyle(eoFill: true))
    }
}

private func operations(on first: Path, _ second: Path) -> [Path] {
    var elements: [Path] = []
    first.forEach { element in
        switch element {
        case .move(to: let point), .line(to: let point): elements.append(Path(CGRect(origin: point, size: .zero)))
        case .quadCurve(to: let point, control: _): elements.append(Path(ellipseIn: CGRect(origin: point, size: .zero)))
        case .curve(to: _, control1: _, control2: _), .closeSubpath: break
        }
    }
    return elements + [
        first.union(second), first.intersection(second, eoFill: true), first.subtracting(second),
        first.symmetricDifference(second),
        first.lineIntersection(second), first.lineSubtraction(second), first.normalized(), first.trimmedPath(from: 0, to: 0.5),
        first.applying(CGAffineTransform(scaleX: 2, y: 2)), first.offsetBy(dx: 1, dy: 2),
        Path(roundedRect: first.boundingRect, cornerRadius: 3),
    ]
}

private struct Draggable: View {
    @GestureState private var dragOffset = CGSize.zero
    @GestureState(resetTransaction: Transaction(animation: .easeOut)) private var isPressed = false
    @GestureState(reset: { value, transaction in transaction.animation = value > 2 ? .bouncy : nil }) private var zoom = 1.0
    @GestureState private var angle: Angle = .zero
    @State private var position = CGSize.zero

    private var dragging: some Gesture {
        LongPressGesture(minimumDuration: 0.5, maximumDistance: 4)
            .sequenced(before: DragGesture(minimumDistance: 0, coordinateSpace: .local))
            .updating($dragOffset) { value, state, transaction in
                switch value {
                case .first(true): transaction.animation = .default
                case .second(true, let drag): state = drag?.translation ?? .zero
                default: state = .zero
                }
            }
            .onEnded { value in
                guard case .second(true, let drag?) = value else { return }
                position.width += drag.predictedEndTranslation.width + drag.velocity.width
            }
    }

    var body: some View {
        Circle()
            .offset(dragOffset)
            .gesture(dragging)
            .simultaneousGesture(
                MagnifyGesture(minimumScaleDelta: 0.05)
                    .updating($zoom) { value, state, _ in state = value.magnification }
                    .onChanged { position.width = $0.startLocation.x + $0.startAnchor.x + $0.velocity }
            )
            .gesture(
                RotateGesture(minimumAngleDelta: .degrees(2)).updating($angle) { value, state, _ in state = value.rotation }
                    .simultaneously(with: MagnifyGesture().onEnded { position.width *= $0.magnification })
            )
            .highPriorityGesture(
                TapGesture(count: 2).exclusively(before: TapGesture()).onEnded { _ in }, including: .gesture
            )
            .gesture(SpatialTapGesture(coordinateSpace: .named("canvas")).onEnded { position.width = $0.location.x })
            .onLongPressGesture(minimumDuration: 1) {
            } onPressingChanged: { _ in
            }
            .onTapGesture(count: 1, coordinateSpace: .global) { location in position.width = location.x }
            .gesture(DragGesture().modifiers(.shift).map(\.translation).onChanged { position = $0 })
    }
}

private struct Scrolled: View {
    @State private var selection: Int?

    var body: some View {
        ScrollView {
            LazyVStack {
                ForEach(0..<100, id: \.self) { Text("\($0)").id($0) }
            }
            .scrollTargetLayout()
        }
        .scrollPosition(id: $selection, anchor: .center)
        .scrollTargetBehavior(.viewAligned(limitBehavior: .always))
        .defaultScrollAnchor(.bottom)
        ScrollView(.horizontal) {
            LazyHStack { ForEach(0..<9) { Text("\($0)").containerRelativeFrame(.horizontal, count: 3, spacing: 8) } }
                .scrollTargetLayout()
        }
        .scrollPosition(id: $selection)
        .scrollTargetBehavior(.paging)
    }
}
