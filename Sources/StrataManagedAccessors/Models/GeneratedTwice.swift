import StrataModelFormat

/// The problems of classes and properties that are both written by hand and generated from a model,
/// which would not compile.
struct GeneratedTwice {
    /// Returns the problem of a class in the sources whose entity's Codegen setting is Class
    /// Definition.
    static func problem(of written: TypeDeclaration, _ use: ModelIndex.Use) -> Problem {
        Problem(
            at: written.place,
            "The class \(written.name) is written here and generated too: Codegen of the entity \(use.entity.name) in the model "
                + "“\(use.modelName)” is Class Definition. \(remedy("class")), or remove this class.")
    }

    /// Returns the problem of a property in the sources whose entity's Codegen setting is
    /// Category/Extension; nil if there is none.
    static func problem(of member: ManagedMember, _ uses: [ModelIndex.Use]) -> Problem? {
        guard let use = uses.first(where: { $0.entity.codeGeneration == .category && $0.property(named: member.name) != nil })
        else {
            return nil
        }
        return Problem(
            at: member.place,
            "\(member.title) is written here and generated too: Codegen of the entity \(use.entity.name) in the model “\(use.modelName)” is "
                + "Category/Extension, which generates all its properties. \(remedy("category")), or remove the properties from the sources."
        )
    }

    private static func remedy(_ setting: String) -> String {
        "Set it to Manual/None in Xcode (or remove codeGenerationType=\"\(setting)\" from the model's file)"
    }
}
