/// The plurals of English nouns, for `^[\(count) item](inflect: true)`.
enum EnglishNouns {
    /// Returns the plural of a noun, which may follow a space. A noun that begins with a capital
    /// letter keeps it.
    static func plural(of text: String) -> String {
        let space = text.prefix(while: \.isWhitespace)
        let noun = text.dropFirst(space.count)
        let lowercased = noun.lowercased()
        guard let first = noun.first, !unchanged.contains(lowercased) else { return text }
        if let irregular = irregular[lowercased] {
            return space + (first.isUppercase ? irregular.prefix(1).uppercased() + irregular.dropFirst() : irregular)
        }
        return space + regular(String(noun), lowercased)
    }

    private static func regular(_ noun: String, _ lowercased: String) -> String {
        if lowercased.hasSuffix("man"), !notOfMan.contains(lowercased) { return noun.dropLast(2) + "en" }
        if lowercased.hasSuffix("sis") { return noun.dropLast(2) + "es" }
        if ["s", "x", "z", "ch", "sh"].contains(where: lowercased.hasSuffix) { return noun + "es" }
        if lowercased.hasSuffix("y"), let before = lowercased.dropLast().last, !"aeiou".contains(before) {
            return noun.dropLast() + "ies"
        }
        return noun + "s"
    }

    /// Nouns whose plural is the singular, or that have no plural.
    private static let unchanged: Set = [
        "advice", "aircraft", "bison", "content", "cattle", "data", "deer", "equipment", "feedback", "fish", "furniture",
        "hardware", "information", "media", "moose", "news", "offspring", "people", "salmon", "series", "sheep", "shrimp",
        "software", "spacecraft", "species", "squid", "trout",
    ]

    /// Nouns in "man" that have a regular plural.
    private static let notOfMan: Set = ["german", "human", "ottoman", "roman", "shaman", "talisman"]

    private static let irregular = [
        "person": "people", "child": "children", "grandchild": "grandchildren", "foot": "feet", "tooth": "teeth",
        "goose": "geese",
        "mouse": "mice", "louse": "lice", "ox": "oxen", "die": "dice", "penny": "pennies", "quiz": "quizzes",
        "leaf": "leaves", "knife": "knives", "life": "lives", "wife": "wives", "half": "halves", "shelf": "shelves",
        "self": "selves", "wolf": "wolves", "thief": "thieves", "loaf": "loaves", "calf": "calves", "elf": "elves",
        "scarf": "scarves", "bookshelf": "bookshelves",
        "potato": "potatoes", "tomato": "tomatoes", "hero": "heroes", "echo": "echoes", "veto": "vetoes",
        "torpedo": "torpedoes", "mosquito": "mosquitoes", "volcano": "volcanoes",
        "criterion": "criteria", "phenomenon": "phenomena", "vertex": "vertices", "matrix": "matrices", "index": "indices",
        "stimulus": "stimuli", "alumnus": "alumni", "stomach": "stomachs", "monarch": "monarchs", "epoch": "epochs",
    ]
}
