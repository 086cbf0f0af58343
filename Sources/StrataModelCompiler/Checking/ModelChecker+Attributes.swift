import Foundation
import StrataModelFormat

extension ModelChecker {
    /// Transformers that decode objects of any class, which an attacker can choose. The empty name
    /// stands for the default transformer, NSKeyedUnarchiveFromData.
    private static let insecureTransformers: Set<String> = [
        "", "NSUnarchiveFromData", "NSUnarchiveFromDataTransformerName", "NSKeyedUnarchiveFromData",
        "NSKeyedUnarchiveFromDataTransformerName",
    ]

    /// The texts that are Booleans beyond doubt.
    private static let booleans: Set<String> = ["YES", "NO", "TRUE", "FALSE", "1", "0"]

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
        for element in attribute.elements {
            checkName(of: element, kind: .property, in: path)
            check(element, of: path)
        }
        if attribute.isDerived {
            if attribute.derivationExpression?.isBlank ?? true {
                error(.property, attribute, "\(path) is derived and must have a derivation expression")
            }
            checkExpression(attribute.derivationExpression, .property, at: attribute.location, of: path)
        }
        if attribute.isDerived, attribute.isTransient {
            error(.property, attribute, "\(path) is derived by the store and cannot be transient")
        }
    }

    private mutating func checkLimits(of attribute: AttributeElement, _ path: String) {
        let unit = attribute.type == .string ? "whole number" : Self.phrase(for: attribute.type)
        let limits = [
            ("minimum", attribute.minDateTimeInterval ?? attribute.minValueString, attribute.minValue),
            ("maximum", attribute.maxDateTimeInterval ?? attribute.maxValueString, attribute.maxValue),
        ]
        for (name, text, limit) in limits {
            guard let text, !text.isEmpty else { continue }
            if limit == nil {
                error(.property, attribute, "the \(name) “\(text)” of \(path) is not a \(unit)")
            } else if attribute.type.integerRange != nil, attribute.value(of: text) == nil {
                // It limits the values nevertheless, or is beyond all of them.
                warn(.property, attribute, "the \(name) “\(text)” of \(path) is not a \(unit)")
            }
        }
        if let least = attribute.minValue, let most = attribute.maxValue, let isOrdered = least.precedes(most), !isOrdered,
            least != most
        {
            warn(.property, attribute, "the minimum of \(path) is greater than its maximum, so that no value is valid")
        }
    }

    private mutating func checkDefault(of attribute: AttributeElement, _ path: String) {
        let text = (attribute.type == .date ? attribute.defaultDateTimeInterval : nil) ?? attribute.defaultValueString ?? ""
        guard !text.isEmpty else { return }
        guard let value = attribute.defaultValue else {
            error(.property, attribute, "the default “\(text)” of \(path) is not a \(Self.phrase(for: attribute.type))")
            return
        }
        if case .boolean(let isTrue) = value, !Self.booleans.contains(text.uppercased()) {
            warn(
                .property, attribute,
                "the default “\(text)” of \(path) is a number, which is taken for \(isTrue ? "YES" : "NO"). Write \(isTrue ? "YES" : "NO")"
            )
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

    /// The maximum number of composites inside each other, as at run time.
    private static let mostLevels = 16

    /// Reports an attribute of an entity whose composite has too many others inside each other.
    mutating func checkDepth(of attribute: AttributeElement, in entity: EntityElement) {
        guard attribute.type == .composite, levels(of: attribute, below: Self.mostLevels + 1) > Self.mostLevels else { return }
        error(
            .property, attribute, "\(entity.name).\(attribute.name) has more than \(Self.mostLevels) composites inside each other"
        )
    }

    /// Returns the number of composites inside each other, at most `limit`. A level visits each
    /// composite of the model once, so that the cost does not grow exponentially with the levels.
    private func levels(of attribute: AttributeElement, below limit: Int) -> Int {
        var level = [attribute]
        var count = 0
        while !level.isEmpty, count < limit {
            count += 1
            var names: Set<String> = []
            var inner: [AttributeElement] = []
            for attribute in level {
                let composite = attribute.elements.isEmpty ? model.composite(of: attribute) : nil
                if let composite, !names.insert(composite.name).inserted { continue }
                inner += (composite?.elements ?? attribute.elements).filter { $0.type == .composite }
            }
            level = inner
        }
        return count
    }

    /// Returns a type as error messages name it, such as “Boolean (YES or NO)”.
    private static func phrase(for type: AttributeType) -> String {
        switch type {
        case .integer16, .integer32, .integer64: "number that an \(type.rawValue) holds"
        case .decimal, .double, .float: "number"
        case .boolean: "Boolean (YES or NO)"
        case .date: "date (seconds since 2001)"
        case .binary: "text in base 64"
        case .undefined, .transformable, .composite, .objectID: "value: a file has none of the type \(type.rawValue)"
        default: type.rawValue
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
