extension RawElement {
    /// Throws if the element has no name.
    func requireName() throws(ModelFileError) {
        guard let name = fields["name"], !name.isEmpty else {
            throw ModelFileError(at: location, "This <\(self.name)> has no name. Add name=\"…\".")
        }
    }

    /// Throws if a field is not the raw value of a case. The field may be absent.
    func require<Value: RawRepresentable<String> & CaseIterable>(_ field: String, of type: Value.Type) throws(ModelFileError) {
        guard let text = fields[field], Value(rawValue: text) == nil else { return }
        let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw ModelFileError(at: location, "\(field)=\"\(text)\" of \(title) is not known. It can be \(known).")
    }

    /// Throws if a field is not a whole number. The field may be absent.
    func requireCount(_ field: String) throws(ModelFileError) {
        guard let text = fields[field], Int(text) == nil else { return }
        throw ModelFileError(at: location, "\(field)=\"\(text)\" of \(title) is not a whole number.")
    }

    /// The element as messages name it: `attribute “time”`.
    var title: String {
        fields["name"].map { "\(name) “\($0)”" } ?? "<\(name)>"
    }
}
