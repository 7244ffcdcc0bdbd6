/* What a table and its inspector draw alike: elements, cards, sentences, rules. Both scripts begin with
   this one. It knows no game and no rule: all of that comes from the kernel. */

const CROWN = "M3 7.5l4.8 4L12 4.5l4.2 7 4.8-4L19.2 19H4.8z";
const ARROW = "M1 12h22m-4.5-4.5L23 12l-4.5 4.5";
const SOURCES = { given: "given rule", ruling: "ruling", both: "given, with a ruling" };

const KEYS = Symbol.for("handkit keys"); // what is asked about the keys typed in an element
const ASKS = Symbol.for("handkit asks"); // what a question beside a table asks to be answered on it
const SIGNS = { right: "✓", wrong: "✕", missed: "○" }; // what became of an answer

/** An element: `h("p.note.is-new", {title: "…"}, "text", child)`. Classes get the prefix `hk-`, but states
    (`is-…`) do not. Text only ever goes in as text. */
function h(spec, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.map((name) => name.replace(/^(?!is-)/, "hk-")).join(" ");
  if (tag === "button") node.type = "button";
  if (children[0]?.constructor === Object) {
    for (const [name, value] of Object.entries(children.shift())) {
      if (typeof value === "function") node[name] = value;
      else if (value || value === 0 || value === "") node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.flat(9).filter((child) => child || child === 0));
  return node;
}

/** Another widget of the notebook (`anywidget:…`), drawn at the end of an element until it is removed. */
async function embed(host, widget, parent) {
  const el = h("div");
  const gone = new AbortController();
  await (await host.getWidget(widget)).render({ el, signal: gone.signal });
  parent.append(el);
  return { el, remove() { gone.abort(); el.remove(); } };
}

function icon(name, path) {
  const [node, line] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  for (const [key, value] of [["class", `hk-${name}`], ["viewBox", "0 0 24 24"], ["aria-hidden", "true"]]) node.setAttribute(key, value);
  line.setAttribute("d", path);
  node.append(line);
  return node;
}

/** The beginning of ids that no other table of the page has. */
const unique = () => `hk-${Math.random().toString(36).slice(2)}`;

/** A text by its pattern: "take {cards}" with ["3D", "4C"] is "take 3D 4C", and "take {cards:+}" is "take 3D+4C". */
const written = (pattern, cards) => pattern.replace(/{cards:?(.*?)}/, (_, between) => cards.join(between || " ")).trim();

const MUTE = { "aria-hidden": "true" };
const is = (state, on) => (on ? `.is-${state}` : "");
const plural = (count) => (count === 1 ? "1 card" : `${count || "no"} cards`);
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const group = (spec, label, ...children) => h(spec, { role: "group", "aria-label": label }, ...children);
const image = (spec, label, more, ...children) => h(spec, { role: "img", "aria-label": label, ...more }, ...children);
const unseen = (...text) => h("span.sr", text);
const role = (text) => text && h("span.role", text);
const crown = (on) => on && icon("crown", CROWN);
const token = (seat, name) => h("span.token", { ...MUTE, style: `--h:${(seat * 67 + 165) % 360}` }, ([...name.trim()][0] ?? "?").toUpperCase());
const named = (name) => h("span.name", { title: name }, name);
const who = (seat) => h("span.who", token(seat.seat, seat.name), named(seat.name), crown(seat.crown));
const badges = (list) => h("span.badges", list.map(({ text, kind }) => h(`span.badge.is-${kind}`, text)));
const button = (label, onclick, kind = "", more = {}) => h(`button.btn${kind}`, { onclick, ...more }, label);
const select = (labels, at, more) => h("select", { "data-drawn": `${at}`, ...more }, labels.map((label, i) => h("option", { value: i, selected: i === at }, `${label}`)));

/** A button that copies a text. Where a page may not, what stands before the button is marked, to be copied by hand. */
const copier = (label, text) => button(label, ({ target }) => {
  target.previousSibling?.select?.();
  navigator.clipboard?.writeText(text).then(() => { target.textContent = "Copied"; }, () => {});
}, ".is-small");

/** A fault of the program, with a report to copy. */
const drawReport = ({ text, report }) => h("div.refusal", { "data-key": "error" }, h("div", h("b", text),
  h("textarea", { readonly: true, rows: 5, "aria-label": "Report" }, report), copier("Copy the report", report)));

/** Draw a place anew. What is there already, by its `data-key` or else its kind, stays and only changes, so that
    nothing slips from under a finger, closes or loses the focus. What people change themselves, the value of a
    field and whether details are open, changes only when it is drawn otherwise than before (`data-drawn`). */
function renew(place, ...children) {
  const alike = (one, other) => one.nodeName === other.nodeName && one.dataset?.key === other.dataset?.key;
  let old = place.firstChild;
  for (const node of [...h("div", children).childNodes]) {
    let found = old;
    while (found && !alike(found, node)) found = found.nextSibling;
    while (found && old !== found) old = dropped(old);
    if (found) alter(found, node);
    else place.insertBefore(node, old);
    old = found ? found.nextSibling : old;
  }
  while (old) old = dropped(old);
}

function dropped(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function alter(old, node) {
  if (!old.dataset) {
    old.data = node.data;
    return;
  }
  const afresh = old.dataset.drawn !== node.dataset.drawn;
  for (const name of ["onclick", "onchange", "oninput", "onfocus"]) old[name] = node[name];
  const own = ({ name }) => name !== "open";
  for (const { name } of [...old.attributes].filter(own)) if (!node.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...node.attributes].filter(own)) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const { open, value } = node; // of a list with its choices, which move out of it now
  renew(old, ...node.childNodes);
  if (afresh) for (const [name, drawn] of Object.entries({ open, value })) if (name in old) old[name] = drawn;
}

/** How cards, sentences and rules are drawn for a game: its suits and ranks stand in the setup, its rules in a
    map from ids. Both are asked for each time, as a new game may be set up. */
function pens(setup, rules) {
  function split(card) {
    const suit = setup().suits[card.slice(-1)];
    const { name, path = "", hue, four } = suit ?? {};
    return { rank: suit ? card.slice(0, -1) : card, name, path, colour: { "data-hue": hue, "data-four": four } };
  }

  function cardName(card) {
    const { rank, name } = split(card);
    return (setup().ranks[rank] ?? rank) + (name ? ` of ${name}` : "");
  }

  /** The rank is drawn by CSS, so that only the name of the card is read aloud. */
  function drawCard(card, kind = "", more = { role: "img", "aria-label": cardName(card) }) {
    const { rank, path, colour } = split(card);
    return h(`span.card${kind}`, { "data-face": card, ...colour, "data-court": setup().courts.includes(rank), ...more },
      h("span.idx", { "data-rank": rank }, icon("pip", path)), icon("big", path));
  }

  const drawCards = (cards, spec = "span.cards.lap", kind) => h(spec, cards.map((card) => drawCard(card, kind)));

  /** A sentence: {7S} becomes a small card, the number of a rule its chip. */
  function say(text) {
    return text.split(/(\{[^{}]+\}|\b[A-Z]+\d+\.\d+\b)/).map((part, i) => {
      if (i % 2 === 0) return part;
      if (part[0] !== "{") return rules().has(part) ? chip(part) : part;
      const { rank, name, path, colour } = split(part.slice(1, -1));
      return h("span.c", colour, rank, name && [icon("pip", path), unseen(` of ${name}`)]);
    });
  }

  function chip(rule) {
    const { source, title } = rules().get(rule) ?? {};
    return rule && h(`button.chip.is-${source}`, { "data-rule": rule, title: title && `${title} (${SOURCES[source]})` }, rule);
  }

  const reason = (spec, { rule, wrong, right }) => h(spec, chip(rule), h("div", say(wrong), " ", h("small", say(right))));

  /** A text of an author's may have words in `code` and words that *matter*. */
  const rich = (text) => text.split(/(`[^`]+`|\*[^*]+\*)/).map((part, i) =>
    (i % 2 === 0 ? say(part) : h(part[0] === "`" ? "code" : "em", part.slice(1, -1))));

  function ruleText({ id, title, source, parts, option }) {
    return h("article", h("header", h(`span.chip.is-${source}`, id), h("h4", title), role(SOURCES[source])),
      parts.map(([kind, text]) => h(`p.is-${kind}`, h("b", kind), " ", rich(text))),
      option && h("p.role", "Option: ", h("code", option)));
  }

  return { split, cardName, drawCard, drawCards, say, rich, chip, reason, ruleText };
}

/** Go to a widget that is drawn inside another one, once it is there. */
function visit(place) {
  const go = () => {
    const group = place.querySelector("[role=group]");
    group?.focus({ preventScroll: true });
    group?.scrollIntoView({ block: "nearest" });
    return group;
  };
  if (go()) return;
  const watch = new MutationObserver(() => go() && watch.disconnect());
  watch.observe(place, { childList: true, subtree: true });
}

const shut = ({ target }) => target.closest("dialog").close();

/** A window over `parent`: the browser keeps the focus in it; `after` is called when it has closed. */
function openDialog(parent, title, after, ...body) {
  const box = h("dialog", { "aria-label": title, onclick: ({ target }) => { if (target === box) box.close(); } },
    h("div", h("div.head", h("h4", title), button("Close", shut, ".is-small")), body));
  box.onclose = () => {
    box.remove();
    after();
  };
  parent.append(box);
  box.showModal();
}

/** A notebook has keys of its own (a, b, x…): those typed in `root` must not reach it. Tab and Escape may.
    `onKey` says whether a key was meant for it. */
function keepKeys(root, onKey) {
  root[KEYS] = onKey;
  if (globalThis[KEYS]) return; // another widget of the page has begun to listen, for all
  globalThis[KEYS] = true;
  addEventListener("keydown", (event) => {
    const path = event.composedPath();
    const keeper = path.find((each) => each[KEYS] && each !== globalThis);
    if (!keeper || event.ctrlKey || event.metaKey || event.altKey) return;
    const done = keeper[KEYS]({ key: event.key, target: path[0] });
    if (done) event.preventDefault();
    if (done || !["Tab", "Escape"].includes(event.key)) event.stopImmediatePropagation();
  }, true); // first of all, as some notebooks listen at the document on the way down
}

/** A host that does not say whether it is dark, as JupyterLab does, is dark where its letters are light. */
function followHost(root) {
  const look = () => {
    if (!root.isConnected || root.closest("[data-jp-theme-light]")) return;
    const { color } = getComputedStyle(root);
    const [one, two = one, three = one] = color.match(/[\d.]+/g).map(Number);
    const light = color.startsWith("rgb") ? (0.3 * one + 0.6 * two + 0.1 * three) / 255 : color.startsWith("color(") ? two : one;
    root.style.colorScheme = light > 0.6 ? "dark" : "";
  };
  new ResizeObserver(look).observe(root); // once it is laid out, which may be later
  const themes = new MutationObserver(() => (root.isConnected ? look() : themes.disconnect()));
  for (const place of [document.documentElement, document.body]) themes.observe(place, { attributeFilter: ["class", "style", "data-theme"] });
}
