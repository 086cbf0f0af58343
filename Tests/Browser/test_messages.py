"""What a page sends, and what it does when the server answers, with messages at times that a test chooses."""

from harness.messages import tapped


def test_a_content_transition_goes_on_when_a_patch_leaves_the_text(shared_gallery, tab):
    page = tapped(tab, shared_gallery, "transitions")
    assert page.run(
        """
        const text = identified("transition.completions");
        const element = text.closest("[data-content-transition]") ?? text.querySelector("[data-content-transition]");
        const id = Number(element.dataset.id);
        const animation = element.animate({ opacity: [0, 1] }, { duration: 1e6, id: "content" });
        const states = [];
        for (const html of [element.innerHTML, "another"]) {
          deliver(["inside", id, html]);
          states.push(animation.playState);
        }
        return states;
        """
    ) == ["running", "idle"]
    assert page.run(
        """
        const text = identified("transition.completions");
        const element = text.closest("[data-content-transition]") ?? text.querySelector("[data-content-transition]");
        const animated = { operations: [["inside", Number(element.dataset.id), element.innerHTML]], acknowledged: 0,
          animation: { duration: 1000, easing: "linear" } };
        const animation = element.animate({ opacity: [0, 1] }, { duration: 1e6, id: "content" });
        connections.at(-1).onmessage({ data: JSON.stringify(animated) });
        return [animation.playState, document.querySelectorAll(".leaving").length];
        """
    ) == ["running", 0], "nothing leaves in a patch with an animation"
