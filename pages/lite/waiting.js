/* Says in one line what a lesson waits for, until Python answers. */
const line = document.createElement("p");
line.setAttribute("role", "status");
line.style.cssText =
  "position:fixed;z-index:1001;bottom:24px;left:50%;translate:-50%;box-sizing:border-box;width:max-content;max-width:calc(100vw - 32px);margin:0;padding:10px 18px;" +
  "border-radius:8px;background:#17614d;color:#fff;font:15px/1.4 system-ui,sans-serif;box-shadow:0 2px 8px rgb(0 0 0 / .3);pointer-events:none";
document.body.append(line);

const known = await globalThis.caches?.has("precache"); // what an earlier visit left here
const download = known ? "Most of it is in this browser." : "The first time this takes about half a minute.";
const say = (text) => {
  if (line.textContent !== text) line.textContent = text;
  line.hidden = !text;
};

/** What is waited for now; null when all is there. */
function waiting() {
  const app = window.jupyterapp;
  if (!app) return `The page is loading. ${download}`;
  const context = app.shell.currentWidget?.sessionContext;
  if (!context) return location.search.includes("path=") ? "The lesson is opening." : "";
  const status = context.session?.kernel?.status;
  if (!status) return `Python is being loaded. ${download}`;
  if (status === "unknown" || status === "starting") return "Python is starting. You can read already; cells that you run wait for it.";
  if (status === "dead") return "Python has ended. Load this page again.";
  return null;
}

const watch = setInterval(() => {
  const text = waiting();
  say(text ?? "");
  if (text === null) clearInterval(watch);
}, 200);
