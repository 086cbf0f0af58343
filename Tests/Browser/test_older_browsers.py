"""The page in a browser without the newest features, which a script takes away before the page is loaded."""

from selenium.webdriver.common.keys import Keys

from harness.page import gallery_query

WITHOUT_SCROLLEND = """
delete window.onscrollend;
window.ends = [];
addEventListener("scrollend", (event) => {
  if (event.isTrusted) event.stopImmediatePropagation();
  else ends.push(event.target);
}, true);
"""

WITHOUT_FIELD_SIZING = """
const supports = CSS.supports;
CSS.supports = (name, ...more) => name !== "field-sizing" && supports.call(CSS, name, ...more);
"""


def open_without(tab, gallery, name: str, script: str):
    page = tab(gallery, gallery_query(name))
    page.front().execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    page.open(gallery_query(name))
    return page


def test_the_end_of_scrolling_is_noticed_without_its_event(shared_gallery, tab):
    page = open_without(tab, shared_gallery, "scrolling", WITHOUT_SCROLLEND)
    assert page.run("return 'onscrollend' in window") is False
    scroller = "identified('scroll.rows').querySelector('.scroll')"
    page.run(f"{scroller}.scrollTop = 100")
    page.until(lambda page: page.run(f"return ends.includes({scroller})"), "the scrolling ends")


def open_without_field_sizing(tab, gallery):
    page = open_without(tab, gallery, "fields", WITHOUT_FIELD_SIZING)
    # Such a browser does not know the declaration.
    page.run(
        """
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(".field.lines { field-sizing: fixed !important }");
        document.adoptedStyleSheets = [sheet];
        """
    )
    return page


def test_a_field_grows_with_its_text_without_field_sizing(shared_gallery, tab):
    page = open_without_field_sizing(tab, shared_gallery)
    height = "return identified('textfield.lines').getBoundingClientRect().height"
    field = page.settled(page.element("textfield.lines"))
    field.send_keys(Keys.CONTROL, Keys.END)
    before = page.run(height)
    field.send_keys(Keys.RETURN, "end")
    page.until(lambda page: page.run(height) > before + 10, "the field is one line higher")
    assert page.run("const e = identified('textfield.lines'); return e.scrollHeight <= e.clientHeight + 1")


def test_nothing_scrolls_when_a_field_grows_without_field_sizing(shared_gallery, tab):
    page = open_without_field_sizing(tab, shared_gallery)
    before, after, writes = page.run(
        """
        const field = identified("textfield.lines");
        const type = (text) => {
          field.value += text;
          field.dispatchEvent(new Event("input", { bubbles: true }));
        };
        // A scroll view that is as low as the field, at its end.
        const box = document.createElement("div");
        box.style.cssText = "height: 20px; overflow-y: scroll";
        field.replaceWith(box);
        box.append(field);
        type("\\none\\ntwo\\nthree");
        box.scrollTop = box.scrollHeight;
        const before = box.scrollTop;
        type("x");
        const after = box.scrollTop;
        const observer = new MutationObserver(() => {});
        observer.observe(field, { attributeFilter: ["style"] });
        type("");
        return [before, after, observer.takeRecords().length];
        """
    )
    assert before > 0 and after == before, "the scroll view stays where it is"
    assert writes == 0, "a field whose text is the same is not fitted"
