extension NSManagedObjectModel {
    /// Stores a fetch request template under a name, or removes it for nil.
    public func setFetchRequestTemplate(_ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String) {
        fetchRequestTemplatesByName[name] = fetchRequestTemplate
    }

    /// Stores a copy of a request, whatever its result type, as a template under a name.
    @_disfavoredOverload
    public func setFetchRequestTemplate<Requested>(_ fetchRequestTemplate: NSFetchRequest<Requested>, forName name: String) {
        fetchRequestTemplatesByName[name] = NSFetchRequest(fetchRequestTemplate)
    }

    /// Returns the template of a name, to be executed as it is: without variables in its predicate.
    public func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        fetchRequestTemplatesByName[name]
    }

    /// Returns a copy of the template of a name, with each `$variable` in its predicate replaced by
    /// the value of that name.
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
