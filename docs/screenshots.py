"""Make the pictures of the page and of the report in docs/images: ``make screenshots``.

Needs chromium and chromium-driver; the browser of the tests does the work.
"""

from __future__ import annotations

import base64
import io
import tempfile
import time
from pathlib import Path
from typing import Any

from PIL import Image, ImageOps
from selenium.webdriver.support.wait import WebDriverWait

from app.browser import browsing
from app.serving import serving

IMAGES = Path(__file__).parent / "images"
DESK, PHONE, SHEET = (1000, 1300), (390, 1300), (680, 1009)
"""Widths and heights in pixels; that of a sheet is what its margins leave of A4."""

MARGIN = 57
"""Of a sheet, in pixels: 15 mm."""

COLOURS = 128
"""Few enough for small files, enough for smooth letters."""


def look(browser: Any, size: tuple[int, int], scheme: str = "light", media: str = "") -> None:
    """Let the browser be a device of a size, light or dark, or a sheet of paper."""
    width, height = size
    device = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", device)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
    time.sleep(0.5)  # for pictures to be drawn again


def save(browser: Any, name: str) -> None:
    """Save what is in sight as a small PNG."""
    shot = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    image = Image.open(io.BytesIO(base64.b64decode(shot["data"]))).convert("RGB")
    image = ImageOps.expand(image, MARGIN, "white") if name.endswith("print") else image
    IMAGES.mkdir(exist_ok=True)
    few = image.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(IMAGES / f"{name}.png", optimize=True)


def main() -> None:
    """Ask the page about the example, and look at it from all sides."""
    with (
        serving() as talk,
        tempfile.TemporaryDirectory() as folder,
        browsing(folder) as browser,
    ):
        wait = WebDriverWait(browser, 60)
        browser.get(talk.address)
        wait.until(lambda b: b.find_elements("css selector", "#method option"))
        browser.find_element("id", "example").click()
        wait.until(lambda b: b.find_element("id", "ask").is_displayed())
        look(browser, DESK)
        save(browser, "app-table")
        browser.find_element("id", "ask").click()
        wait.until(lambda b: b.find_element("id", "report").is_displayed())
        time.sleep(1)
        report = browser.find_element("id", "report").get_property("src")
        for name, size, scheme in (
            ("light", DESK, "light"),
            ("dark", DESK, "dark"),
            ("phone", PHONE, "light"),
        ):
            look(browser, size, scheme)
            top = "document.getElementById('ask').scrollIntoView({block: 'start'})"
            browser.execute_script(top)
            save(browser, f"app-{name}")
        browser.switch_to.new_window("tab")
        browser.get(report)
        for name, size, scheme, media in (
            ("light", DESK, "light", ""),
            ("dark", DESK, "dark", ""),
            ("phone", PHONE, "light", ""),
            ("print", SHEET, "light", "print"),
        ):
            look(browser, size, scheme, media)
            save(browser, f"report-{name}")


if __name__ == "__main__":
    main()
