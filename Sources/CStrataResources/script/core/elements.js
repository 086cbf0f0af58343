// The page's elements by their ID in the server's view graph.

/** The elements by their ID. */
export const elements = new Map();

export const idOf = (element) => Number(element.dataset.id);

/**
 * Whether assistive technology does not present an element: it is hidden, or a part of an image. The
 * Tab key must not lead to it.
 */
export const isHidden = (element) => Boolean(element.closest("[aria-hidden=true]") || element.parentElement?.closest("[role=img]"));

/** Yields the elements with an ID in a subtree, the root included. */
function* numbered(root) {
  if (root.dataset?.id !== undefined) yield root;
  yield* root.querySelectorAll("[data-id]");
}

/** Registers a subtree and opens its dialogs. */
export function adopt(root) {
  for (const element of numbered(root)) {
    elements.set(idOf(element), element);
    if (element.matches("dialog:not([open])")) {
      element.openedFrom = document.activeElement;
      element.showModal();
    }
    if (element.matches(".file-importer")) element.dispatchEvent(new CustomEvent("strata:choosing", { bubbles: true }));
    if (element.matches("[data-anchor]")) element.dispatchEvent(new CustomEvent("strata:presented", { bubbles: true }));
  }
}

/** Unregisters a subtree. */
export function forget(root) {
  for (const element of numbered(root)) elements.delete(idOf(element));
}

/**
 * Inserts or moves a child after a sibling or, if that is null, before the parent's first child with
 * an ID. Parts that the server's renderer adds itself have no ID, and stay first.
 */
export function place(child, parent, after) {
  const container = after === null ? parent : elements.get(after).parentNode;
  const next = after === null
    ? [...parent.children].find((each) => each !== child && each.dataset.id !== undefined) ?? null
    : elements.get(after).nextSibling;
  const isMove = child.isConnected;
  // What `moveBefore` moves keeps its scroll positions, its focus, and a text that is being composed.
  if (isMove && container.isConnected && container.moveBefore) return container.moveBefore(child, next);
  container.insertBefore(child, next);
  if (isMove) child.dispatchEvent(new CustomEvent("strata:moved", { bubbles: true }));
}

/**
 * Returns a fragment with HTML of the server, which has declarations in attributes named "css". The
 * content security policy forbids the attribute "style" in HTML, but not these properties.
 */
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  // Addresses in declarations are relative to the document of the element.
  const fragment = document.createDocumentFragment();
  fragment.append(template.content);
  for (const element of fragment.querySelectorAll("[css]")) {
    element.style.cssText = element.getAttribute("css");
    element.removeAttribute("css");
  }
  return fragment;
}

export const fromHTML = (html) => parse(html).firstElementChild;
