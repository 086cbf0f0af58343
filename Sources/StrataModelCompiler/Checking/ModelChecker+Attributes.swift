import Foundation
import StrataModelFormat

extension ModelChecker {
    /// Transformers that decode objects of any class, which an attacker can choose. The empty name
    /// stands for the default transformer, NSKeyedUnarchiveFromData.
    private static let insecureTransformers: Set<String> = [
        "", "NSUnarchiveFromData", "NSUnarchiveFromDataTransformerName", "NSKeyedUnarchiveFromData",
        "NSKeyedUnarchiveFromDataTransformerName",
    ]

    mutating func check(_ attribute: AttributeElement, of owner: String) {
        let path = "\(owner).\(attribute.name)"
        switch attribute.type {
        case .undefined where !attribute.isTransient:
            error(.property, attribute, "\(path) must have a defined type")
        case .transformable where Self.insecureTransformers.contains(attribute.valueTransformerName ?? ""):
            warn(
                .property, attribute,
                "\(path) is using a nil or insecure value transformer. Please switch to NSSecureUnarchiveFromDataTransformerName "
                    + "or a custom NSValueTransformer subclass of NSSecureUnarchiveFromDataTransformer. The former is called "
                    + "NSSecureUnarchiveFromData in the model")
        case .composite where model.elements(of: attribute).isEmpty:
            error(.property, attribute, "\(path) must have a composite of the model as its type")
        default:
            break
        }
        checkLimits(of: attribute, path)
        checkDefault(of: attribute, path)
        checkRegularExpression(of: attribute, path)
        if attribute.isDerived, attribute.derivationExpression?.isEmpty ?? true {
            error(.property, attribute, "\(path) is derived and must have a derivation expression")
        }
        if attribute.isDerived, attribute.isTransient {
            error(.property, attribute, "\(path) is derived by the store and cannot be transient")
        }
    }

    private mutating func checkLimits(of attribute: AttributeElement, _ path: String) {
        let unit = attribute.type == .string ? "whole number" : Self.phrase(for: attribute.type)
        for (name, text) in [("minimum", attribute.minValueString), ("maximum", attribute.maxValueString)] {
            guard let text, !text.isEmpty, attribute.limit(of: text) == nil, attribute.type.hasValues else { continue }
            // A limit beyond the type's range is harmless, because no value can exceed it.
            let isNumber = attribute.type.integerRange != nil && Double(text)?.isFinite == true
            report(
                isNumber ? .warning : .error, .property, at: attribute.location,
                "the \(name) “\(text)” of \(path) is not a \(unit)")
        }
        if let least = attribute.minValue, let most = attribute.maxValue, let isOrdered = least.precedes(most), !isOrdered,
            least != most
        {
            warn(.property, attribute, "the minimum of \(path) is greater than its maximum, so that no value is valid")
        }
    }

    private mutating func checkDefault(of attribute: AttributeElement, _ path: String) {
        let text = attribute.defaultDateTimeInterval ?? attribute.defaultValueString ?? ""
        guard !text.isEmpty, attribute.type.hasValues else { return }
        guard let value = attribute.defaultValue else {
            error(.property, attribute, "the default “\(text)” of \(path) is not a \(Self.phrase(for: attribute.type))")
            return
        }
        let measured: AttributeElement.Value
        if case .string(let text) = value {
            // Core Data measures strings in UTF-16 code units, as NSString's length does.
            measured = .integer(Int64(text.utf16.count))
        } else {
            measured = value
        }
        let isTooSmall = attribute.minValue.map { measured.precedes($0) == true } ?? false
        let isTooLarge = attribute.maxValue.map { $0.precedes(measured) == true } ?? false
        if isTooSmall || isTooLarge {
            warn(
                .property, attribute,
                "the default “\(text)” of \(path) is \(isTooSmall ? "below its minimum" : "above its maximum")")
        }
    }

    private mutating func checkRegularExpression(of attribute: AttributeElement, _ path: String) {
        guard let pattern = attribute.regularExpressionString, !pattern.isEmpty else { return }
        do {
            _ = try NSRegularExpression(pattern: pattern)
        } catch {
            warn(
                .property, attribute,
                "the regular expression “\(pattern)” of \(path) is not valid, so that validating a value fails")
        }
    }

    mutating func check(_ composite: CompositeElement) {
        checkName(of: composite, kind: .composite)
        for element in composite.elements {
            checkName(of: element, kind: .property, in: composite.name)
            check(element, of: composite.name)
        }
        if composite.elements.isEmpty {
            warn(.composite, composite, "\(composite.name) has no elements")
        }
        checkNesting(of: composite)
    }

    /// Reports a composite that contains itself, directly or through others, because its elements
    /// could not be enumerated.
    private mutating func checkNesting(of composite: CompositeElement) {
        var path = [composite.name]
        var visited: Set<String> = []
        func leadsBack(_ inner: CompositeElement) -> Bool {
            for element in inner.elements {
                guard let next = model.composite(of: element) else { continue }
                path.append(next.name)
                if next.name == composite.name { return true }
                if visited.insert(next.name).inserted, leadsBack(next) { return true }
                path.removeLast()
            }
            return false
        }
        if leadsBack(composite) {
            error(.composite, composite, "\(composite.name) contains itself: \(path.joined(separator: " → "))")
        }
    }

    /// Returns a type as error messages name it, such as “Boolean (YES or NO)”.
    private static func phrase(for type: AttributeType) -> String {
        switch type {
        case .integer16, .integer32, .integer64: "number that an \(type.rawValue) holds"
        case .decimal, .double, .float: "number"
        case .boolean: "Boolean (YES or NO)"
        case .date: "date (seconds since 2001)"
        case .binary: "text in base 64"
        default: type.rawValue
        }
    }
}

extension AttributeType {
    /// Whether a file can contain a value of the type.
    var hasValues: Bool {
        switch self {
        case .undefined, .transformable, .composite, .objectID: false
        default: true
        }
    }
}

extension AttributeElement.Value {
    /// Whether a value is less than another; nil for values without an order.
    func precedes(_ other: Self) -> Bool? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.decimal(let left), .decimal(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        case (.date(let left), .date(let right)): left < right
        default: nil
        }
    }
}
