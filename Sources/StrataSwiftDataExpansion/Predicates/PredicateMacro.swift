/// The expansion of SwiftData's `#Predicate` and `#Expression`.
///
///     #Predicate<Trip> { isLong.evaluate($0) && overlap.evaluate($0, other) }
///
/// becomes Foundation's macro under another name. Foundation's macro on Linux rejects calls of
/// `evaluate`, so each becomes a subscript, for which the predicate types have nodes:
///
///     #_ModelPredicate<Trip> { isLong[$0] && overlap[$0, default: other] }
///
/// Everything else stays as it is written.
enum PredicateMacro {
    /// Returns the expansion.
    ///
    /// - Parameter name: The name of the macro of Foundation's plug-in, such as "#_ModelPredicate".
    static func expansion(of source: SourceText, named name: String) -> Expansion {
        let tokens = Lexer.tokens(of: source)
        guard let macro = tokens.first, macro.kind == .directive else { return .empty }
        var edits = [Edit(range: macro.range, text: name)]
        var diagnostics: [Diagnostic] = []
        for index in tokens.indices {
            guard let call = EvaluateCall(tokens, at: index) else { continue }
            guard (1...2).contains(call.argumentCount) else {
                diagnostics.append(
                    Diagnostic(
                        "'evaluate' takes one or two values in a predicate: evaluate a predicate of more values in memory.",
                        at: tokens[index].range.lowerBound, in: source))
                continue
            }
            edits += call.edits
        }
        return Expansion(source.applying(edits), diagnostics: diagnostics)
    }
}

/// A replacement of a part of a text.
private struct Edit {
    let range: Range<Int>
    let text: String
}

/// A call such as `isLong.evaluate(trip)` in a list of tokens.
private struct EvaluateCall {
    /// The number of arguments.
    private(set) var argumentCount = 0
    /// The edits that make a subscript of the call.
    private(set) var edits: [Edit] = []

    /// - Parameter index: The index of the name `evaluate`. Nil if there is no such call.
    init?(_ tokens: [Token], at index: Int) {
        guard tokens[index].text == "evaluate", index >= 2, tokens[index - 1].text == ".",
            index + 1 < tokens.count, tokens[index + 1].text == "("
        else { return nil }
        // With the line break before the period: a subscript begins on the line of its base.
        let start = tokens[index - 2].range.upperBound
        edits.append(Edit(range: start..<tokens[index + 1].range.upperBound, text: "["))
        var depth = 0
        for position in (index + 1)..<tokens.count {
            let token = tokens[position]
            switch token.text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case "," where depth == 1:
                argumentCount += 1
                edits.append(Edit(range: token.range.upperBound..<token.range.upperBound, text: " default:"))
            default: break
            }
            guard depth == 0 else { continue }
            if position > index + 2 { argumentCount += 1 }
            edits.append(Edit(range: token.range, text: "]"))
            return
        }
        return nil
    }
}

extension SourceText {
    /// Returns the text with some parts replaced.
    fileprivate func applying(_ edits: [Edit]) -> String {
        var result = ""
        var end = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += self[end..<edit.range.lowerBound] + edit.text
            end = edit.range.upperBound
        }
        return result + self[end..<bytes.count]
    }
}
