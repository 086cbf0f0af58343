"""Pages whose messages a test reads, and to which it delivers some of its own."""

from harness.page import Page, gallery_query

# The page's connections, and what it has sent: `deliver` passes a patch with operations to the page, as if the server had
# sent it. `whenConnected` is called once, right after the page has noticed that it is connected.
TAP = """
window.connections = [];
window.sent = [];
window.WebSocket = class extends WebSocket {
  constructor(...parts) {
    super(...parts);
    connections.push(this);
  }
  send(message) {
    sent.push(JSON.parse(message));
    super.send(message);
  }
  get onmessage() {
    return super.onmessage;
  }
  set onmessage(handle) {
    super.onmessage = handle && ((message) => {
      handle(message);
      if (document.documentElement.dataset.live !== "open") return;
      const action = window.whenConnected;
      window.whenConnected = null;
      action?.();
    });
  }
};
window.deliver = (...operations) => connections.at(-1).onmessage({ data: JSON.stringify({ operations, acknowledged: 0 }) });
"""


def tapped(tab, gallery, name: str, script: str = "") -> Page:
    """A page of the Gallery with the functions above, in which a script runs before those of the page."""
    page = tab(gallery, gallery_query(name))
    page.front().execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": TAP + script})
    page.open(gallery_query(name))
    return page
