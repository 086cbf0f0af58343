import StrataViewGraph

/// Texts that become markup, script or style if a host does not escape them.
enum InjectionCorpus {
    /// A harmless text that has the same effect on a view as each text of the corpus.
    static let harmless = "harmless"

    static let texts: [String] = markup + attributes + addresses + styles + characters

    private static let markup = [
        "<script>attack()</script>", "<ScRiPt src=//evil.example></sCrIpT>", "<script/src=data:,attack()>",
        "</script><script>attack()</script>",
        "<img src=x onerror=attack()>", "<svg onload=attack()>", "<svg><script>attack()</script></svg>",
        "<iframe srcdoc='<script>attack()'>",
        "<math><mtext></p><img src onerror=attack()>", "<b>bold</b>", "</div></main></body></html>", "<!--", "-->", "<![CDATA[",
        "]]>", "<?php ?>",
        "<style>*{display:none}</style>", "</style><script>attack()</script>", "</title><script>attack()</script>",
        "</textarea><script>attack()</script>", "</option></select><script>attack()</script>",
        "</noscript><script>attack()</script>",
        "</template><script>attack()</script>", "<template>", "<base href=//evil.example/>",
        "<meta http-equiv=refresh content=0>",
        "<form action=//evil.example><button>", "<input autofocus onfocus=attack()>", "<a href=javascript:attack()>here</a>",
        "<link rel=stylesheet href=//evil.example>", "<object data=//evil.example>", "<dialog open>",
        "<details open ontoggle=attack()>", "<", ">", "</", "<a",
    ]

    private static let attributes = [
        "\"", "'", "`", "\"\"", "\" onmouseover=\"attack()", "' onmouseover='attack()", "` onmouseover=`attack()",
        "\"><script>attack()</script>",
        "'><script>attack()</script>", "x onfocus=attack() autofocus", "\" style=\"position:fixed;inset:0", "\" data-id=\"0",
        "' data-action='press",
        "\" id=\"label-1", "\" class=\"window", "=", "/", "/>", "\\\" onclick=attack()", "\\", "&", "&quot;", "&#34;", "&#x22;",
        "&lt;script&gt;", "&amp;lt;",
        "&", "&amp", "\u{1}\" onclick=attack()", "\"\nonclick=\"attack()", "\"\tonclick=\"attack()",
    ]

    private static let addresses = [
        "javascript:attack()", "JaVaScRiPt:attack()", " javascript:attack()", "java\tscript:attack()", "java\nscript:attack()",
        "\u{1}javascript:attack()",
        "javascript&colon;attack()", "javascript%3Aattack()", "data:text/html,<script>attack()</script>",
        "data:text/html;base64,PHNjcmlwdD4=",
        "vbscript:attack()", "blob:https://evil.example/1", "//evil.example", "https://evil.example/\"onload=attack()",
        "file:///etc/passwd", "../../../etc/passwd",
        "strata/live?window=0", "?path=x&scene=y#z", "%00", "%22%3E%3Cscript%3E", "https://a.example/,https://b.example/ 2x",
    ]

    private static let styles = [
        "}body{display:none", "red;position:fixed;inset:0", "url(javascript:attack())", "url(\"//evil.example\")",
        "\");}*{display:none}", "expression(attack())",
        "@import '//evil.example'", "/*", "*/", "\\22 ;color:red", "\\", "Helvetica\";color:red", "Arial',x", "var(--accent)",
        "calc(1px", ")", "(", "[", "!important",
    ]

    private static let characters = [
        "\0", "a\0b", "\u{1}\u{2}\u{1F}\u{7F}", "\r\n", "\n", "\t", "\u{2028}\u{2029}", "\u{202E}gnp.exe", "\u{2066}\u{2069}",
        "\u{FEFF}<script>", "\u{FFFE}",
        "\u{FFFD}", "e\u{301}\u{301}\u{301}", "\u{301}", "👩‍🔬🏳️‍🌈", "𝒳", "ſcript", "＜script＞", "¼script¾", "%3Cscript%3E",
        "\\u003cscript\\u003e", "\\x3cscript\\x3e",
        "{{7*7}}", "${attack()}", "#{attack()}", "<%= attack() %>", "\"]}", "],[\"redraw\",\"", "\\\"]", "' OR 1=1 --",
        "; rm -rf /", "$(reboot)", "**bold** _it_",
        "[link](javascript:attack())", "%@ %d %s %n", "NaN", "null", "undefined", "__proto__", "constructor", " ", "   ",
        String(repeating: "\"<&", count: 1_000),
    ]
}
