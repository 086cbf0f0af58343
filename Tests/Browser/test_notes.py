"""The README's app."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


def text(page) -> str:
    return page.run("return document.body.innerText")


def add(page, note: str) -> None:
    browser = page.front()
    browser.find_element(By.TAG_NAME, "input").send_keys(note)
    page.until(lambda page: page.run("return !document.querySelector('main button').disabled"), "the button is enabled")
    browser.find_element(By.CSS_SELECTOR, "main button").click()


def test_a_note_added_in_one_tab_appears_in_the_other(notes, tab):
    first, second = tab(notes), tab(notes)
    add(first, "Buy milk")
    first.until(lambda page: "Buy milk" in text(page), "the tab that added it shows the note")
    second.until(lambda page: "Buy milk" in text(page), "the other tab shows the note")
    assert first.run("return document.querySelector('input').value") == ""


def test_notes_are_there_after_a_restart(notes, tab):
    page = tab(notes)
    add(page, "Water the plants")
    page.until(lambda page: "Water the plants" in text(page), "the note is shown")
    notes.stop()
    notes.start()
    again = tab(notes)
    again.until(lambda page: "Water the plants" in text(page), "the note was stored")


def test_return_adds_a_note(notes, tab):
    page = tab(notes)
    field = page.front().find_element(By.TAG_NAME, "input")
    field.send_keys("Bake bread", Keys.ENTER)
    page.until(lambda page: "Bake bread" in text(page), "the note is shown")
    page.until(lambda page: page.run("return document.querySelector('input').value") == "", "the field is empty")


def test_a_word_that_is_wider_than_the_list_breaks(notes, tab):
    page = tab(notes)
    add(page, "W" * 300)
    page.until(lambda page: page.run("return document.querySelector('.row')?.innerText.startsWith('WWW')"), "the note is shown")
    right, edge = page.run(
        "const row = document.querySelector('.row'); return [row.querySelector('.text'), row].map((e) => e.getBoundingClientRect().right)"
    )
    assert right <= edge
