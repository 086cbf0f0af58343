import Foundation
import StrataModelFormat

extension PropertyOutline {
    static func type(of attribute: AttributeElement, in model: ModelElement) -> String {
        var type = attribute.type.rawValue
        if attribute.type == .composite {
            type = model.composite(of: attribute)?.name ?? type
        }
        if attribute.isOptional { type += "?" }
        if let value = defaultText(of: attribute) { type += " = \(value)" }
        return type
    }

    private static func defaultText(of attribute: AttributeElement) -> String? {
        if case .date(let date)? = attribute.defaultValue { return date.formatted(.iso8601) }
        guard let text = attribute.defaultValueString else { return nil }
        return attribute.type == .string ? "“\(text)”" : text.isEmpty ? nil : text
    }

    static func notes(on attribute: AttributeElement) -> [String] {
        var notes: [String] = []
        if attribute.usesScalarValueType { notes.append("scalar") }
        if let range = rangeText(of: attribute) { notes.append(range) }
        if let pattern = attribute.regularExpressionString { notes.append("matches \(pattern)") }
        if attribute.isDerived { notes.append("derived from \(attribute.derivationExpression ?? "nothing")") }
        if let name = attribute.valueTransformerName { notes.append("by \(name)") }
        if let name = attribute.customClassName { notes.append("of class \(name)") }
        if attribute.allowsExternalBinaryDataStorage { notes.append("may be stored externally") }
        if attribute.preservesValueInHistoryOnDeletion { notes.append("kept in history") }
        if attribute.allowsCloudEncryption { notes.append("encrypted in CloudKit") }
        return notes
    }

    private static func rangeText(of attribute: AttributeElement) -> String? {
        let least = text(of: attribute.minValue) ?? attribute.minValueString
        let most = text(of: attribute.maxValue) ?? attribute.maxValueString
        let unit = attribute.type == .string ? "length " : ""
        switch (least, most) {
        case (let least?, let most?): return "\(unit)\(least) to \(most)"
        case (let least?, nil): return "\(unit)at least \(least)"
        case (nil, let most?): return "\(unit)at most \(most)"
        case (nil, nil): return nil
        }
    }

    /// Returns a date in readable form; nil for other values, which are better shown as written.
    private static func text(of value: AttributeElement.Value?) -> String? {
        if case .date(let date)? = value { return date.formatted(.iso8601) }
        return nil
    }
}
