/* A widget as it travels: its script and style zipped, and what unpacks them. So it is less than half as long.

   anywidget gives a model two seconds to be ready, and one that is late never hears of the kernel again. So
   nothing is unpacked before a widget is drawn, and all widgets of a kind on a page share what was unpacked: then a
   whole notebook of them can be run on a slow machine. */

const KEY = "@@key@@";
const LOOK = "@@look@@"; // of the style that all widgets share
const unpacked = (globalThis[Symbol.for("handkit")] ??= new Map()); // by their key, of all widgets of the page

const unzip = (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};

const unpack = async () => {
  const [script, css] = await Promise.all(["@@esm@@", "@@css@@"].map(unzip));
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  URL.revokeObjectURL(url);
  return { widget, css };
};

/** What all widgets share stands once and before the style of each, in whatever order they come: or the reset in it
    would take from the others what they have set. */
function dress(place, css) {
  const [shared, own] = css.split("\f");
  const first = place.querySelector("style[data-handkit]");
  add(place, LOOK, shared, first);
  add(place, KEY, own, null);
}

function add(place, key, css, before) {
  if (place.querySelector(`style[data-handkit="${key}"]`)) return;
  const style = document.createElement("style");
  style.dataset.handkit = key;
  style.textContent = css;
  place.insertBefore(style, before);
}

export default {
  async render(context) {
    if (!unpacked.has(KEY)) unpacked.set(KEY, unpack());
    const { widget, css } = await unpacked.get(KEY).catch((error) => {
      unpacked.delete(KEY);
      throw error;
    });
    const root = context.el.getRootNode();
    dress(root instanceof ShadowRoot ? root : document.head, css);
    return widget.render(context);
  },
};
