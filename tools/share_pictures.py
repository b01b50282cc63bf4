"""Draw the pictures of link previews with the page's own illustrations.

    python tools/share_pictures.py

It writes the picture of the site and of each game that has an emblem, once with the title and once
without it: on the latter the server draws results.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page

from century.bench.browser import start_chromium
from century.position import game, games
from century.server.web.page import STATIC, page_folder
from tests.server.process import running

SIZE = {"width": 1200, "height": 630}
SHOW = """async ([name, title]) => {
  const { html, render } = await import("/static/lib/ui.js");
  const { GAMES } = await import("/static/lib/games.js");
  const { FrontScene } = await import("/static/parts/art/front-scene.js");
  const Picture = name ? GAMES[name].Emblem : FrontScene;
  let holder = document.getElementById("picture");
  if (!holder) {
    document.getElementById("app").remove();
    holder = Object.assign(document.createElement("div"), { id: "picture" });
    document.body.append(holder);
  }
  render(null, holder);
  const heading = title && html`<h1>${title}</h1>`;
  render(html`<div class="share-picture"><${Picture} />${heading}</div>`, holder);
  await document.fonts.ready;
}"""
STYLE = """
  .share-picture { position: relative; width: 1200px; height: 630px; overflow: hidden; }
  .share-picture > :first-child { position: absolute; inset: 0; width: 100%; height: 100%; }
  .share-picture { --unit: 3.75px; }
  .share-picture h1 { position: absolute; left: 64px; top: 44px; max-width: 900px; margin: 0;
    font-size: 104px; line-height: 1; letter-spacing: -.02em; color: #2b1d14; }
"""


def take(page: Page, name: str | None, title: str, path: Path) -> None:
    """Write the picture of a game, or of the site."""
    page.evaluate(SHOW, [name, title])
    page.add_style_tag(content=STYLE)
    page.wait_for_timeout(300)
    path.parent.mkdir(exist_ok=True)
    page.screenshot(path=path, type="jpeg", quality=80)
    print(path)


def main() -> None:
    """Write all pictures."""
    with (
        TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        start_chromium() as browser,
    ):
        page = browser.new_page(
            viewport=SIZE, color_scheme="light", reduced_motion="reduce", bypass_csp=True
        )
        page.goto(server.address)
        page.wait_for_selector("section.game")
        take(page, None, "", STATIC / "share" / "scene.jpg")
        take(page, None, "Century", STATIC / "share" / "front.jpg")
        for name in games():
            pictured = page_folder(name)
            if pictured and (pictured / "emblem.js").is_file():
                title = game(name).title.partition(": ")[2] or game(name).title
                take(page, name, title, pictured / "share.jpg")
                take(page, name, "", pictured / "scene.jpg")


if __name__ == "__main__":
    main()
