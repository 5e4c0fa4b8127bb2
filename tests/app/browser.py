"""A real browser without a window, which tells what it loaded and what it complained of."""

import json
import shutil
from contextlib import contextmanager

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
)

BUILT_IN = ("about:", "blob:", "chrome:", "chrome-", "data:")


@contextmanager
def browsing(folder, width=1000, height=900, more=()):
    """Open a browser whose profile and downloads lie in a folder, or skip."""
    webdriver = pytest.importorskip("selenium.webdriver")
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (browser and driver):
        pytest.skip("no browser is here; install chromium and chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={folder}", f"--window-size={width},{height}", *more):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    opened = webdriver.Chrome(options, webdriver.ChromeService(driver))
    try:
        yield opened
    finally:
        opened.quit()


def complaints(browser):
    """Return what the console has said since the last call, apart from mere information."""
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] != "INFO"]


def requests(browser):
    """Return every address that was asked for since the last call, apart from built-in pages."""
    messages = (json.loads(entry["message"]) for entry in browser.get_log("performance"))
    sent = (one["message"] for one in messages)
    asked = [
        one["params"]["request"]["url"]
        for one in sent
        if one["method"] == "Network.requestWillBeSent"
    ]
    return [url for url in asked if not url.startswith(BUILT_IN)]
