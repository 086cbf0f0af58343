extension NSManagedObjectModel {
    /// Stores a fetch request template under a name, or removes it for nil.
    public func setFetchRequestTemplate(_ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String) {
        fetchRequestTemplatesByName[name] = fetchRequestTemplate
    }

    /// Stores a copy of a request with any result type as a template under a name.
    @_disfavoredOverload
    public func setFetchRequestTemplate<Requested>(_ fetchRequestTemplate: NSFetchRequest<Requested>, forName name: String) {
        fetchRequestTemplatesByName[name] = NSFetchRequest(fetchRequestTemplate)
    }

    /// Returns the template with a name; nil if there is none.
    ///
    /// For a template with variables in its predicate, call
    /// `fetchRequestFromTemplate(withName:substitutionVariables:)`.
    public func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        fetchRequestTemplatesByName[name]
    }

    /// Returns a copy of the template with a name, in whose predicate each `$variable` is replaced
    /// by the value of that name.
    ///
    /// Returns nil if there is no such template. Traps for a value that the predicate cannot use.
    public func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let request = fetchRequestTemplatesByName[name]?.copied() else { return nil }
        request.predicate = request.predicate?.withSubstitutionVariables(variables)
        return request
    }
}
