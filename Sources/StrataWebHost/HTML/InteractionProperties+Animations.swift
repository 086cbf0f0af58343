import Foundation
import StrataViewGraph

extension InteractionProperties {
    /// Writes the attributes for the script's animations.
    func writeAnimations(to tag: inout HTMLTag) {
        if let transition { tag["data-transition"] = transition.attribute }
        if let contentTransition { tag["data-content-transition"] = contentTransition.name }
        if !symbolEffects.isEmpty { tag["data-symbol-effects"] = symbolEffects.map(\.attribute).joined(separator: " ") }
        if let scrollTransition { tag["data-scroll-transition"] = scrollTransition.attribute }
    }
}

extension [DrawingEffect] {
    /// The declarations of the effects, encoded so that they contain no separators.
    fileprivate var attribute: String {
        flatMap(\.css).joined(separator: ";").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

extension ScrollTransitionContent {
    /// The transition in the syntax of `scrolltransitions.js`: the axis, empty for that of the scroll
    /// view, the three phases, and the configurations of both ends, separated by slashes.
    fileprivate var attribute: String {
        let axis = axis.map { $0 == .horizontal ? "x" : "y" } ?? ""
        return [
            axis, topLeading.attribute, self.identity.attribute, bottomTrailing.attribute,
            topLeadingConfiguration.attribute, bottomTrailingConfiguration.attribute,
        ].joined(separator: "/")
    }
}

extension ScrollTransitionConfiguration {
    fileprivate var attribute: String {
        let kind =
            switch kind {
            case .interactive: "interactive"
            case .animated: "animated"
            case .identity: "identity"
            }
        return switch threshold.kind {
        case .centered: "\(kind):centered"
        case .visible(let amount): "\(kind):\(amount)"
        }
    }
}

extension ContentTransition {
    /// The name of the transition in `animations.js`.
    fileprivate var name: String {
        switch kind {
        case .identity: "identity"
        case .opacity: "opacity"
        case .numericText(let countsDown): countsDown ? "down" : "up"
        case .symbolReplacement: "replace"
        case .numericValue(let value): "value:\(value)"
        }
    }
}

extension SymbolEffectContent {
    /// The effect in the syntax of `symbols.js`: name, speed, repetitions, pause and trigger. The
    /// number of repetitions is 0 for no end.
    fileprivate var attribute: String {
        let (trigger, automatic) =
            switch trigger {
            case .changes(let count): ("\(count)", 1)
            case .active(let isActive): (isActive ? "on" : "off", 0)
            }
        let count =
            switch options.repetitions {
            case .automatic: automatic
            case .count(let count): count ?? 0
            }
        return "\(name):\(options.speed):\(count):\(options.pause):\(trigger)"
    }
}

extension TransitionContent {
    /// The transition in the syntax of `transitions.js`: the effects of the insertion, a slash, and
    /// the effects of the removal.
    fileprivate var attribute: String {
        insertion.map(\.attribute).joined(separator: " ") + "/" + removal.map(\.attribute).joined(separator: " ")
    }
}

extension TransitionContent.Effect {
    fileprivate var attribute: String {
        switch self {
        case .opacity: "opacity"
        case .scale(let scale, .center): "scale:\(scale)"
        case .scale(let scale, let anchor): "scale:\(scale):\(anchor.x.percent):\(anchor.y.percent)"
        case .move(.top): "move:top"
        case .move(.bottom): "move:bottom"
        case .move(.leading): "move:leading"
        case .move(.trailing): "move:trailing"
        case .offset(let x, let y): "offset:\(x):\(y)"
        case .zoom(let source): "zoom:\(source.name)"
        case .drawing(let effect):
            "css:" + [effect].attribute
        }
    }
}
