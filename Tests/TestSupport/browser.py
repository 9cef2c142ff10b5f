"""Drives headless Chromium over a pipe, for the tests of HTML pages.

Reads one JSON object from standard input: {"chromium", "axe", "views": [{"url", "width", "height", "scheme", "media",
"screenshot", "pdf", "axe", "evaluate"}]}. Writes a JSON array with what was seen in each view.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile


class Browser:
    """A browser and the messages between it and us: JSON texts, each ended by a zero byte."""

    def __init__(self, chromium):
        self.profile = tempfile.mkdtemp(prefix="mamaudit-chromium-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def take_ends():
            # Copied out of the way first: one of them may be 3 or 4 already.
            ends = os.dup(to_browser), os.dup(from_browser)
            copies = [os.dup(end) for end in ends]
            while min(copies) < 5:
                copies = [os.dup(end) for end in copies]
            os.dup2(copies[0], 3)
            os.dup2(copies[1], 4)

        # Its sandbox refuses root and wants what containers lack; the pages are our own.
        words = [
            chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
            "--disable-extensions", "--disable-sync", "--no-default-browser-check", "--hide-scrollbars",
            "--force-color-profile=srgb", "--font-render-hinting=none", "--lang=en",
            "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank",
        ]
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, preexec_fn=take_ends, close_fds=False,
            env={**os.environ, "HOME": self.profile, "XDG_RUNTIME_DIR": self.profile},
        )
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []

    def read(self):
        while b"\0" not in self.buffer:
            block = os.read(self.read_end, 1 << 20)
            if not block:
                self.log.seek(0)
                sys.exit("chromium ended:\n" + self.log.read().decode(errors="replace")[-4000:])
            self.buffer += block
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data):]
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def wait(self, method, session):
        while True:
            for event in self.events:
                if event["method"] == method and event.get("sessionId") == session:
                    return event["params"]
            message = self.read()
            if "method" in message:
                self.events.append(message)

    def close(self):
        self.call("Browser.close")
        os.close(self.write_end)
        self.process.wait(timeout=30)
        shutil.rmtree(self.profile, ignore_errors=True)


class Page:
    """A page as one reader sees it."""

    def __init__(self, browser, view):
        self.browser = browser
        self.view = view
        browser.events.clear()
        self.context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            sys.exit(f"{expression[:200]}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def open(self):
        view = self.view
        self.call("Emulation.setScriptExecutionDisabled", value=True)
        self.call(
            "Emulation.setDeviceMetricsOverride", width=view["width"], height=view["height"], deviceScaleFactor=1,
            mobile=False)
        self.call(
            "Emulation.setEmulatedMedia", media=view["media"],
            features=[{"name": "prefers-color-scheme", "value": view["scheme"]}])
        self.browser.events.clear()
        error = self.call("Page.navigate", url=view["url"]).get("errorText")
        if error:
            sys.exit(f"{view['url']}: {error}")
        self.browser.wait("Page.loadEventFired", self.session)

    def seen(self):
        """What there is to see, and what the page said and asked for on its way."""
        view = self.view
        width = self.evaluate("document.documentElement.scrollWidth")
        height = self.evaluate("document.documentElement.scrollHeight")
        result = {"width": width, "height": height, "violations": []}
        if view.get("screenshot"):
            clip = {"x": 0, "y": 0, "width": view["width"], "height": height, "scale": 1}
            data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
            save(view["screenshot"], data)
        if view.get("pdf"):
            answer = self.call(
                "Page.printToPDF", preferCSSPageSize=True, printBackground=False, displayHeaderFooter=False)
            save(view["pdf"], answer["data"])
        result["value"] = self.evaluate(view["evaluate"]) if view.get("evaluate") else None
        messages, requests = [], []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            params = event["params"]
            if event["method"] == "Log.entryAdded":
                messages.append(params["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled":
                messages.append(" ".join(str(item.get("value")) for item in params["args"]))
            elif event["method"] == "Runtime.exceptionThrown":
                messages.append(params["exceptionDetails"]["text"])
            elif event["method"] == "Network.requestWillBeSent":
                requests.append(params["request"]["url"])
        result["messages"] = messages
        result["requests"] = requests
        return result

    def audit(self, axe):
        """The violations that axe-core finds; it needs scripts, in the page as it stands."""
        self.call("Emulation.setScriptExecutionDisabled", value=False)
        self.evaluate(axe + "\n;0")
        return self.evaluate(
            "axe.run(document, {resultTypes: ['violations', 'incomplete'], preload: false})"
            ".then(result => result.violations.flatMap(rule => rule.nodes.map("
            "node => rule.id + ': ' + rule.help + ': ' + node.html.slice(0, 200) + ' ' + node.failureSummary)))")

    def close(self):
        self.browser.call("Target.disposeBrowserContext", browserContextId=self.context)


def save(path, data):
    with open(path, "wb") as file:
        file.write(base64.b64decode(data))


def main():
    order = json.load(sys.stdin)
    axe = None
    browser = Browser(order["chromium"])
    results = []
    for view in order["views"]:
        page = Page(browser, view)
        page.open()
        result = page.seen()
        if view.get("axe"):
            if axe is None:
                with open(order["axe"], encoding="utf-8") as file:
                    axe = file.read()
            result["violations"] = page.audit(axe)
        results.append(result)
        page.close()
    browser.close()
    json.dump(results, sys.stdout)


main()
