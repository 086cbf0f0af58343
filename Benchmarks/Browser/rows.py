"""The rows of the benchmark: each opens its tabs, checks what they show, and prints its lines."""

from contest import compare, report
from tabs import Tab, identified, open_app, open_empty, press

FRAMES = 120


# A thousand followers


def matched_1000(browser, start_app) -> None:
    """Measures the main thread in each frame while a thousand views follow one that moves."""
    ours, theirs = open_app(browser, start_app("followers")), open_empty(browser)
    theirs.run("buildFollowers()")
    theirs.check_clock()

    source, first, last = (identified(f"followers.{name}") for name in ["source", "follower.0", "follower.999"])
    peer = ["peer.source", "peer.followers[0].view", "peer.followers[999].view"]

    def strata() -> dict[str, float]:
        return each_frame(ours, press("followers.move"), source, [first, last])

    def hand_written() -> dict[str, float]:
        return each_frame(theirs, "moveFollowers()", peer[0], peer[1:])

    of_ours, of_theirs = compare(strata, hand_written)
    goals = {"script-per-frame": "4.00ms"}
    for name in of_ours:
        report("matched-1000", name, of_ours[name], "requestAnimationFrame", of_theirs[name], "ms", goals.get(name, ""))


def each_frame(tab: Tab, begin: str, source: str, followers: list[str]) -> dict[str, float]:
    """Begins a movement, and returns the milliseconds of a frame in the midst of it."""
    tab.front()
    tab.run("countFrames()")
    start = tab.run(f"const start = center({source}); {begin}; return start")
    # The first frames also have the work of the patch.
    tab.until(f"Math.abs(center({source})[0] - {start[0]}) > 10")
    before, frames = tab.metrics(), tab.run("return countedFrames")
    tab.wait(f"(async () => {{ for (let count = 0; count < {FRAMES}; count += 1) await frame(); }})()")
    after, frames = tab.metrics(), tab.run("return countedFrames") - frames
    goal, *places = tab.run(f"return [{source}, {', '.join(followers)}].map(center)")
    if any(abs(here - there) > 1 for place in places for here, there in zip(place, goal)):
        raise AssertionError(f"followers are at {places} instead of {goal}")
    if not tab.run("return document.getAnimations().some(each => each.playState === 'running')"):
        raise AssertionError(f"the movement ended before {FRAMES} frames")
    tab.wait("endAnimations()")

    def milliseconds(*names: str) -> float:
        return sum(after[name] - before[name] for name in names) * 1000 / frames

    return {
        "script-per-frame": milliseconds("ScriptDuration"),
        "style-and-layout-per-frame": milliseconds("RecalcStyleDuration", "LayoutDuration"),
    }


# A hero transition

# Records the messages of the server.
RECORD = """
window.messages = [];
window.WebSocket = class extends WebSocket {
  constructor(...parameters) {
    super(...parameters);
    this.addEventListener("message", ({ data }) => messages.push(data));
  }
};
"""


def hero_bytes(browser, start_app) -> None:
    """Counts the bytes of the message by which a view replaces another one, before the compression of the WebSocket."""
    tab = open_app(browser, start_app("followers"))
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": RECORD})
    browser.refresh()
    tab.until("window.messages && document.documentElement.dataset.live === 'open'")
    tab.until(f"{identified('followers.small')} !== null && document.getAnimations().length === 0")
    tab.run(f"messages.length = 0; {press('followers.grow')}")
    tab.until(f"{identified('followers.small')} === null")
    message, *html = tab.run(
        """
        const patches = messages.filter((each) => each !== "").map((text) => ({ text, ...JSON.parse(text) }));
        const animated = patches.filter(({ animation }) => animation?.spring !== undefined);
        if (animated.length !== 1) throw new Error(`${animated.length} messages have the default animation`);
        const inserted = animated[0].operations.filter(([name]) => name === "insert");
        return [animated[0].text, ...inserted.map(([, , , html]) => html)];
        """
    )
    if len(html) != 1:
        raise AssertionError(f"the message inserts {len(html)} views instead of one: {message}")
    bytes_of_message, bytes_of_html = len(message.encode()), len(html[0].encode())
    report("matched-1000", "hero-transition", bytes_of_message, "html-of-the-new-view", bytes_of_html, "B", "400B")
    tab.wait("endAnimations()")


# Five hundred rows


def animate_rows(browser, start_app) -> None:
    """Counts the frames a second while five hundred rows move at once."""
    ours, theirs = open_app(browser, start_app("rows")), open_empty(browser)
    theirs.run("buildRows()")
    theirs.check_clock()

    def strata() -> dict[str, float]:
        return rows_moved(ours, f"() => {press('rows.reverse')}")

    def hand_written() -> dict[str, float]:
        return rows_moved(theirs, "reverseRows")

    of_ours, of_theirs = compare(strata, hand_written)
    units = {"frames-per-second": "", "longest-frame": "ms", "script-in-all": "ms"}
    for name, unit in units.items():
        goal = "60" if name == "frames-per-second" else ""
        report("animate-rows", name, of_ours[name], "hand-written-flip", of_theirs[name], unit, goal)


def rows_moved(tab: Tab, begin: str) -> dict[str, float]:
    """Reverses the rows, and returns the frames a second until all have arrived."""
    tab.front()
    before = tab.script_seconds()
    moved = tab.wait(f"framesOf({begin})")
    script = tab.script_seconds() - before
    count, times = moved["count"], moved["times"]
    if count != 500:
        raise AssertionError(f"{count} elements moved instead of 500")
    steps = [later - earlier for earlier, later in zip(times, times[1:])]
    return {
        "frames-per-second": len(steps) * 1000 / sum(steps),
        "longest-frame": max(steps),
        "script-in-all": script * 1000,
    }
