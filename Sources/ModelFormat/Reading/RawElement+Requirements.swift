extension RawElement {
    /// Holds an element to having a name.
    func requireName() throws(ModelFileError) {
        guard let name = fields["name"], !name.isEmpty else {
            throw ModelFileError(at: location, "This <\(self.name)> has no name. Add name=\"…\".")
        }
    }

    /// Holds a field to the values of a closed set. An absent field is fine.
    func require<Value: RawRepresentable<String> & CaseIterable>(_ field: String, of type: Value.Type) throws(ModelFileError) {
        guard let text = fields[field], Value(rawValue: text) == nil else { return }
        let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw ModelFileError(at: location, "\(field)=\"\(text)\" of \(title) is not known. It can be \(known).")
    }

    /// Holds a field to whole numbers. An absent field is fine.
    func requireCount(_ field: String) throws(ModelFileError) {
        guard let text = fields[field], Int(text) == nil else { return }
        throw ModelFileError(at: location, "\(field)=\"\(text)\" of \(title) is not a whole number.")
    }

    /// The element in a message: `attribute “time”`.
    var title: String {
        fields["name"].map { "\(name) “\($0)”" } ?? "<\(name)>"
    }
}
