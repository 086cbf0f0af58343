import Foundation
import StrataViewGraph

extension SliderContent {
    var tag: HTMLTag {
        var tag = HTMLTag("input", class: "slider")
        tag["type"] = "range"
        tag["min"] = String(bounds.lowerBound)
        tag["max"] = String(bounds.upperBound)
        tag["step"] = step.map { String($0) } ?? "any"
        tag["value"] = String(value)
        let length = bounds.upperBound - bounds.lowerBound
        tag.addCSS("--fraction:\(length > 0 ? (value - bounds.lowerBound) / length : 0)")
        tag.style(tint: tint)
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }
}

extension StepperContent {
    var tag: HTMLTag {
        var tag = HTMLTag("div", class: "stepper")
        tag["role"] = "group"
        tag.style(tint: nil, size: size)
        return tag
    }
}

extension ProgressContent {
    var tag: HTMLTag {
        let look =
            switch (appearance, fraction) {
            case (.linear, nil): "progress unknown"
            case (.linear, _): "progress"
            case (.circular, nil): "spinner"
            case (.circular, _): "progress-ring"
            }
        var tag = HTMLTag("div", class: look, css: fraction.map { ["--fraction:\($0)"] } ?? [])
        tag["role"] = "progressbar"
        // The name of an indicator without a label.
        if fraction == nil { tag["aria-label"] = Localization.word("Loading") }
        if let fraction { tag.addRange(fraction) }
        tag.style(tint: tint, size: size)
        return tag
    }
}

extension GaugeContent {
    var tag: HTMLTag {
        let look =
            switch appearance {
            case .linearCapacity: "line capacity"
            case .linear: "line"
            case .circularCapacity: "ring capacity"
            case .circular: "ring"
            }
        var tag = HTMLTag("div", class: "gauge \(look)", css: ["--fraction:\(fraction)"])
        tag["role"] = "meter"
        tag.addRange(fraction)
        tag.style(tint: tint)
        return tag
    }
}

extension HTMLTag {
    /// Adds a fraction as ARIA's value, in percent.
    fileprivate mutating func addRange(_ fraction: Double) {
        self["aria-valuemin"] = "0"
        self["aria-valuemax"] = "100"
        self["aria-valuenow"] = String(Int((fraction * 100).rounded()))
    }
}

extension LabeledLayout {
    var tag: HTMLTag {
        switch self {
        case .row: HTMLTag("div", class: "labeled row-wise")
        case .compact: HTMLTag("div", class: "labeled compact")
        case .column: HTMLTag("div", class: "labeled column-wise")
        }
    }
}

extension GroupContent {
    var tag: HTMLTag {
        switch self {
        case .gaugeParts: return HTMLTag("div", class: "gauge-parts")
        case .gaugeEnds: return HTMLTag("div", class: "gauge-ends")
        case .box: return HTMLTag("div", class: "group-box")
        case .boxLabel: return HTMLTag("div", class: "group-box-label")
        case .controls(let label):
            var tag = HTMLTag("div", class: "control-group")
            tag["role"] = "group"
            if let label { tag["aria-label"] = label }
            return tag
        case .labeledContent: return HTMLTag("div", class: "labeled-content")
        case .labeledValue: return HTMLTag("div", class: "labeled-value")
        case .formColumns: return HTMLTag("div", class: "form-columns")
        case .label(.titleAndIcon): return HTMLTag("span", class: "label")
        case .label(.titleOnly): return HTMLTag("span", class: "label title-only")
        case .label(.iconOnly): return HTMLTag("span", class: "label icon-only")
        case .accessibilityElements(let category):
            var tag = HTMLTag("div", class: "accessibility-elements")
            if let category {
                tag["role"] = "group"
                tag["aria-label"] = category
            }
            return tag
        case .labelIcon:
            var tag = HTMLTag("span", class: "label-icon")
            tag["aria-hidden"] = "true"
            return tag
        case .labelTitle: return HTMLTag("span", class: "label-title")
        case .unavailable: return HTMLTag("div", class: "unavailable")
        case .disclosed: return HTMLTag("div", class: "disclosed")
        case .menuSection(let label, let isPalette):
            var tag = HTMLTag("div", class: isPalette ? "menu-section palette" : "menu-section")
            tag["role"] = "group"
            if let label { tag["aria-label"] = label }
            return tag
        }
    }

    /// Writes the title of a section of a menu. Returns false if there is none.
    func writeInside(to writer: inout HTMLWriter) -> Bool {
        guard case .menuSection(let label?, _) = self, !label.isEmpty else { return false }
        writer.markup(#"<div class="menu-title" role="presentation">"#)
        writer.text(label)
        writer.markup("</div>")
        return true
    }
}
