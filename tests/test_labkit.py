"""The helpers for browser tests: what they decode, and that they drive a real JupyterLab."""

from __future__ import annotations

import contextlib
import json
import struct

import pytest
from playwright.sync_api import Browser

from labkit import Server, Traffic, decode, open_notebook, wait_for_notebook, write_notebook

HEADER = {"msg_type": "comm_msg", "msg_id": "b"}
PARENT = {"msg_id": "a"}
CONTENT = {"comm_id": "c", "data": {"card": "10♥"}}


def check(frame: str | bytes) -> None:
    message = decode(frame, "in")
    assert (message.type, message.channel, message.parent) == ("comm_msg", "iopub", "a")
    assert message.content == CONTENT
    assert message.size == len(frame.encode() if isinstance(frame, str) else frame)


def whole() -> str:
    return json.dumps({"header": HEADER, "parent_header": PARENT, "content": CONTENT, "channel": "iopub"})


def test_json_frame() -> None:
    check(whole())


def test_json_frame_with_buffers() -> None:
    body = whole().encode()
    check(struct.pack(">3I", 2, 12, 12 + len(body)) + body + b"\x00\x01")


def test_binary_frame() -> None:
    parts = [b"iopub", *(json.dumps(part).encode() for part in (HEADER, PARENT, {}, CONTENT)), b"\x00\x01"]
    start = 8 * (len(parts) + 2)
    offsets = [start + sum(map(len, parts[:n])) for n in range(len(parts) + 1)]
    check(struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + b"".join(parts))


WIDGET = """
import anywidget, traitlets
class Counter(anywidget.AnyWidget):
    _esm = '''
    export default { render({ model, el }) {
      const button = document.createElement("button");
      const show = () => { button.textContent = "count " + model.get("count"); };
      button.onclick = () => model.send({ type: "click" });
      model.on("change:count", show); show(); el.append(button);
    } };
    '''
    count = traitlets.Int(0).tag(sync=True)
counter = Counter()
counter.on_msg(lambda widget, content, buffers: widget.set_trait("count", widget.count + 1))
counter
"""


@pytest.mark.browser
def test_a_widget_in_jupyterlab(server: Server, browser: Browser) -> None:
    write_notebook(server.root, "counter.ipynb", [WIDGET, "print(counter.count)", "1 / 0"])
    with contextlib.closing(browser.new_page()) as page:
        traffic = Traffic(page)
        notebook = open_notebook(page, server, "counter.ipynb")
        mark = traffic.mark()
        button = notebook.run(0).get_by_role("button", name="count 0")
        button.wait_for()
        traffic.wait_quiet()
        assert notebook.error(0) is None
        opened = traffic.summary(since=mark)
        assert 2 <= opened.comms_opened <= 3  # the widget and its layout
        assert 0 < opened.comm_bytes_in < opened.bytes_in

        mark = traffic.mark()
        button.click()
        notebook.output(0).get_by_role("button", name="count 1").wait_for()
        traffic.wait_quiet()
        clicked = traffic.summary(since=mark)
        assert (clicked.comms_opened, clicked.comm_messages_out) == (0, 1)
        assert clicked.comm_messages_in >= 1

        notebook.run(1)
        assert notebook.output(1).inner_text().strip() == "1"
        notebook.run(2)
        assert "ZeroDivisionError" in (notebook.error(2) or "")
        assert b'"count": 1' in traffic.kernel_bytes() or b'"count":1' in traffic.kernel_bytes()

        page.keyboard.press("Control+s")
        page.wait_for_function("!window.jupyterapp.shell.currentWidget.context.model.dirty")
        page.reload()
        notebook = wait_for_notebook(page)  # the kernel lives on
        notebook.run(1)
        assert notebook.output(1).inner_text().strip() == "1"
