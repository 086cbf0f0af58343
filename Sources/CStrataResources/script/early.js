// Runs before the page is drawn: hides the page of a tab that has shown a scene before, until the
// server has restored the scene. connection.css shows it after a while in any case.

try {
  const scene = location.search.slice(1).split("&").filter((item) => /^(scene|value)=/.test(item)).join("&");
  const { dataset } = document.documentElement;
  if (dataset.handoff === undefined && sessionStorage.getItem(`strata scene ${location.pathname}?${scene}`)) dataset.live = "restoring";
} catch {
  // The browser keeps nothing for this page, so there is nothing to restore.
}
