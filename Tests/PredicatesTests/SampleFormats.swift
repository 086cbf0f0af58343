/// Format strings for every construct of the predicate language, with their arguments.
enum SampleFormats {
    /// The formats of Apple's Predicate Programming Guide, each with its printed form.
    ///
    /// Source:
    /// https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/Predicates/.
    static let guide: [(format: String, arguments: [any Sendable], printed: String)] = [
        // Introduction
        ("grade == 7", [], "grade == 7"),
        ("firstName like 'Mark'", [], "firstName LIKE \"Mark\""),
        ("name contains[cd] 'citroen'", [], "name CONTAINS[cd] \"citroen\""),
        (
            "(firstName beginswith 'M') AND (lastName like 'Adderley')", [],
            "firstName BEGINSWITH \"M\" AND lastName LIKE \"Adderley\""
        ),
        ("group.name matches 'work.*'", [], "group.name MATCHES \"work.*\""),
        ("ALL children.age > 12", [], "ALL children.age > 12"),
        ("ANY children.age > 12", [], "ANY children.age > 12"),
        ("@sum.items.price < 1000", [], "@sum.items.price < 1000"),
        // Creating predicates
        ("(lastName like[cd] %@) AND (birthday > %@)", ["Ad*", 5], "lastName LIKE[cd] \"Ad*\" AND birthday > 5"),
        ("lastName like[c] \"S*\"", [], "lastName LIKE[c] \"S*\""),
        ("lastName like[c] 'S*'", [], "lastName LIKE[c] \"S*\""),
        ("SELF like[c] %@", ["pre*suf"], "SELF LIKE[c] \"pre*suf\""),
        ("anAttribute == %@", [true], "anAttribute == 1"),
        ("anAttribute == YES", [], "anAttribute == 1"),
        ("%K like %@", ["firstName", "Adam"], "firstName LIKE \"Adam\""),
        ("%K like '%@'", ["firstName", "Adam"], "firstName LIKE \"%@\""),
        ("revenue >= 1000000 and revenue < 100000000", [], "revenue >= 1000000 AND revenue < 100000000"),
        ("lastName like[c] $LAST_NAME", [], "lastName LIKE[c] $LAST_NAME"),
        ("date = $DATE", [], "date == $DATE"),
        ("date between {$YESTERDAY, $TOMORROW}", [], "date BETWEEN {$YESTERDAY, $TOMORROW}"),
        ("attributeName == %@", ["x"], "attributeName == \"x\""),
        ("%K == %@", ["attributeName", "x"], "attributeName == \"x\""),
        ("name IN $NAME_LIST", [], "name IN $NAME_LIST"),
        ("'name' IN $NAME_LIST", [], "\"name\" IN $NAME_LIST"),
        ("$name IN $NAME_LIST", [], "$name IN $NAME_LIST"),
        ("%K == '%@'", ["attributeName"], "attributeName == \"%@\""),
        // Using predicates
        ("SELF IN %@", [["Stig", "Shaffiq", "Chris"]], "SELF IN {\"Stig\", \"Shaffiq\", \"Chris\"}"),
        ("SELF beginswith[c] 'a'", [], "SELF BEGINSWITH[c] \"a\""),
        ("SELF contains[c] 'e'", [], "SELF CONTAINS[c] \"e\""),
        ("department.name like 'Human*'", [], "department.name LIKE \"Human*\""),
        ("(firstName == %@) || (firstName = nil)", ["Ben"], "firstName == \"Ben\" OR firstName == nil"),
        ("date != nil", [], "date != nil"),
        ("SELF MATCHES %@", ["^A.+e$"], "SELF MATCHES \"^A.+e$\""),
        (
            "(title matches '.*mar[1-10]') OR (type = 1)", [],
            "title MATCHES \".*mar[1-10]\" OR type == 1"
        ),
        ("match == %@ AND ANY accessLevels.name == 'admin'", [1], "match == 1 AND ANY accessLevels.name == \"admin\""),
        // Predicate format string syntax
        ("1 BETWEEN { 0 , 33 }", [], "1 BETWEEN {0, 33}"),
        ("$INPUT BETWEEN { $LOWER, $UPPER }", [], "$INPUT BETWEEN {$LOWER, $UPPER}"),
        ("attributeName BETWEEN %@", [[1, 10]], "attributeName BETWEEN {1, 10}"),
        ("TRUEPREDICATE", [], "TRUEPREDICATE"),
        ("FALSEPREDICATE", [], "FALSEPREDICATE"),
        ("firstName BEGINSWITH[cd] $FIRST_NAME", [], "firstName BEGINSWITH[cd] $FIRST_NAME"),
        ("ANY children.age < 18", [], "ANY children.age < 18"),
        ("SOME children.age < 18", [], "ANY children.age < 18"),
        ("ALL children.age < 18", [], "ALL children.age < 18"),
        ("NONE children.age < 18", [], "NOT ANY children.age < 18"),
        ("NOT (ANY children.age < 18)", [], "NOT ANY children.age < 18"),
        ("name IN { 'Ben', 'Melissa', 'Nick' }", [], "name IN {\"Ben\", \"Melissa\", \"Nick\"}"),
        (
            "array[1] == array[FIRST] AND array[LAST] != array[SIZE]", [],
            "array[1] == array[FIRST] AND array[LAST] != array[SIZE]"
        ),
        ("#like == '\\141\\x42\\X43\\u0044\\U0045'", [], "#like == \"aBCDE\""),
        ("x IN {1, 27, 2.71828, 19.75, 9.2e-5}", [], "x IN {1, 27, 2.71828, 19.75, 9.2e-05}"),
        ("x IN {0x1F, 0o17, 0b101}", [], "x IN {31, 15, 5}"),
        (
            "list == { 'comma', 'separated', 'literal', 'array' }", [],
            "list == {\"comma\", \"separated\", \"literal\", \"array\"}"
        ),
        ("a = TRUE OR b == FALSE || c == NO && d == NULL", [], "a == 1 OR b == 0 OR (c == 0 AND d == nil)"),
        (
            "a >= 1 && b => 1 && c <= 1 && d =< 1 && e != 1 && f <> 1", [],
            "a >= 1 AND b >= 1 AND c <= 1 AND d <= 1 AND e != 1 AND f != 1"
        ),
        ("!(a == 1)", [], "NOT a == 1"),
        // The functions of the grammar
        ("x == (1 + 2) * 3 ** 2 - 4 / 2", [], "x == ((1 + 2) * (3 ** 2)) - (4 / 2)"),
        ("sum(a) + count(a) == min(a) + max(a)", [], "sum:(a) + count:(a) == min:(a) + max:(a)"),
        (
            "average(a) < median(a) OR stddev(a) > 2 OR 1 IN mode(a)", [],
            "average:(a) < median:(a) OR stddev:(a) > 2 OR 1 IN mode:(a)"
        ),
        ("sqrt(a) == log(b) OR ln(a) == exp(b)", [], "sqrt:(a) == log:(b) OR ln:(a) == exp:(b)"),
        ("floor(a) == ceiling(b) OR abs(a) == trunc(b)", [], "floor:(a) == ceiling:(b) OR abs:(a) == trunc:(b)"),
        ("random() < randomn(5) OR date < now()", [], "random() < randomn:(5) OR date < now()"),
        ("($a := 5) == 5", [], "($a := 5) == 5"),
        ("dictionary['key'] == @count", [], "dictionary[\"key\"] == @count"),
    ]

    /// Formats that the guide omits and Apple's parser accepts.
    static let beyond: [(format: String, arguments: [any Sendable])] = [
        ("place CONTAINS[cd] %@ AND magnitude > %f", ["a.b", 2.5]),
        ("NOT (a.b == 'x\\u00e9' OR #in IN {1, -2.5e3, \"q\"})", []),
        ("%K BETWEEN {%d, %@} || SELF != nil", ["a.b", 2, 3.5]),
        ("a MATCHES '(b|c)*' && TRUEPREDICATE", []),
        ("time >= CAST(1.5, \"NSDate\") AND $x <> 0x1F", []),
        ("ANY a.@count > SUBQUERY(b, $c, $c.d == 1)[0]", []),
        ("NONE items.@avg.price ==[cdl] TERNARY(a > 1, b ** 2, -c) * ~3", []),
        ("FUNCTION(name, 'b:', {1, $x}) IN CAST(now(), \"NSNumber\") UNION b[FIRST][SIZE] MINUS {add:to:(1, 2)}", []),
        ("($x := 5) << 2 | 3 & a ^ b == FETCH(%@, %K, NO)", [1, "a.b"]),
        ("SUBQUERY(items, $i, $i.price > 5 AND ANY $i.tags == 'b').@count > 0", []),
        ("modulus:by:(a, 2) == 1 AND name.length > 2 AND list.@distinctUnionOfObjects.self[0] != nil", []),
        ("TERNARY(name != nil, TERNARY(name.length == 0, YES, NO), nil) == YES", []),
        ("objectFrom:withIndex:(list, 1) == randomn:(3) OR a ==[n] 'x' OR a.self IN 'text'", []),
        ("name.uppercaseString LIKE '?\\*' OR ANYKEY == 5 OR a <[l] \"b\" INTERSECT {c}", []),
    ]
}
