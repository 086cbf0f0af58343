"""Examples with stores of their own, whose files change while a page shows them."""

import json
import subprocess

import pytest
from selenium.webdriver.common.keys import Keys


def text(page) -> str:
    return page.run("return document.body.innerText")


def shows(page, *words: str) -> None:
    page.until(lambda page: all(word in text(page) for word in words), f"the page shows {words}")


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    return folder


def test_a_recipe_is_edited_in_its_file_and_in_the_page(with_folder, folder, tab):
    file = folder / "tea.json"
    file.write_text('{"name": "Tea", "minutes": 5}')
    page = tab(with_folder("Recipes", folder))
    shows(page, "Tea", "5 min")
    file.write_text('{"name": "Green tea", "minutes": 3}')
    shows(page, "Green tea", "3 min")
    file.write_text('{"name": ')
    shows(page, "“tea.json” cannot be read.", "Green tea")
    file.write_text('{"name": "Green tea", "minutes": 4, "ingredients": [{"amount": "2 g", "name": "leaves"}]}')
    shows(page, "4 min")
    page.settled(page.element("recipe.tea")).click()
    shows(page, "2 g", "leaves")
    page.settled(page.element("more")).click()
    shows(page, "9 min")
    assert json.loads(file.read_text())["minutes"] == 9


def git(folder, *arguments) -> None:
    settings = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgSign=false"]
    subprocess.run(["git", "-C", folder, *settings, *arguments], check=True)


def test_a_new_commit_appears_and_is_found(with_folder, folder, tab):
    git(folder, "init", "--quiet")
    (folder / "a.txt").write_text("one\n")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Begin")
    page = tab(with_folder("Commits", folder))
    shows(page, "Begin", "Ada")
    (folder / "b.txt").write_text("one\ntwo\n")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Go on\n\nWith two lines.")
    shows(page, "Go on", "Begin")
    field = page.front().find_element("css selector", "input[type=search]")
    field.send_keys("BEGIN")
    page.until(lambda page: "Go on" not in text(page), "the search leaves one commit")
    shows(page, "Begin")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("go")
    shows(page, "Go on")
    page.settled(page.front().find_element("css selector", ".row .link")).click()
    shows(page, "With two lines.", "b.txt", "+2")


def test_a_book_is_edited_in_its_file_and_in_the_page(with_folder, folder, tab):
    file = folder / "emma.json"
    file.write_text('{"title": "Emma"}')
    page = tab(with_folder("Shelf", folder))
    shows(page, "Emma", "1 book, 0 read")
    file.write_text('{"title": "Emma", "author": "Jane Austen", "isRead": true}')
    shows(page, "Jane Austen", "1 book, 1 read")
    page.element("new").send_keys("Dracula", Keys.ENTER)
    shows(page, "Dracula", "2 books, 1 read")
    assert json.loads((folder / "dracula.json").read_text())["title"] == "Dracula"
    file.unlink()
    page.until(lambda page: "Emma" not in text(page), "the book whose file is gone disappears")
