/* A card table in the browser: draws the scene and sends messages back (see scene.py).
   It knows no game and no rule: what may be chosen, and why not, comes with the scene. */

const PATHS = {
  S: "M12 2C15 6 21 10 21 14.5a4.3 4.3 0 0 1-7.9 2.3q.3 3.4 2.9 5.7H8q2.6-2.3 2.9-5.7A4.3 4.3 0 0 1 3 14.5C3 10 9 6 12 2z",
  H: "M12 21.8C5 16.4 1.8 12.6 1.8 8.5A5.4 5.4 0 0 1 12 6a5.4 5.4 0 0 1 10.2 2.5c0 4.1-3.2 7.9-10.2 13.3z",
  D: "M12 1q3.7 6 8.6 11-4.9 5-8.6 11-3.7-6-8.6-11Q8.3 7 12 1z",
  C: "M12 1.7a4.7 4.7 0 0 1 3.9 7.3 4.7 4.7 0 1 1-2.9 8q.3 3.3 3 5.6H8q2.7-2.3 3-5.6a4.7 4.7 0 1 1-2.9-8A4.7 4.7 0 0 1 12 1.7z",
  o: "M9 6V4.8Q9 3 10.8 3h2.4Q15 3 15 4.8V6h5q2 0 2 2v11q0 2-2 2H4q-2 0-2-2V8q0-2 2-2zm1.7 0h2.6V4.7h-2.6zM2 12.5v1.7l8 1.9v1.2h4v-1.2l8-1.9v-1.7l-8 1.9h-4z",
  s: "M12 2.5c5.7 0 10.3 3.7 10.3 8.4S17.7 19.3 12 19.3q-1.4 0-2.6-.3L4 22.2l1.1-5C-1 12.5 2.5 2.5 12 2.5zM7.3 9.4a1.7 1.7 0 1 0 .1 0zm4.7 0a1.7 1.7 0 1 0 .1 0zm4.7 0a1.7 1.7 0 1 0 .1 0z",
  f: "M8.3 2.2a4 4 0 1 1-.1 0zM17.7 8.7a3 3 0 1 1-.1 0zM2 22v-4q0-6.6 6.3-6.6t6.3 6.6v4zM16.2 22v-4q0-1.2-.4-2.2 6.2-.6 6.2 4.2v2z",
  h: "M8 4.2 21 1.5v15a3.6 3.6 0 1 1-2.7-3.4V7.8l-7.6 1.7v9.7A3.6 3.6 0 1 1 8 15.8z",
  crown: "M3 7.5l4.8 4L12 4.5l4.2 7 4.8-4-1.8 11.5H4.8z",
  arrow: "M1 12h22m-4.5-4.5L23 12l-4.5 4.5",
};
const SOURCES = { given: "given rule", ruling: "ruling", both: "given, with a ruling" };
const PATIENCE = 4000; // milliseconds until the table says that the kernel is silent
const FOLD = 10; // lines of a folded log
const SILENT = {
  rule: "",
  wrong: "The kernel does not answer.",
  right: "It may be busy with another cell. If not, run the cell again, or restart the kernel.",
};
let tables = 0; // makes ids unique over all tables of a page

/** An element: `h("p.note.is-new", {title: "…"}, "text", child)`. The class is prefixed with
    `hk-` unless it is a state (`is-…`). Text only ever goes in as text. */
function h(spec, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.map((name) => (name.startsWith("is-") ? name : `hk-${name}`)).join(" ");
  if (tag === "button") node.type = "button";
  if (children[0]?.constructor === Object) {
    for (const [name, value] of Object.entries(children.shift())) {
      if (typeof value === "function") node[name] = value;
      else if (value != null && value !== false) node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.flat(9).filter((child) => child || child === 0));
  return node;
}

function icon(name, path) {
  const [node, line] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  for (const [key, value] of [["class", name], ["viewBox", "0 0 24 24"], ["aria-hidden", "true"]]) node.setAttribute(key, value);
  line.setAttribute("d", PATHS[path] ?? "");
  node.append(line);
  return node;
}

const is = (state, on) => (on ? `.is-${state}` : "");
const plural = (count) => (count === 1 ? "1 card" : `${count || "no"} cards`);
const unseen = (...text) => h("span.sr", text);
const role = (text) => text && h("span.role", text);
const crown = (on) => on && icon("hk-crown", "crown");
const token = (seat, name) => h(`span.token.t${seat % 6}`, { "aria-hidden": "true" }, ([...name.trim()][0] ?? "?").toUpperCase());
const who = (seat) => h("span.who", token(seat.seat, seat.name), h("span.name", { title: seat.name }, seat.name), crown(seat.crown));
const badges = (list) => h("span.badges", list.map(({ text, kind }) => h(`span.badge.is-${kind}`, text)));
const button = (label, onclick, kind = "", more = {}) => h(`button.btn${kind}`, { onclick, ...more }, label);
const select = (labels, at, more) => h("select", more, labels.map((label, i) => h("option", { value: i, selected: i === at }, String(label))));

function fan(count) {
  const backs = Math.min(count, 18);
  return h("span.fan", { role: "img", "aria-label": plural(count), style: `--n:${backs};--a:${Math.min(8, 62 / backs)}deg` },
    Array.from({ length: backs }, (_, i) => h("i", { style: `--i:${i}` })), backs > 0 && h("b", { "aria-hidden": "true" }, count));
}

function table(model, el) {
  const id = `hk-${++tables}`;
  let scene, setup, rules; // the last is a map from ids
  let chosen = new Set(); // cards, by their text
  let at = ""; // the card that Tab reaches
  let looked = ""; // the card under the pointer or the focus
  let want = ""; // where the person put the focus last: it returns there when it can
  let refusal = null; // said by the table itself
  let quiet = false; // the choice changed: the scene's own refusal has been read
  let waiting = 0; // a timer, while the kernel owes an answer
  let news = []; // lines of the log that are new
  let open = ""; // the panel that the person opened
  let shown = ""; // the panel on view
  let read = ""; // the error report that was put away
  let unfolded = false;
  let chipBack; // the chip whose rule is shown

  // Live regions stay where they are, or nothing is read aloud; all else is drawn anew.
  const bar = h("header.bar");
  const felt = h("div.felt");
  const alert = h("div", { role: "alert" });
  const prompt = h("div.prompt", { role: "status" });
  const note = h("div.note", { id: `${id}-note` });
  const hint = h("div", { role: "status" });
  const busy = h("div.busy");
  const why = h("span.sr", { id: `${id}-why` });
  const actions = h("div.actions");
  const side = h("div.side");
  const main = h("div.main", h("div", felt, h("div.foot", h("div.say", alert, prompt, note, hint, busy), actions, why)), side);
  const panel = h("div", { role: "dialog", tabindex: -1, hidden: true });
  const pop = h("div.pop", { role: "dialog", hidden: true });
  const frame = h("div.frame", { role: "group", tabindex: -1 }, bar, main, panel, pop);
  const root = h("div", frame);
  root.className = "hk";
  let hand = h("div");
  let meta;

  // ── from the kernel ──

  function restart() {
    setup = model.get("setup");
    if (!setup?.rules) return;
    rules = new Map(setup.rules.map((rule) => [rule.id, rule]));
    frame.setAttribute("aria-label", `${setup.title} table`);
    dress({ size: setup.size, four_colours: setup.four_colours });
    const opener = (name, label) => button(label, () => show(open === name ? "" : name), "", { "data-key": name });
    meta = h("span.meta");
    bar.replaceChildren(h("h3", setup.title), meta, h("span.push", opener("rules", "Rules"), opener("game", "New game"), opener("settings", "Settings")));
    update();
  }

  function update() {
    const old = scene?.log ?? [];
    const next = model.get("scene");
    if (!next?.prompt || !rules) return;
    const first = !scene;
    scene = next;
    answered();
    refusal = null;
    quiet = false;
    const kept = scene.tried.length ? new Set(scene.tried) : chosen;
    chosen = new Set(scene.pick ? texts().filter((card) => kept.has(card)) : []);
    const grown = !first && old.every((line, i) => line.text === scene.log[i]?.text && line.who === scene.log[i].who);
    news = grown ? scene.log.slice(old.length) : [];
    keepFocus(draw);
  }

  function dress(view) {
    if ("four_colours" in view) root.classList.toggle("is-four", view.four_colours);
    if ("size" in view) root.classList.toggle("is-projector", view.size === "projector");
  }

  // ── to the kernel ──

  /** Until the kernel answers nothing else is sent, so a double click plays once. */
  function send(message) {
    if (waiting) return;
    waiting = setTimeout(silence, PATIENCE);
    try { model.send({ ...message, rev: scene.rev }); } catch { silence(); }
  }

  /** A setting may go at any time, and nobody waits for an answer. */
  function set(change) {
    dress(change);
    model.send({ type: "set", ...change, rev: scene.rev });
  }

  function answered() {
    clearTimeout(waiting);
    waiting = 0;
  }

  function silence() {
    answered(); // the person may try again
    refusal = SILENT;
    drawFoot();
  }

  // ── choosing ──

  const texts = () => scene.hand.map(({ card }) => card);
  const choice = () => texts().filter((card) => chosen.has(card));

  /** Why these cards cannot be played, or undefined. */
  function judge(cards) {
    const { sets, size, reasons, otherwise, empty } = scene.pick;
    if (!cards.length) return reasons[empty];
    return reasons[sets[cards.join(" ")] ?? (cards.length === size ? -1 : otherwise)];
  }

  function choose(cards) {
    chosen = new Set(cards);
    refusal = null;
    quiet = true;
    keepFocus(() => { markHand(); drawFoot(); });
  }

  function toggle(card) {
    if (scene.pick) choose(chosen.has(card) ? choice().filter((each) => each !== card) : [...chosen, card]);
  }

  /** A double click has toggled twice, so the card is as before. Play it if it is a move alone. */
  function playAlone(card) {
    const action = scene.actions.find(({ pick }) => pick);
    if (!action || choice().some((each) => each !== card) || judge([card])) return;
    choose([card]);
    act(action);
  }

  /** Why an action cannot be done now, if it cannot. */
  const hindrance = ({ ok, why, pick }) => (ok ? pick && scene.pick && judge(choice()) : why);

  function act(action) {
    refusal = hindrance(action);
    if (refusal) {
      alert.replaceChildren(); // a second press speaks again
      drawFoot();
    } else if (action.pick && scene.pick) {
      send({ type: "move", move: scene.pick.send.replace("{cards}", choice().join(" ")) });
    } else if (action.send) {
      send(action.send);
    }
  }

  // ── keys ──

  /** True when the key was meant for the table. */
  function onKey({ key, target }) {
    if (key === "Escape") return escape();
    if (key === "Tab" || target.matches("input, select, textarea") || !pop.hidden || shown) return false;
    const slot = target.closest("[data-card]");
    if (slot && walk(slot, key)) return true;
    if (slot && key === " ") return toggle(slot.dataset.card), true;
    if (key === "Enter") return !target.closest("button, summary") && press(({ kind }) => kind === "main");
    const letter = key.toLowerCase();
    if (press((action) => action.key === letter)) return true;
    const name = { "?": "keys", r: "rules" }[letter];
    return Boolean(name) && (show(name), true);
  }

  function press(test) {
    const action = scene.actions.find(test);
    if (action) act(action);
    return Boolean(action);
  }

  function walk(slot, key) {
    const slots = [...hand.children];
    const here = slots.indexOf(slot);
    const to = { ArrowLeft: here - 1, ArrowUp: here - 1, ArrowRight: here + 1, ArrowDown: here + 1, Home: 0, End: slots.length - 1 }[key];
    slots[to]?.focus();
    return to !== undefined;
  }

  function escape() {
    if (!pop.hidden) closePop();
    else if (open) show("");
    else if (chosen.size || refusal) choose([]);
    else return false;
    return true;
  }

  // ── focus ──

  const focused = () => root.getRootNode().activeElement;
  const find = (key) => [...main.querySelectorAll("[data-key]")].find((node) => node.dataset.key === key);
  const focus = (node) => node.focus({ preventScroll: true });

  /** Draw, then put the focus back where it was, or near. A button that went away may come back. */
  function keepFocus(drawing) {
    const before = focused();
    const place = [...hand.children].indexOf(before);
    const inside = before === frame || main.contains(before);
    drawing();
    if (!inside || shown) return;
    const wanted = want;
    const target = find(want);
    if (target && target !== focused()) focus(target);
    else if (!target && !main.contains(focused())) focus(hand.children[Math.min(place, hand.children.length - 1)] ?? frame);
    if (place < 0) want = wanted;
  }

  // ── cards and words ──

  function split(card) {
    const suit = setup.suits[card.at(-1)];
    return suit ? { rank: card.slice(0, -1), ...suit } : { rank: card };
  }

  function cardName(card) {
    const { rank, name } = split(card);
    return (setup.ranks[rank] ?? rank) + (name ? ` of ${name}` : "");
  }

  /** The rank is drawn by CSS, so that only the name of the card is read aloud. */
  function drawCard(card, kind = "", more = { role: "img", "aria-label": cardName(card) }) {
    const { rank, shape } = split(card);
    return h(`span.card${kind}`, { "data-suit": shape, "data-court": setup.courts.includes(rank), ...more },
      h("span.idx", { "data-rank": rank }, icon("hk-pip", shape)), icon("hk-big", shape));
  }

  const drawCards = (cards, spec = "span.cards.lap", kind) => h(spec, cards.map((card) => drawCard(card, kind)));

  /** A sentence: {7S} becomes a small card, the number of a rule its chip. */
  function say(text) {
    return text.split(/(\{[^{}]+\}|\b[A-Z]+\d+\.\d+\b)/).map((part, i) => {
      if (i % 2 === 0) return part;
      if (part[0] !== "{") return rules.has(part) ? chip(part) : part;
      const { rank, shape, name } = split(part.slice(1, -1));
      return h("span.c", { "data-suit": shape }, rank, shape && icon("hk-pip", shape), name && unseen(` of ${name}`));
    });
  }

  function chip(rule) {
    const { source, title } = rules.get(rule) ?? {};
    return rule && h(`button.chip.is-${source}`, { "data-rule": rule, title: title && `${title} (${SOURCES[source]})` }, rule);
  }

  const reason = (spec, { rule, wrong, right }) => h(spec, chip(rule), h("div", say(wrong), " ", h("small", say(right))));

  // ── the table ──

  function draw() {
    frame.classList.toggle("is-turned", scene.turned);
    meta.textContent = scene.meta;
    const open = scene.seats.some(({ cards }) => cards);
    felt.replaceChildren(
      h(`ul.seats${is("many", scene.seats.length > 3)}${is("open", open)}`, { "aria-label": "Other players" }, scene.seats.map(drawSeat)),
      h("div.zones", scene.zones.map((zone) => ZONES[zone.kind]?.(zone))),
      h("div", drawHand(), drawYou()));
    markHand();
    drawFoot();
    drawLog();
    drawPanel();
  }

  function drawSeat(seat) {
    return h(`li.seat${is("turn", seat.turn)}${is("dim", seat.dim)}`,
      seat.cards ? drawCards(seat.cards, "span.run", ".mini") : fan(seat.count), who(seat), role(seat.role), badges(seat.badges));
  }

  function drawYou() {
    const { you } = scene;
    return you && h(`div.you${is("turn", you.turn)}`, who(you), role(you.role), badges(you.badges));
  }

  function drawHand() {
    const cards = scene.curtain ? [] : scene.hand;
    const middle = (cards.length - 1) / 2;
    let marks = false;
    const slots = cards.map(({ card, ok, mark }, i) => {
      const word = mark || (scene.hint?.cards.includes(card) ? "hint" : "");
      const dim = scene.pick && !ok;
      marks ||= word;
      return h(`div.slot${is("dim", dim)}${is("marked", word)}`, {
        role: "option", style: `--d:${i - middle}`, "data-card": card, "data-key": `card ${card}`,
        "aria-label": cardName(card) + (word && `, ${word}`) + (dim ? ", cannot be played now" : ""),
        "aria-describedby": dim && note.id,
      }, drawCard(card, "", { "aria-hidden": "true" }), word && h("span.mark", { "aria-hidden": "true" }, word));
    });
    if (!texts().includes(at)) at = (scene.hand.find(({ ok }) => ok) ?? scene.hand[0])?.card;
    hand = h(`div.hand${is("few", cards.length < 7)}${is("many", cards.length > 16)}${is("noted", marks)}`, {
      role: "listbox", "aria-multiselectable": "true", "aria-label": `Your hand, ${plural(cards.length)}`,
      "aria-disabled": !scene.pick && "true", hidden: !cards.length,
    }, slots);
    return hand;
  }

  function markHand() {
    for (const slot of hand.children) {
      slot.setAttribute("aria-selected", chosen.has(slot.dataset.card));
      slot.tabIndex = slot.dataset.card === at ? 0 : -1;
    }
  }

  function drawLog() {
    const { log } = scene;
    const old = side.firstChild;
    const end = !old || old.scrollHeight - old.scrollTop - old.clientHeight < 40;
    const top = old?.scrollTop;
    const fold = () => { unfolded = !unfolded; keepFocus(drawLog); };
    const box = h("div", { role: "group", tabindex: 0, "aria-label": "So far", "data-key": "log" }, h("h4", "So far"),
      h(`ol.log${is("folded", !unfolded)}`, log.map((line) =>
        h(`li.is-${line.kind}`, h("span.name", { title: line.who }, line.who), h("span", say(line.text)), chip(line.rule)))),
      log.length > FOLD && button(unfolded ? "Show the end only" : `Show all ${log.length} lines`, fold, ".is-quiet.fold", { "data-key": "fold" }));
    side.hidden = !log.length;
    side.replaceChildren(box);
    const scroll = () => { box.scrollTop = end ? box.scrollHeight : top; };
    scroll();
    if (!old) requestAnimationFrame(scroll); // at first the table is not on the page yet
  }

  // ── the foot: one place speaks ──

  function drawFoot() {
    const refused = refusal ?? (quiet ? null : scene.refusal);
    hand.classList.toggle("is-refused", Boolean(refused) && refused !== SILENT);
    prompt.hidden = note.hidden = Boolean(refused);
    speak(alert, refused && reason("div.refusal", refused));
    speak(prompt, unseen(news.map((line) => [line.who, " ", say(line.text), ". "])), h("p", say(scene.prompt.text)));
    speak(hint, scene.hint && drawHint(scene.hint));
    busy.replaceChildren(...(scene.busy ? [h("i"), h("i"), h("i"), scene.busy] : []));
    why.textContent = "";
    actions.replaceChildren(...scene.actions.map(drawAction));
    drawNote();
  }

  /** Change a live region only when it says something else, so that nothing is read twice. */
  function speak(region, ...content) {
    const next = h("div", content);
    if (next.innerHTML !== region.innerHTML) region.replaceChildren(...next.childNodes);
  }

  /** Under the prompt: why the card looked at, or the choice, cannot be played. */
  function drawNote() {
    const look = scene.pick && !chosen.has(looked) && scene.hand.some(({ card, ok }) => card === looked && !ok);
    const because = look ? judge([looked]) : scene.pick && chosen.size && judge(choice());
    note.replaceChildren(because ? reason("div.because", because) : h("p", say(scene.prompt.small)));
  }

  function drawHint({ text, cards, considered }) {
    return h("div.hint", h("p", h("b", "Hint"), " ", say(text), " ",
      scene.pick && cards.length && button("Choose", () => choose(scene.hint.cards), ".is-small")),
    considered.length && h("details", h("summary", "What was weighed"), h("ol", considered.map((each) =>
      h("li", h("b", say(each.move)), h("span.num", each.value), h("span", say(each.text)))))));
  }

  function drawAction(action) {
    const { kind, key, pick, label } = action;
    const no = hindrance(action);
    const cards = pick ? choice() : [];
    const main = kind === "main" && no;
    if (main) why.append(`${no.wrong} ${no.right}`.replace(/[{}]/g, ""));
    return button(h("span", label, cards.length > 5 ? ` ${plural(cards.length)}` : say(cards.map((card) => ` {${card}}`).join(""))),
      () => act(action), `.is-${kind}`, { "data-key": `action ${action.id}`, "aria-disabled": no && "true",
        "aria-describedby": main && why.id, "aria-keyshortcuts": key === "enter" ? "Enter" : key || null });
  }

  // ── panels: they take the table's place for a while ──

  function show(name) {
    open = name;
    drawPanel();
  }

  function drawPanel() {
    const { curtain, error } = scene;
    const name = open || (curtain ? "curtain" : error && error.report !== read ? "error" : "");
    const now = name && `${name} ${curtain}`;
    if (now === shown) return; // a form keeps what was typed
    const inside = frame.contains(focused());
    if (!shown) panel.style.setProperty("--h", `${main.offsetHeight}px`);
    shown = now;
    main.hidden = Boolean(name);
    panel.hidden = !name;
    for (const opener of bar.querySelectorAll("button")) opener.setAttribute("aria-expanded", opener.dataset.key === name);
    const [title, ...body] = name ? PANELS[name]() : [""];
    const close = () => { if (!open) read = error.report; show(""); };
    panel.className = `hk-panel is-${name}`;
    panel.setAttribute("aria-label", title);
    panel.replaceChildren(h("div.head", h("h4", title), name !== "curtain" && button("Close", close)), ...body);
    panel.scrollTop = 0;
    if (inside) focus(name ? panel.querySelector("[autofocus]") ?? panel : find(want) ?? frame);
  }

  /** A rule's text beside its chip, inside the table. */
  function openRule(from) {
    const rule = rules.get(from.dataset.rule);
    if (!rule) return;
    if (!pop.contains(from)) chipBack = from;
    const box = frame.getBoundingClientRect();
    const spot = chipBack.getBoundingClientRect();
    const scale = frame.offsetWidth / box.width; // not 1 where everything is larger
    const low = spot.top - box.top > box.height / 2;
    const y = low ? box.bottom - spot.top : spot.bottom - box.top;
    pop.style = `--x: ${(spot.left - box.left) * scale}px; --y: ${y * scale + 6}px; ${low ? "bottom" : "top"}: var(--y)`;
    pop.hidden = false;
    pop.setAttribute("aria-label", `Rule ${rule.id}`);
    pop.replaceChildren(ruleText(rule), button("Close", closePop, ".is-small"));
    focus(pop.lastChild);
  }

  function closePop() {
    pop.hidden = true;
    focus(chipBack.isConnected ? chipBack : shown ? panel : find(want) ?? frame);
  }

  function ruleText({ id, title, source, parts, option }) {
    return h("article", h("header", h(`span.chip.is-${source}`, id), h("h4", title), role(SOURCES[source])),
      parts.map(([kind, text]) => h(`p.is-${kind}`, h("b", kind), " ", say(text))),
      option && h("p.role", "Option: ", h("code", option)));
  }

  function field(label, input, { rule = "", help = "" } = {}) {
    input.id = `${id} ${label}`.replace(/\W/g, "-");
    return h("div.field", h("span", h("label", { for: input.id }, label), " ", chip(rule), h("small", say(help))), input);
  }

  /** Each a title, then what is in it. */
  const PANELS = {
    rules() {
      const blocks = setup.sections.map(([id, name]) => h("section", h("h4", `${id} ${name}`),
        setup.rules.filter((rule) => rule.id.startsWith(`${id}.`)).map(ruleText)));
      const none = h("p", { role: "status" });
      const oninput = ({ target }) => {
        const words = target.value.toLowerCase().split(/\s+/);
        for (const block of blocks) {
          const texts = [...block.querySelectorAll("article")];
          for (const text of texts) text.hidden = !words.every((word) => text.textContent.toLowerCase().includes(word));
          block.hidden = texts.every((text) => text.hidden);
        }
        none.textContent = blocks.every((block) => block.hidden) ? "No rule has these words." : "";
      };
      return [`${setup.title}: the rules`, h("input", { type: "search", placeholder: "Search, for example: pass", "aria-label": "Search the rules", autofocus: true, oninput }), none, ...blocks];
    },

    game() {
      const { options, people, levels } = setup;
      const players = options.find(({ name }) => name === "players");
      let mine = setup.front;
      /** Take another seat: whoever sat there takes yours. */
      const move = (to) => {
        for (const part of [1, 2]) {
          const [a, b] = [rows[mine].children[part], rows[to].children[part]];
          [a.value, b.value] = [b.value, a.value];
        }
        mine = to;
      };
      const rows = Array.from({ length: Math.max(people.length, ...(players?.choices ?? [])) }, (_, i) => {
        const { name, level } = people[i] ?? { name: `Player ${i + 1}`, level: levels[0] };
        const seat = `seat ${i + 1}`;
        return h("fieldset",
          h("input", { type: "radio", name: " front", value: i, checked: i === mine, "aria-label": `Yours: ${seat}`, onchange: () => move(i) }),
          h("input", { name: " name", value: name, required: true, maxlength: 24, "aria-label": `Name, ${seat}` }),
          select(["a person", ...levels.map((each) => `computer, ${each}`)], levels.indexOf(level) + 1, { name: " level", "aria-label": `Player, ${seat}` }));
      });
      const fields = options.map((option) => {
        const { name, choices, labels, least, value } = option;
        return field(option.label, choices.length ? select(labels.length ? labels : choices, choices.indexOf(value), { name })
          : h("input", { type: "number", name, min: least, value, required: true }), option);
      });
      const values = (data) => Object.fromEntries(options.map(({ name, choices }) => [name, choices.length ? choices[data.get(name)] : Number(data.get(name))]));
      /** As many seats as the option says. */
      const fit = () => {
        const count = values(new FormData(form)).players ?? people.length;
        rows.forEach((row, i) => { row.disabled = row.hidden = i >= count; });
        if (rows[mine].hidden) rows[0].firstChild.click();
      };
      const onsubmit = (event) => {
        event.preventDefault();
        const data = new FormData(form);
        const seats = data.getAll(" name").map((name, i) => ({ name, level: ["person", ...levels][data.getAll(" level")[i]] }));
        show("");
        send({ type: "new-game", options: values(data), seats, front: mine, seed: data.get(" seed").trim() });
      };
      const form = h("form", { onsubmit, onchange: () => fit() }, fields, h("h4", "Seats"), h("p.role", "Mark the seat that is yours."), rows,
        field("Deal word", h("input", { name: " seed", autocomplete: "off" }), { help: "Optional: the same word gives the same cards." }),
        h("div.actions", h("button.btn.is-main", { type: "submit" }, "Start"), button("Cancel", () => show(""))));
      fit();
      return ["New game", form];
    },

    settings() {
      const deal = (label, type) => button(label, () => { show(""); send({ type }); });
      const pick = (name, choices, value) => select(choices, choices.indexOf(value), { onchange: ({ target }) => set({ [name]: choices[target.selectedIndex] }) });
      const worn = (name) => root.classList.contains(name);
      return ["Settings",
        field("Speed", pick("speed", setup.speeds, scene.speed), { help: "How fast computer players move." }),
        field("Four colours", h("input", { type: "checkbox", checked: worn("is-four"), onchange: ({ target }) => set({ four_colours: target.checked }) }), { help: "Each suit in a colour of its own." }),
        field("Size", pick("size", ["normal", "projector"], worn("is-projector") ? "projector" : "normal"), { help: "Everything larger, for a projector." }),
        h("div.actions", deal("New deal", "new-deal"), deal("Same deal again", "again"), button("Keys", () => show("keys"), ".is-quiet"))];
    },

    keys() {
      const own = scene.actions.filter(({ key }) => key.length === 1).map(({ key, label }) => [key.toUpperCase(), label]);
      const rows = [["← →", "another card; Home and End: the first, the last"], ["Space", "choose the card, or put it back"], ["Enter", "do what the coloured button says"],
        ...own, ["Escape", "clear the choice, close a panel"], ["R", "the rules"], ["?", "these keys"]];
      return ["Keys", h("dl", rows.map(([key, text]) => [h("dt", h("kbd", key)), h("dd", text)])), h("p.role", "They work while the focus is in the table.")];
    },

    curtain() {
      const name = scene.curtain;
      return [`Pass the screen to ${name}`, h("p", `The cards stay covered until ${name} is here.`),
        button(`I am ${name}: show my cards`, () => send({ type: "uncover" }), ".is-main", { autofocus: true })];
    },

    error() {
      const { text, report } = scene.error;
      const box = h("textarea", { readonly: true, rows: 8, "aria-label": "Report" }, report);
      const copy = ({ target }) => {
        box.select();
        navigator.clipboard?.writeText(report).then(() => { target.textContent = "Copied"; }, () => {});
      };
      return ["Something went wrong in the table", h("p", text), box, h("div.actions", button("Copy the report", copy, ".is-main", { autofocus: true }))];
    },
  };

  /** What lies on the table, by its kind. */
  const ZONES = {
    plays({ label, plays, empty }) {
      const long = plays.length > 4;
      return h(`div.trick${is("long", long)}`, { role: "group", "aria-label": label }, !plays.length && h("p", say(empty)),
        plays.map(({ seat, name, cards, top }, i) => [i > 0 && !long && icon("hk-arrow", "arrow"),
          h(`div.play${is("top", top)}`, drawCards(cards), h("span.by", token(seat, name), h(long && !top ? "span.sr" : "span.name", name)))]));
    },

    strip({ label, items, ends, turned }) {
      return h(`div.order${is("turned", turned)}`, { role: "group", "aria-label": label },
        h("ol", items.map(({ text, state }) => h(`li.is-${state}`, { "aria-current": state === "now" && "true" }, text))),
        h("span.ends", ends.map((end) => h("span", say(end)))));
    },

    lanes({ label, lanes }) {
      const end = (seat) => h("div.end", who(seat), role(seat.role));
      const load = (cards, to, back) => (cards.length ?? cards) > 0 && h(`div${is("back", back)}`, unseen(`to ${to.name}: `),
        cards.length ? drawCards(cards, "span.cards", ".mini")
          : h("span.cards", { role: "img", "aria-label": `${plural(cards)}, face down` }, Array.from({ length: cards }, () => h("span.card.back.mini"))),
        icon("hk-arrow", "arrow"));
      return h("div.swap", { role: "group", "aria-label": label }, lanes.map((lane) => h(`div.lane${is("hush", lane.hush)}`, end(lane.left),
        h("div.mid", load(lane.to_right, lane.right), load(lane.to_left, lane.left, true), lane.note && h("p.role", say(lane.note))), end(lane.right))));
    },

    result({ title, text, columns, rows }) {
      const last = columns.length - 1;
      const kind = (i) => ({ "#": ".is-number", "?": ".is-spare" }[columns[i][0]] ?? "") + is("place", i === 0) + is("total", i === last);
      const row = ({ seat, name, you, cells }) => {
        const all = [cells[0], name, ...cells.slice(cells.length - last + 1)]; // the name may be among the cells or not
        return h(`tr${is("you", you)}`, all.map((cell, i) => h(`td${kind(i)}${is("gain", cell[0] === "+")}`,
          i === 1 ? who({ seat, name }) : say(cell), i === 0 && crown(cell === rows[0].cells[0]))));
      };
      return h("div.result", h("h3", say(title)), h("p", say(text)), h("table", h("caption.sr", title),
        h("thead", h("tr", columns.map((column, i) => h(`th${kind(i)}`, { scope: "col" }, column.replace(/^[#?]/, ""))))), h("tbody", rows.map(row))));
    },

    pile({ label, cards, count }) {
      return h("div.pile", { role: "group", "aria-label": label }, cards.length ? drawCards(cards)
        : h("span.stack", { role: "img", "aria-label": plural(count) }, count > 0 && h("span.card.back"), h("b", { "aria-hidden": "true" }, count)), role(label));
    },
  };

  // ── listening ──

  const cardOf = ({ target }) => target.closest("[data-card]")?.dataset.card;
  const look = (card = "") => {
    if (card === looked) return;
    looked = card;
    drawNote();
  };
  felt.onclick = (event) => cardOf(event) && toggle(cardOf(event));
  felt.ondblclick = (event) => cardOf(event) && playAlone(cardOf(event));
  felt.onpointerover = (event) => look(cardOf(event));
  felt.onpointerleave = () => look();
  main.addEventListener("focusin", (event) => {
    want = event.target.dataset.key ?? want;
    look(cardOf(event));
    if (!looked) return;
    at = looked;
    markHand();
  });
  frame.onclick = ({ target }) => {
    const from = target.closest("[data-rule]");
    if (from) openRule(from);
    else if (!pop.hidden && !pop.contains(target)) pop.hidden = true;
  };
  // A notebook has keys of its own (a, b, x…): those typed here must not reach it. Tab and Escape may.
  frame.onkeydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = onKey(event);
    if (done) event.preventDefault();
    if (done || !["Tab", "Escape"].includes(event.key)) event.stopPropagation();
  };
  model.on("change:scene", update);
  model.on("change:setup", restart);
  el.append(root);
  restart();

  return () => {
    clearTimeout(waiting);
    model.off("change:scene", update);
    model.off("change:setup", restart);
    root.remove();
  };
}

export default { render: ({ model, el }) => table(model, el) };
