internal import Foundation
internal import StrataModelFormat
internal import StrataPredicates

/// A reader of the attributes of a model file, which creates their descriptions.
struct AttributeReader {
    /// The model that declares the elements of composite attributes.
    let model: ModelElement

    /// Creates the description of an attribute.
    ///
    /// - Throws: `ModelFileError` with the line, for a default value or a limit that does not match
    ///   the attribute's type, for a derived attribute without a valid expression, and for a
    ///   composite attribute that contains itself.
    func read(_ file: AttributeElement) throws(ModelFileError) -> NSAttributeDescription {
        try read(file, depth: 0)
    }

    private func read(_ file: AttributeElement, depth: Int) throws(ModelFileError) -> NSAttributeDescription {
        let attribute = file.type == .composite ? try composite(file, depth: depth) : try plain(file)
        attribute.readCommonParts(file)
        attribute.attributeType = NSAttributeType(file.type)
        attribute.attributeValueClassName = file.customClassName
        attribute.valueTransformerName = file.valueTransformerName
        attribute.allowsExternalBinaryDataStorage = file.allowsExternalBinaryDataStorage
        attribute.preservesValueInHistoryOnDeletion = file.preservesValueInHistoryOnDeletion
        attribute.allowsCloudEncryption = file.allowsCloudEncryption
        if file.hasDefaultText {
            guard let value = file.defaultValue else {
                throw misfit("default", file.defaultDateTimeInterval ?? file.defaultValueString, of: file)
            }
            attribute.defaultValue = value.object(as: file.type)
        }
        let rules = try validationRules(file)
        attribute.setValidation(rules.map(\.predicate), warnings: rules.map { NSNumber(value: $0.code) })
        return attribute
    }

    private func plain(_ file: AttributeElement) throws(ModelFileError) -> NSAttributeDescription {
        guard file.isDerived else { return NSAttributeDescription() }
        guard let expression = try ModelFormats.expression(file.derivationExpression, at: file.location) else {
            throw ModelFileError(at: file.location, "The derived attribute '\(file.name)' has no derivation expression.")
        }
        let attribute = NSDerivedAttributeDescription()
        attribute.derivationExpression = expression
        return attribute
    }

    private func composite(_ file: AttributeElement, depth: Int) throws(ModelFileError) -> NSCompositeAttributeDescription {
        // A composite attribute that contains itself would recurse without end.
        guard depth < 16 else {
            throw ModelFileError(at: file.location, "The composite attribute '\(file.name)' contains itself or is too deep.")
        }
        let composite = NSCompositeAttributeDescription()
        var elements: [NSAttributeDescription] = []
        for element in model.elements(of: file) { elements.append(try read(element, depth: depth + 1)) }
        composite.elements = elements
        return composite
    }

    /// A condition for values, and the error code for a value that does not satisfy it.
    typealias Rule = (predicate: NSPredicate, code: Int)

    /// Returns the validation rules in the order in which Apple's compiler writes them: minimum,
    /// maximum, pattern.
    func validationRules(_ file: AttributeElement) throws(ModelFileError) -> [Rule] {
        var rules: [Rule] = []
        if let text = file.minDateTimeInterval ?? file.minValueString, !text.isEmpty {
            guard let value = file.minValue else { throw misfit("smallest value", text, of: file) }
            rules.append((ModelFormats.limit(of: file.type, .least, value), NSError.tooSmallCode(for: file.type)))
        }
        if let text = file.maxDateTimeInterval ?? file.maxValueString, !text.isEmpty {
            guard let value = file.maxValue else { throw misfit("largest value", text, of: file) }
            rules.append((ModelFormats.limit(of: file.type, .greatest, value), NSError.tooLargeCode(for: file.type)))
        }
        if let pattern = file.regularExpressionString, !pattern.isEmpty {
            rules.append((NSPredicate(format: "SELF MATCHES %@", pattern), NSValidationStringPatternMatchingError))
        }
        return rules
    }

    private func misfit(_ what: String, _ text: String?, of file: AttributeElement) -> ModelFileError {
        ModelFileError(
            at: file.location,
            "The \(what) '\(text ?? "")' of the attribute '\(file.name)' is not of its type, \(file.type.rawValue).")
    }
}

extension AttributeElement {
    /// Whether the file gives a default. An empty text is a default of a string only.
    var hasDefaultText: Bool {
        let text = (type == .date ? defaultDateTimeInterval : nil) ?? defaultValueString
        return text.map { type == .string || !$0.isEmpty } ?? false
    }
}
