// Paste buttons: read the clipboard after a click, and paste its content into the button, which is a
// destination of drops.
//
// Browsers let a page read text, HTML and images, and may ask the user first. An item that was
// copied in the app is not among them: Control-V pastes that.

import { word } from "../core/words.js";
import { say } from "../page/notices.js";
import { paste, textTypes } from "./drops.js";

/** Whether a text is an address and nothing else. */
const isAddress = (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text);

/** Returns the content of the clipboard, with the properties of a DataTransfer that a drop needs. */
async function readClipboard() {
  const texts = new Map();
  const files = [];
  for (const item of await navigator.clipboard.read()) {
    for (const type of item.types) {
      const blob = await item.getType(type);
      if (textTypes.includes(type)) texts.set(type, await blob.text());
      else files.push(new File([blob], `Pasted.${type.split("/").at(-1).split("+")[0]}`, { type }));
    }
  }
  const text = texts.get("text/plain")?.trim() ?? "";
  if (!texts.has("text/uri-list") && isAddress(text)) texts.set("text/uri-list", text);
  return { files, getData: (type) => texts.get(type) ?? "" };
}

document.addEventListener("click", async (event) => {
  const element = event.target.closest?.(".paste[data-drop]");
  if (!element || element.disabled) return;
  try {
    const content = await readClipboard();
    // The button may have been removed while the browser asked the user.
    if (element.isConnected) await paste({ element, index: element.dataset.drop.split("|").length - 1 }, { token: null }, content);
  } catch {
    say(word("Pasting is not possible here"));
  }
});
