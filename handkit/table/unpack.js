/* A widget as it travels: its script and style zipped, and what unpacks them. So it is less than half as long. */

const unzip = (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};

export default async () => {
  const [script, css] = await Promise.all(["@@esm@@", "@@css@@"].map(unzip));
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  URL.revokeObjectURL(url);
  return {
    render(context) {
      const style = document.createElement("style");
      style.textContent = css;
      context.el.append(style);
      return widget.render(context);
    },
  };
};
