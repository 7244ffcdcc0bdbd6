/* A widget as it travels: its script and style zipped, and what unpacks them. So it is less than half as long. */

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

/* Unpacked only when it is drawn: anywidget gives a model two seconds to be ready, and one that is late never
   hears of the kernel again. Where a slow machine runs a whole notebook, each part of a second counts. */
export default {
  async render(context) {
    const { widget, css } = await unpack();
    const style = document.createElement("style");
    style.textContent = css;
    context.el.append(style);
    return widget.render(context);
  },
};
