/* A card table in the browser: draws the scene and sends messages back (see scene.py).
   It knows no game and no rule: what may be chosen, and why not, comes with the scene. */

const SHAPES = {
  S: "M12 1.5C15 6 21 9.6 21 14.3c0 2.6-2 4.4-4.3 4.4-1.5 0-2.8-.7-3.6-1.9.2 2.2 1 3.9 2.9 5.7H8c1.9-1.8 2.7-3.5 2.9-5.7-.8 1.2-2.1 1.9-3.6 1.9C5 18.7 3 16.9 3 14.3 3 9.6 9 6 12 1.5z",
  H: "M12 21.8C5.2 16.4 1.8 12.6 1.8 8.5 1.8 5.2 4.2 2.8 7.1 2.8c2 0 3.8 1.2 4.9 3.2 1.1-2 2.9-3.2 4.9-3.2 2.9 0 5.3 2.4 5.3 5.7 0 4.1-3.4 7.9-10.2 13.3z",
  D: "M12 1.2c2.2 4 5 7.4 8.6 10.8-3.6 3.4-6.4 6.8-8.6 10.8-2.2-4-5-7.4-8.6-10.8C7 8.6 9.8 5.2 12 1.2z",
  C: "M12 1.7a4.7 4.7 0 0 1 3.9 7.3 4.75 4.75 0 1 1-2.9 8c.2 2.2 1.1 3.9 3 5.6H8c1.9-1.7 2.8-3.4 3-5.6a4.75 4.75 0 1 1-2.9-8A4.7 4.7 0 0 1 12 1.7z",
  o: "M9 6V4.8C9 3.8 9.8 3 10.8 3h2.4C14.2 3 15 3.8 15 4.8V6h4.5C20.9 6 22 7.1 22 8.5v3.3l-8 1.9v-1.2h-4v1.2l-8-1.9V8.5C2 7.1 3.1 6 4.5 6zm1.7 0h2.6V4.7h-2.6zM2 13.7l8 1.9v1.2h4v-1.2l8-1.9v4.8c0 1.4-1.1 2.5-2.5 2.5h-15C3.1 21 2 19.9 2 18.5z",
  s: "M12 2.5c5.7 0 10.3 3.7 10.3 8.4S17.7 19.3 12 19.3c-.9 0-1.8-.1-2.6-.3L4 22.2l1.1-5C3 15.7 1.7 13.4 1.7 10.9 1.7 6.2 6.3 2.5 12 2.5zM7.3 9.4a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm4.7 0a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm4.7 0a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z",
  f: "M8.3 2.2a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM17.7 8.7a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8.3 11.4c3.8 0 6.3 2.6 6.3 6.6V22H2v-4c0-4 2.5-6.6 6.3-6.6zM17.7 15.7c2.7 0 4.3 1.7 4.3 4.3v2h-5.9v-4c0-.8-.1-1.5-.2-2.1.6-.1 1.2-.2 1.8-.2z",
  h: "M8 4.2 21 1.5v14.8c0 2.1-1.7 3.6-3.8 3.6s-3.7-1.3-3.7-3.2 1.7-3.4 3.9-3.4c.4 0 .8.1 1.1.2V7.8l-8 1.7v9.3c0 2.1-1.7 3.7-3.8 3.7S3 21.2 3 19.3s1.7-3.4 3.9-3.4c.4 0 .8.1 1.1.2z",
};
const CROWN = "M3 7.5l4.8 4L12 4.5l4.2 7 4.8-4-1.8 11.5H4.8z";
const ARROW = "M1 6h22M18.5 1.5 23 6l-4.5 4.5";
const SOURCES = { given: "given rule", ruling: "ruling", both: "given, with a ruling" };
const PATIENCE = 4000; // milliseconds until the table says that the kernel is silent
const FOLD = 10; // lines of a log that is folded
const SILENT = {
  rule: "",
  wrong: "The kernel does not answer.",
  right: "It may be busy with another cell. If not: run the cell again, or restart the kernel.",
};
let tables = 0; // makes ids unique over all tables of a page

/** An element: `h("p.a.b", {title: "…", onclick}, "text", child)`. Text only ever goes in as text. */
function h(spec, attributes, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag);
  node.className = classes.join(" ");
  if (tag === "button") node.type = "button";
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value == null || value === false) continue;
    if (typeof value === "function") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child != null && child !== false && child !== ""));
  return node;
}

function icon(name, path, box = "0 0 24 24") {
  const node = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  node.setAttribute("class", name);
  node.setAttribute("viewBox", box);
  node.setAttribute("aria-hidden", "true");
  node.append(document.createElementNS(node.namespaceURI, "path"));
  node.firstChild.setAttribute("d", path);
  return node;
}

const arrow = (name) => icon(name, ARROW, "0 0 24 12");
const crown = (shown) => shown && icon("hk-crown", CROWN);
const unseen = (text) => h("span.hk-sr", null, text);
const plural = (count) => (count === 1 ? "1 card" : `${count || "no"} cards`);
const names = (...list) => list.filter(Boolean).join(".");

function token(seat, name) {
  const letter = [...name.trim()][0] ?? "?";
  return h(`span.hk-token.hk-t${seat % 6}`, { "aria-hidden": "true" }, letter.toUpperCase());
}

function who({ seat, name, crown: crowned }) {
  return h("span.hk-who", null, token(seat, name), h("span.hk-name", { title: name }, name), crown(crowned));
}

const badges = (list) =>
  h("span.hk-badges", null, list.map((badge) => h(`span.hk-badge.is-${badge.kind}`, null, badge.text)));

function fan(count) {
  const shown = Math.min(count, 18);
  const style = `--n:${shown};--a:${Math.min(8, 62 / shown)}deg`;
  const backs = Array.from({ length: shown }, (_, i) => h("i", { style: `--i:${i}` }));
  return h("span.hk-fan", { role: "img", "aria-label": plural(count), style }, backs,
    count > 0 && h("b", { "aria-hidden": "true" }, String(count)));
}

class Table {
  constructor(model, el) {
    this.model = model;
    this.id = `hk-${++tables}`;
    this.chosen = new Set(); // cards, by their text
    this.at = ""; // the card that Tab reaches
    this.look = ""; // the card under the pointer or the focus
    this.want = ""; // where the person put the focus last: it returns there when it can
    this.refusal = null; // said by the table itself, without asking the kernel
    this.quiet = false; // the scene's own refusal has been read: the choice changed since
    this.waiting = false; // a message was sent and no scene has come since
    this.panelName = ""; // opened by the person: "rules", "game", "settings", "keys"
    this.build();
    el.append(this.root);
    this.onScene = () => this.update();
    this.onSetup = () => this.restart();
    model.on("change:scene", this.onScene);
    model.on("change:setup", this.onSetup);
    this.restart();
  }

  close() {
    clearTimeout(this.timer);
    this.model.off("change:scene", this.onScene);
    this.model.off("change:setup", this.onSetup);
    this.root.remove();
  }

  /** The parts that stay. Live regions must stay in place, or nothing is read aloud. */
  build() {
    this.bar = h("header.hk-bar");
    this.seats = h("ul.hk-seats", { "aria-label": "Other players" });
    this.zones = h("div.hk-zones");
    this.hand = h("div.hk-hand", { role: "listbox", "aria-multiselectable": "true" });
    this.you = h("div.hk-you");
    this.alert = h("div", { role: "alert" });
    this.prompt = h("div.hk-prompt", { role: "status" });
    this.hint = h("div", { role: "status" });
    this.note = h("div.hk-note", { id: `${this.id}-note` });
    this.why = h("span.hk-sr", { id: `${this.id}-why` });
    this.busy = h("div.hk-busy");
    this.actions = h("div.hk-actions");
    this.side = h("div.hk-side");
    this.panel = h("div.hk-panel", { role: "dialog", hidden: true, tabindex: "-1" });
    this.pop = h("div.hk-pop", { role: "dialog", hidden: true });
    const say = h("div.hk-say", null, this.alert, this.prompt, this.note, this.hint, this.busy);
    this.main = h("div.hk-main", null,
      h("div.hk-left", null,
        h("div.hk-felt", null, this.seats, this.zones, h("div.hk-near", null, this.hand, this.you)),
        h("div.hk-foot", null, say, this.actions, this.why)),
      this.side);
    this.frame = h("div.hk-frame", { role: "group", tabindex: "-1" }, this.bar, this.main, this.panel, this.pop);
    this.root = h("div.hk", null, this.frame);
    this.listen();
  }

  listen() {
    const cardAt = (event) => event.target.closest("[data-card]")?.dataset.card ?? "";
    const lookAt = (card) => { this.look = card; this.drawNote(); };
    this.hand.onclick = (event) => cardAt(event) && this.toggle(cardAt(event));
    this.hand.ondblclick = (event) => cardAt(event) && this.playAlone(cardAt(event));
    this.hand.onpointerover = (event) => lookAt(cardAt(event));
    this.hand.onpointerleave = () => lookAt("");
    this.hand.addEventListener("focusin", (event) => { this.reach(cardAt(event)); lookAt(this.at); });
    this.hand.addEventListener("focusout", () => lookAt(""));
    this.main.addEventListener("focusin", (event) => { this.want = event.target.dataset.key ?? this.want; });
    this.frame.addEventListener("pointerdown", (event) => {
      if (!this.pop.hidden && !this.pop.contains(event.target)) this.closePop(false);
    });
    // A notebook has keys of its own (a, b, x…): those typed here must not reach it. Tab and Escape may.
    this.frame.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const done = this.key(event);
      if (done) event.preventDefault();
      if (done || !["Tab", "Escape"].includes(event.key)) event.stopPropagation();
    });
  }

  // ── what comes from the kernel ──

  restart() {
    this.setup = this.model.get("setup") ?? {};
    if (!this.setup.rules) return;
    this.rules = new Map(this.setup.rules.map((rule) => [rule.id, rule]));
    this.frame.setAttribute("aria-label", `${this.setup.title} table`);
    this.drawBar();
    this.dress(this.setup.four_colours, this.setup.size);
    this.update();
  }

  update() {
    const before = this.scene;
    const scene = this.model.get("scene");
    if (!scene?.prompt || !this.setup.rules) return;
    this.scene = scene;
    this.answered();
    this.refusal = null;
    this.quiet = false;
    const held = new Set(scene.hand.map(({ card }) => card));
    const kept = scene.tried.length ? scene.tried : [...this.chosen];
    this.chosen = new Set(scene.pick ? kept.filter((card) => held.has(card)) : []);
    this.news = this.since(before?.log ?? scene.log);
    this.keepFocus(() => this.draw());
  }

  /** The lines of the log that were not there before: read aloud with the prompt. */
  since(old) {
    const { log } = this.scene;
    const same = old.every((line, i) => line.text === log[i]?.text && line.who === log[i]?.who);
    return same ? log.slice(old.length) : [];
  }

  dress(fourColours, size) {
    this.four = fourColours;
    this.size = size;
    this.root.classList.toggle("hk-four", fourColours);
    this.root.classList.toggle("is-projector", size === "projector");
  }

  // ── what goes to the kernel ──

  /** Send once: until the kernel answers nothing else is sent, so a double click plays one card. */
  send(message) {
    if (this.waiting) return;
    this.waiting = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.silence(), PATIENCE);
    try {
      this.model.send({ ...message, rev: this.scene.rev });
    } catch {
      this.silence();
    }
  }

  /** A setting is no move: it may go at any time, and nobody waits for an answer. */
  set(change) {
    this.model.send({ type: "set", ...change, rev: this.scene.rev });
  }

  silence() {
    this.waiting = false; // the person may try again
    this.refusal = SILENT;
    this.drawFoot();
  }

  answered() {
    this.waiting = false;
    clearTimeout(this.timer);
  }

  // ── choosing ──

  /** Why the chosen cards cannot be played, or null when they can. */
  judge(cards = this.inOrder()) {
    const { pick } = this.scene;
    if (!cards.length) return pick.reasons[pick.empty];
    const verdict = pick.sets[cards.join(" ")] ?? (cards.length === pick.size ? -1 : pick.otherwise);
    return verdict < 0 ? null : pick.reasons[verdict];
  }

  inOrder() {
    return this.scene.hand.map(({ card }) => card).filter((card) => this.chosen.has(card));
  }

  toggle(card) {
    if (!this.scene.pick) return;
    if (!this.chosen.delete(card)) this.chosen.add(card);
    this.changed();
  }

  choose(cards) {
    this.chosen = new Set(cards);
    this.changed();
  }

  changed() {
    this.refusal = null;
    this.quiet = true;
    this.keepFocus(() => { this.markHand(); this.drawFoot(); });
  }

  /** A double click has toggled twice: the card is as before. Play it when it is a move alone. */
  playAlone(card) {
    const action = this.scene.actions.find((each) => each.pick);
    if (!action || [...this.chosen].some((other) => other !== card) || this.judge([card])) return;
    this.choose([card]);
    this.act(action);
  }

  /** Why an action cannot be done now, or null. */
  hindrance(action) {
    if (!action.ok && action.why) return action.why;
    return action.pick && this.scene.pick ? this.judge() : null;
  }

  act(action) {
    const why = this.hindrance(action);
    if (why) {
      this.refusal = why;
      this.alert.said = ""; // a second press speaks again
      this.drawFoot();
    } else if (action.pick && this.scene.pick) {
      this.send({ type: "move", move: this.scene.pick.send.replace("{cards}", this.inOrder().join(" ")) });
    } else if (action.send) {
      this.send(action.send);
    }
  }

  // ── keys ──

  /** True when the key was meant for the table. */
  key(event) {
    const { key, target } = event;
    if (key === "Escape") return this.escape();
    if (key === "Tab" || target.matches("input, select, textarea")) return false;
    if (!this.pop.hidden || !this.panel.hidden) return false;
    const slot = target.closest("[data-card]");
    if (slot && this.walk(slot, key)) return true;
    if (slot && key === " ") return this.toggle(slot.dataset.card), true;
    if (key === "Enter") return !target.closest("button, summary") && this.press((each) => each.kind === "main");
    if (key === "?") return this.open("keys"), true;
    const letter = key.toLowerCase();
    return this.press((each) => each.key === letter) || (letter === "r" && (this.open("rules"), true));
  }

  press(test) {
    const action = this.scene.actions.find(test);
    if (action) this.act(action);
    return Boolean(action);
  }

  walk(slot, key) {
    const slots = [...this.hand.children];
    const here = slots.indexOf(slot);
    const last = slots.length - 1;
    const to = { ArrowLeft: here - 1, ArrowUp: here - 1, ArrowRight: here + 1, ArrowDown: here + 1, Home: 0, End: last };
    if (!(key in to)) return false;
    slots[Math.max(0, Math.min(last, to[key]))].focus();
    return true;
  }

  escape() {
    if (!this.pop.hidden) return this.closePop(), true;
    if (this.panelName) return this.open(""), true;
    if (!this.chosen.size && !this.refusal) return false;
    return this.choose([]), true;
  }

  // ── focus ──

  get focused() {
    return this.root.getRootNode().activeElement;
  }

  find(key) {
    return key && [...this.main.querySelectorAll("[data-key]")].find((node) => node.dataset.key === key);
  }

  /** Redraw, then put the focus back where it was, or close to it. */
  keepFocus(change) {
    const inside = this.main.contains(this.focused) || this.focused === this.frame;
    const place = [...this.hand.children].indexOf(this.focused);
    change();
    if (!inside || this.main.hidden) return;
    const target = this.find(this.want);
    if (target) return target !== this.focused && target.focus({ preventScroll: true });
    if (this.main.contains(this.focused)) return;
    const wanted = this.want;
    (this.hand.children[Math.min(place, this.hand.children.length - 1)] ?? this.frame).focus({ preventScroll: true });
    if (place < 0) this.want = wanted; // a button that went away may come back
  }

  /** The one card that Tab reaches. */
  reach(card) {
    if (card) this.at = card;
    for (const slot of this.hand.children) slot.tabIndex = slot.dataset.card === this.at ? 0 : -1;
  }

  // ── cards and words ──

  split(card) {
    const suit = this.setup.suits[card.at(-1)];
    return suit ? { rank: card.slice(0, -1), ...suit } : { rank: card, name: "", shape: "" };
  }

  cardName(card) {
    const { rank, name } = this.split(card);
    return [this.setup.ranks[rank] ?? rank, name].filter(Boolean).join(" of ");
  }

  card(card, kind = "", named = true) {
    const { rank, shape } = this.split(card);
    const path = SHAPES[shape] ?? "";
    // The rank is drawn by CSS, so that only the name of the card is read aloud.
    return h(names("span.hk-card", kind), {
      "data-suit": shape,
      "data-court": this.setup.courts.includes(rank),
      ...(named ? { role: "img", "aria-label": this.cardName(card) } : { "aria-hidden": "true" }),
    }, h("span.hk-idx", { "data-rank": rank }, icon("hk-pip", path)), icon("hk-big", path));
  }

  cards(list, kind, wrap = "span.hk-cards.hk-lap") {
    return h(wrap, null, list.map((card) => this.card(card, kind)));
  }

  /** A card inside a sentence. */
  word(card) {
    const { rank, name, shape } = this.split(card);
    return h("span.hk-c", { "data-suit": shape }, rank,
      shape && icon("hk-pip", SHAPES[shape]), name && unseen(` of ${name}`));
  }

  /** A sentence: {7S} becomes a card, and the number of a rule its chip. */
  sentence(text) {
    const parts = [];
    let end = 0;
    for (const match of text.matchAll(/\{([^{}]+)\}|\b[A-Z]+\d+\.\d+\b/g)) {
      if (!match[1] && !this.rules.has(match[0])) continue;
      parts.push(text.slice(end, match.index), match[1] ? this.word(match[1]) : this.chip(match[0]));
      end = match.index + match[0].length;
    }
    return [...parts, text.slice(end)];
  }

  chip(id) {
    const rule = this.rules.get(id);
    if (!rule) return id && h("span.hk-chip", null, id);
    const title = `${rule.title} (${SOURCES[rule.source]})`;
    return h(`button.hk-chip.is-${rule.source}`, { title, onclick: (event) => this.openRule(rule, event.currentTarget) }, id);
  }

  button(label, onclick, kind = "", more = {}) {
    return h(names("button.hk-btn", kind), { onclick, ...more }, label);
  }

  // ── the table ──

  draw() {
    const { scene } = this;
    this.frame.classList.toggle("is-turned", scene.turned);
    this.meta.textContent = scene.meta;
    this.drawSeats();
    this.zones.replaceChildren(...scene.zones.map((zone) => ZONES[zone.kind]?.call(this, zone) ?? ""));
    this.drawHand();
    this.drawFoot();
    this.drawLog();
    this.drawPanel();
  }

  drawBar() {
    this.meta = h("span.hk-meta");
    const opener = (name, label) => this.button(label, () => this.open(this.panelName === name ? "" : name), "", { "data-key": name });
    this.bar.replaceChildren(h("h3", null, this.setup.title), this.meta,
      h("span.hk-push", null, opener("rules", "Rules"), opener("game", "New game"), opener("settings", "Settings")));
  }

  drawSeats() {
    const { seats } = this.scene;
    this.seats.className = names("hk-seats", seats.length > 3 && "is-many", seats.some((seat) => seat.cards) && "is-open")
      .replaceAll(".", " ");
    this.seats.replaceChildren(...seats.map((seat) =>
      h(names("li.hk-seat", seat.turn && "is-turn", seat.dim && "is-dim"), null,
        seat.cards ? this.cards(seat.cards, "hk-mini", "span.hk-run") : fan(seat.count),
        who(seat), seat.role && h("span.hk-role", null, seat.role), badges(seat.badges))));
  }

  drawHand() {
    const { hand, hint, you, pick } = this.scene;
    const hinted = new Set(hint?.cards);
    const middle = (hand.length - 1) / 2;
    const marked = hand.some(({ card, mark }) => mark || hinted.has(card));
    this.hand.hidden = !hand.length || Boolean(this.scene.curtain);
    this.hand.className = names("hk-hand", hand.length < 7 && "is-few", hand.length > 16 && "is-many", marked && "has-marks")
      .replaceAll(".", " ");
    this.hand.setAttribute("aria-label", `Your hand, ${plural(hand.length)}`);
    this.hand.setAttribute("aria-disabled", String(!pick));
    this.hand.replaceChildren(...(this.hand.hidden ? [] : hand).map(({ card, ok, mark }, i) => {
      const word = mark || (hinted.has(card) ? "hint" : "");
      const dim = pick && !ok;
      const label = [this.cardName(card), word, dim && "cannot be played now"].filter(Boolean).join(", ");
      return h(names("div.hk-slot", dim && "is-dim", word && "is-marked"), {
        role: "option", "aria-label": label, "aria-describedby": dim && this.note.id,
        "data-card": card, "data-key": `card ${card}`, style: `--d:${i - middle}`,
      }, this.card(card, "", false), word && h("span.hk-mark", { "aria-hidden": "true" }, word));
    }));
    if (!hand.some(({ card }) => card === this.at)) this.at = (hand.find(({ ok }) => ok) ?? hand[0])?.card ?? "";
    this.markHand();
    this.you.hidden = !you;
    if (you) {
      this.you.className = you.turn ? "hk-you is-turn" : "hk-you";
      this.you.replaceChildren(who(you), you.role && h("span.hk-role", null, you.role), badges(you.badges));
    }
  }

  markHand() {
    for (const slot of this.hand.children) slot.ariaSelected = String(this.chosen.has(slot.dataset.card));
    this.reach("");
  }

  drawLog() {
    const { log } = this.scene;
    const old = this.side.firstChild;
    const atEnd = !old || old.scrollHeight - old.scrollTop - old.clientHeight < 40;
    const top = old?.scrollTop ?? 0;
    const title = h("h4", { id: `${this.id}-log` }, "So far");
    const list = h("ol.hk-log", null, log.map((line) =>
      h(`li.is-${line.kind}`, null, h("span.hk-name", { title: line.who }, line.who), h("span", null, this.sentence(line.text)), this.chip(line.rule))));
    const fold = log.length > FOLD && this.button(this.unfolded ? "Show the end only" : `Show all ${log.length} lines`, () => {
      this.unfolded = !this.unfolded;
      this.keepFocus(() => this.drawLog());
    }, "is-quiet.hk-fold", { "data-key": "fold" });
    this.side.hidden = !log.length;
    this.side.classList.toggle("is-folded", !this.unfolded);
    const box = h("div", { role: "group", tabindex: "0", "aria-labelledby": title.id, "data-key": "log" }, title, list, fold);
    this.side.replaceChildren(box);
    const settle = () => { box.scrollTop = atEnd ? box.scrollHeight : top; };
    settle();
    if (!old) requestAnimationFrame(settle); // at first the table is not yet on the page
  }

  // ── the foot: one place speaks ──

  drawFoot() {
    const { scene } = this;
    const refusal = this.refusal ?? (this.quiet ? null : scene.refusal);
    this.hand.classList.toggle("is-refused", Boolean(refusal) && refusal !== SILENT);
    this.refused = Boolean(refusal);
    this.speak(this.alert, refusal, () => refusal && this.reason("div.hk-refusal", refusal));
    this.prompt.hidden = this.refused;
    const heard = this.news.map((line) => [`${line.who} `, ...this.sentence(line.text), ". "]);
    this.speak(this.prompt, [scene.prompt, this.news], () => [heard.length > 0 && h("span.hk-sr", null, heard), h("p", null, this.sentence(scene.prompt.text))]);
    this.speak(this.hint, scene.hint, () => scene.hint && this.advice(scene.hint));
    this.busy.replaceChildren(...(scene.busy ? [h("i"), h("i"), h("i"), scene.busy] : []));
    this.drawActions();
    this.drawNote();
  }

  /** Change a live region only when it says something else, so that nothing is read twice. */
  speak(region, what, make) {
    const said = JSON.stringify(what);
    if (region.said === said) return;
    region.said = said;
    region.replaceChildren(...[make()].flat().filter(Boolean));
  }

  reason(spec, { rule, wrong, right }) {
    return h(spec, null, this.chip(rule), h("div", null, this.sentence(wrong), right && h("small", null, this.sentence(right))));
  }

  /** Under the prompt: why the card looked at, or the choice, cannot be played. Else the prompt's own small line. */
  drawNote() {
    const { hand, pick, prompt } = this.scene;
    const looked = pick && !this.chosen.has(this.look) && hand.some(({ card, ok }) => card === this.look && !ok);
    const reason = looked ? this.judge([this.look]) : pick && this.chosen.size ? this.judge() : null;
    this.note.hidden = this.refused;
    this.note.replaceChildren(reason ? this.reason("div.hk-because", reason) : h("span", null, this.sentence(prompt.small)));
  }

  advice(hint) {
    const rows = hint.considered.map(({ move, value, text }) =>
      h("li", null, h("b", null, this.sentence(move)), h("span.hk-num", null, value), h("span", null, this.sentence(text))));
    return h("div.hk-hint", null,
      h("p", null, h("b", null, "Hint "), this.sentence(hint.text), " ",
        hint.cards.length > 0 && this.scene.pick && this.button("Choose", () => this.choose(hint.cards), "is-small")),
      rows.length > 0 && h("details", null, h("summary", null, "What was weighed"), h("ol", null, rows)));
  }

  drawActions() {
    const chosen = this.inOrder();
    this.why.textContent = "";
    this.actions.replaceChildren(...this.scene.actions.map((action) => {
      const why = this.hindrance(action);
      if (why && action.kind === "main") this.why.replaceChildren(...this.sentence(`${why.wrong} ${why.right}`).map((part) => part.title ? part.textContent : part));
      const cards = action.pick && (chosen.length > 5 ? plural(chosen.length) : chosen.map((card) => [" ", this.word(card)]));
      return this.button([h("span", null, action.label, cards && cards.length ? [" ", cards] : "")], () => this.act(action), `is-${action.kind}`, {
        "data-key": `action ${action.id}`,
        "aria-disabled": why ? "true" : null,
        "aria-describedby": why && action.kind === "main" ? this.why.id : null,
        "aria-keyshortcuts": action.key === "enter" ? "Enter" : action.key || null,
      });
    }));
  }

  // ── panels: they take the place of the table for a while ──

  open(name) {
    this.panelName = name;
    this.drawPanel();
  }

  drawPanel() {
    const { curtain, error } = this.scene;
    const own = curtain ? "curtain" : error && this.read !== error.report ? "error" : "";
    const name = this.panelName || own;
    const shown = name && `${name} ${name === "curtain" ? curtain : name === "error" ? error.report : ""}`;
    if (shown === (this.shown ?? "")) return; // a form keeps what was typed
    const inside = this.frame.contains(this.focused);
    if (!this.main.hidden) this.panel.style.setProperty("--h", `${this.main.offsetHeight}px`);
    this.shown = shown;
    this.main.hidden = Boolean(name);
    this.panel.hidden = !name;
    this.bar.querySelectorAll("button").forEach((button) => { button.ariaExpanded = String(button.dataset.key === name); });
    if (name) {
      const [title, ...body] = PANELS[name].call(this);
      const close = name !== "curtain" && this.button("Close", () => (this.panelName ? this.open("") : this.forget(error)));
      this.panel.className = `hk-panel is-${name}`;
      this.panel.ariaLabel = title;
      this.panel.replaceChildren(h("div.hk-head", null, h("h4", null, title), close), ...body.filter(Boolean));
      this.panel.scrollTop = 0;
      if (inside) (this.panel.querySelector("[autofocus]") ?? this.panel).focus({ preventScroll: true });
    } else {
      this.panel.replaceChildren();
      if (inside) (this.find(this.want) ?? this.frame).focus({ preventScroll: true });
    }
  }

  forget(error) {
    this.read = error.report;
    this.drawPanel();
  }

  /** A rule's text beside its chip, inside the table. */
  openRule(rule, chip) {
    if (!this.pop.contains(chip)) this.popBack = chip;
    this.pop.ariaLabel = `Rule ${rule.id}`;
    this.pop.hidden = false;
    this.pop.replaceChildren(this.ruleText(rule), this.button("Close", () => this.closePop(), "is-small"));
    const { frame, pop } = this;
    const table = frame.getBoundingClientRect();
    const place = this.popBack.getBoundingClientRect();
    const scale = frame.offsetWidth / table.width; // not 1 where the table is enlarged
    const left = (place.left - table.left) * scale - 40;
    const below = (place.bottom - table.top) * scale + 8;
    const above = (place.top - table.top) * scale - pop.offsetHeight - 8;
    const fits = below + pop.offsetHeight < frame.offsetHeight - 8;
    pop.style.left = `${Math.max(8, Math.min(left, frame.offsetWidth - pop.offsetWidth - 10))}px`;
    pop.style.top = `${Math.max(8, fits ? below : Math.min(above, frame.offsetHeight - pop.offsetHeight - 8))}px`;
    pop.lastChild.focus({ preventScroll: true });
  }

  closePop(back = true) {
    this.pop.hidden = true;
    if (!back) return;
    const target = this.popBack.isConnected ? this.popBack : this.panelName ? this.panel : this.find(this.want);
    (target ?? this.frame).focus({ preventScroll: true });
  }

  ruleText(rule) {
    return h("article.hk-rule", null,
      h("header", null, h(`span.hk-chip.is-${rule.source}`, null, rule.id), h("h4", null, rule.title), h("span.hk-role", null, SOURCES[rule.source])),
      rule.parts.map(([kind, text]) => h(`p.is-${kind}`, null, h("b", null, kind), " ", this.sentence(text))),
      rule.option && h("p.hk-role", null, "Option: ", h("code", null, rule.option)));
  }

  field(label, input, { rule = "", help = "" } = {}) {
    input.id = `${this.id}-${label.replace(/\W/g, "")}`;
    return h("div.hk-field", null, h("span", null, h("label", { for: input.id }, label), " ", this.chip(rule), help && h("small", null, this.sentence(help))), input);
  }

  /** The rows of a new game's seats. `seats` is changed in place while they are typed into. */
  seatRows(seats, mine, move) {
    const { levels } = this.setup;
    return seats.map((seat, i) => h("li", null,
      h("input", { type: "radio", name: `${this.id}-front`, checked: i === mine, "aria-label": `Seat ${i + 1} is yours`, onchange: () => move(i) }),
      h("input", { value: seat.name, required: true, maxlength: 24, "aria-label": `Name of seat ${i + 1}`, oninput: (event) => { seat.name = event.target.value; } }),
      select(["person", ...levels], seat.level, (level) => { seat.level = level; },
        { "aria-label": `Who plays seat ${i + 1}`, labels: ["a person", ...levels.map((level) => `computer, ${level}`)] })));
  }
}

function select(choices, value, onpick, { labels = choices, ...more } = {}) {
  return h("select", { ...more, onchange: (event) => onpick(choices[event.target.selectedIndex]) },
    choices.map((choice, i) => h("option", { selected: choice === value }, String(labels[i] ?? choice))));
}

/** What lies on the table, by its kind. Called with the table as `this`. */
const ZONES = {
  plays({ label, plays, empty }) {
    const long = plays.length > 4;
    const items = plays.map(({ seat, name, cards, top }, i) => [
      i > 0 && !long && arrow("hk-step"),
      h(names("div.hk-play", top && "is-top"), null, this.cards(cards),
        h("span.hk-by", null, token(seat, name), h(long && !top ? "span.hk-sr" : "span.hk-name", null, name))),
    ]);
    return h(names("div.hk-trick", long && "is-long"), { role: "group", "aria-label": label },
      items.length ? items : h("p.hk-none", null, this.sentence(empty)));
  },

  strip({ label, items, ends, turned }) {
    const list = items.map(({ text, state }) =>
      h(`li.is-${state || "low"}`, { "aria-current": state === "now" && "true" }, text));
    return h(names("div.hk-order", turned && "is-turned"), { role: "group", "aria-label": label },
      h("ol", null, list), h("span.hk-ends", null, ends.map((end) => h("span", null, this.sentence(end)))));
  },

  lanes({ label, lanes }) {
    const end = (seat) => h("div.hk-end", null, who(seat), seat.role && h("span.hk-role", null, seat.role));
    const load = (cards) => typeof cards !== "number" ? this.cards(cards, "hk-mini", "span.hk-cards")
      : h("span.hk-cards", { role: "img", "aria-label": `${plural(cards)}, face down` }, Array.from({ length: cards }, () => h("span.hk-card.hk-back.hk-mini")));
    const some = (cards) => (typeof cards === "number" ? cards > 0 : cards.length > 0);
    return h("div.hk-swap", { role: "group", "aria-label": label }, lanes.map((lane) =>
      h(names("div.hk-lane", lane.hush && "is-hush"), null, end(lane.left),
        h("div.hk-mid", null,
          some(lane.to_right) && h("div", null, unseen(`to ${lane.right.name}: `), load(lane.to_right), arrow("hk-arrow")),
          some(lane.to_left) && h("div", null, unseen(`to ${lane.left.name}: `), arrow("hk-arrow.is-left".replace(".", " ")), load(lane.to_left)),
          lane.note && h("p.hk-role", null, this.sentence(lane.note))),
        end(lane.right))));
  },

  result({ title, text, columns, rows }) {
    const kinds = columns.map((column, i) => [column[0] === "#" && "is-n", column[0] === "?" && "hk-opt", i === columns.length - 1 && "hk-tot"]);
    const head = columns.map((column, i) => h(names("th", ...kinds[i]), { scope: "col" }, column.replace(/^[#?]/, "")));
    const body = rows.map(({ seat, name, you, cells }) => {
      const rest = cells.length < columns.length ? cells : cells.toSpliced(1, 1);
      const tds = rest.map((cell, i) => h(names("td", ...kinds[i && i + 1], cell[0] === "+" && "hk-gain", !i && "hk-place"), null,
        this.sentence(cell), !i && crown(cell === rows[0].cells[0])));
      tds.splice(1, 0, h("td", null, who({ seat, name })));
      return h(names("tr", you && "is-you"), null, tds);
    });
    return h("div.hk-result", null, h("h3", null, this.sentence(title)), text && h("p", null, this.sentence(text)),
      h("table", null, h("caption.hk-sr", null, title), h("thead", null, h("tr", null, head)), h("tbody", null, body)));
  },

  pile({ label, cards, count }) {
    const stack = h("span.hk-stack", { role: "img", "aria-label": plural(count) },
      count > 0 && h("span.hk-card.hk-back"), h("b", { "aria-hidden": "true" }, String(count)));
    return h("div.hk-pile", { role: "group", "aria-label": label }, cards.length ? this.cards(cards) : stack, h("span.hk-role", null, label));
  },
};

/** Panels: a title, then what is in it. Called with the table as `this`. */
const PANELS = {
  rules() {
    const { sections, rules, title } = this.setup;
    const blocks = sections.map(([id, name]) => {
      const texts = rules.filter((rule) => rule.id.startsWith(`${id}.`)).map((rule) => this.ruleText(rule));
      return h("section", null, h("h4", { tabindex: "-1" }, `${id} ${name}`), texts);
    });
    const jumps = blocks.map((block, i) => this.button(sections[i][1], () => { block.scrollIntoView({ block: "nearest" }); block.firstChild.focus(); }, "is-small"));
    const none = h("p.hk-role", { hidden: true, role: "status" }, "No rule has these words.");
    const filter = ({ target }) => {
      const words = target.value.toLowerCase().split(/\s+/);
      for (const text of blocks.flatMap((block) => [...block.querySelectorAll("article")])) {
        text.hidden = !words.every((word) => text.textContent.toLowerCase().includes(word));
      }
      for (const block of blocks) block.hidden = !block.querySelector("article:not([hidden])");
      none.hidden = blocks.some((block) => !block.hidden);
    };
    return [`${title}: the rules`,
      h("div.hk-find", null, h("input", { type: "search", placeholder: "Search, for example: pass", "aria-label": "Search the rules", autofocus: true, oninput: filter }), jumps),
      none, ...blocks];
  },

  game() {
    const { options, people, levels, front } = this.setup;
    const seats = people.map((person) => ({ ...person }));
    const values = Object.fromEntries(options.map((option) => [option.name, option.value]));
    let mine = front;
    const list = h("ol.hk-people");
    const drawSeats = () => {
      const count = values.players ?? people.length;
      while (seats.length < count) seats.push({ name: `Player ${seats.length + 1}`, level: levels[0] ?? "person" });
      if (mine >= count) move(0);
      list.replaceChildren(...this.seatRows(seats.slice(0, count), mine, move));
    };
    /** Take another seat: whoever sat there takes yours. */
    const move = (to) => {
      [seats[mine], seats[to]] = [seats[to], seats[mine]];
      mine = to;
      drawSeats();
      list.querySelector("[type=radio]:checked")?.focus();
    };
    const change = (name, value) => { values[name] = value; if (name === "players") drawSeats(); };
    const fields = options.map((option) => this.field(option.label, option.choices.length
      ? select(option.choices, option.value, (value) => change(option.name, value), { labels: option.labels })
      : h("input", { type: "number", min: option.least, step: 1, required: true, value: option.value, oninput: (event) => event.target.checkValidity() && change(option.name, event.target.valueAsNumber) }),
    option));
    const seed = h("input", { autocomplete: "off" });
    const start = (event) => {
      event.preventDefault();
      this.open("");
      this.send({ type: "new-game", options: values, seats: seats.slice(0, values.players ?? people.length), front: mine, seed: seed.value.trim() });
    };
    drawSeats();
    return ["New game", h("form", { onsubmit: start }, fields,
      h("h4", null, "Seats"), h("p.hk-role", null, "Mark the seat that is yours."), list,
      this.field("Deal word", seed, { help: "Optional: the same word gives the same cards." }),
      h("div.hk-actions", null, h("button.hk-btn.is-main", { type: "submit" }, "Start"), this.button("Cancel", () => this.open(""))))];
  },

  settings() {
    const deal = (type) => () => { this.open(""); this.send({ type }); };
    const four = h("input", { type: "checkbox", checked: this.four, onchange: ({ target }) => { this.dress(target.checked, this.size); this.set({ four_colours: target.checked }); } });
    const size = select(["normal", "projector"], this.size, (value) => { this.dress(this.four, value); this.set({ size: value }); });
    return ["Settings",
      this.field("Speed", select(this.setup.speeds, this.scene.speed, (speed) => this.set({ speed })), { help: "How fast computer players move." }),
      this.field("Four colours", four, { help: "Each suit has a colour of its own." }),
      this.field("Size", size, { help: "Everything larger, for a projector." }),
      h("div.hk-actions", null, this.button("New deal", deal("new-deal")), this.button("Same deal again", deal("again")),
        this.button("Keys", () => this.open("keys"), "is-quiet"))];
  },

  keys() {
    const own = this.scene.actions.filter(({ key }) => key.length === 1).map(({ key, label }) => [key, label]);
    const rows = [["← →", "to the next card; Home and End to the ends"], ["Space", "choose the card, or put it back"], ["Enter", "do what the coloured button says"],
      ...own, ["Escape", "clear the choice, close a panel"], ["R", "the rules"], ["?", "these keys"]];
    return ["Keys", h("dl.hk-keys", null, rows.map(([key, text]) => [h("dt", null, h("kbd", null, key.toUpperCase().length > 1 ? key : key.toUpperCase())), h("dd", null, text)])),
      h("p.hk-role", null, "They work while the focus is in the table: press Tab, or click on it.")];
  },

  curtain() {
    const { curtain } = this.scene;
    return [`Pass the screen to ${curtain}`, h("p", null, `The cards stay covered until ${curtain} is here.`),
      this.button(`I am ${curtain}: show my cards`, () => this.send({ type: "uncover" }), "is-main", { autofocus: true })];
  },

  error() {
    const { text, report } = this.scene.error;
    const box = h("textarea", { readonly: true, rows: 8, "aria-label": "Report" }, report);
    const copy = async ({ target }) => {
      box.select();
      await navigator.clipboard?.writeText(report).catch(() => document.execCommand("copy"));
      target.textContent = "Copied";
    };
    return ["Something went wrong in the table", h("p", null, text), box,
      h("div.hk-actions", null, this.button("Copy the report", copy, "is-main", { autofocus: true }), this.button("New game", () => this.open("game")))];
  },
};

export default {
  render({ model, el }) {
    const table = new Table(model, el);
    return () => table.close();
  },
};
