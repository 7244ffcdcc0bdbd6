/* Where a position is set up: draws what arranger.py sends, and sends messages back. `draw.js` stands before it. It knows
   no game and no rule: which places there are, and what cannot occur, comes with the scene. */

const PATIENCE = 4000; // milliseconds until it says that the kernel is silent
const SILENT = "The kernel does not answer. It may be busy with another cell.";
const LOST = "The kernel was restarted, so this is only a picture. The line of code still holds.";

function arranger(model, el, host) {
  const id = unique();
  let scene, setup;
  let rules = new Map(); // those cited, by id
  let chosen = []; // cards, by their text, in the order in which they were chosen
  let at; // the card that Tab reaches
  let looked; // the place under the pointer or the focus
  let said; // by this view itself, in place of the kernel
  let waiting; // a timer, while the kernel owes an answer
  let going; // a table was asked for: the focus goes there
  const { cardName, drawCard, drawCards, say, rich, chip, ruleText } = pens(() => setup, () => rules);

  // What is used while it changes stays where it is.
  const title = h("h3");
  const tip = h("p.tip");
  const bar = h("div.arrbar", title, tip, button("Keys", showKeys, ".is-quiet.is-small", { "aria-haspopup": "dialog" }));
  const count = h("p.sr", { role: "status" });
  const pool = h("div.pool", { role: "listbox", "aria-multiselectable": "true", "aria-label": "All cards" });
  const spots = h("div.places");
  const ways = h("div.ways");
  const line = h("div.codeline");
  const alert = h("div", { role: "alert" });
  const status = h("div", { role: "status" });
  const actions = h("div.arracts");
  const frame = h("div.arr", { role: "group", tabindex: -1 }, bar,
    h("div.arrmain", h("div.cloth", count, pool, spots), h("div.waysbox", ways)), line, h("div.arrfoot", h("div.arrsay", alert, status), actions));
  const below = h("div.arrtable"); // the table, once there is one
  const root = h("div", frame, below);
  root.className = "hk";
  let opening = Promise.resolve(); // one table is drawn or taken away after the other
  let view;

  // ── from the kernel, and back ──

  function update() {
    setup = model.get("setup");
    scene = model.get("scene");
    if (!scene?.rev || !setup?.cards) return;
    waiting = clearTimeout(waiting);
    said = "";
    rules = new Map([...setup.rules, ...scene.rules].map((rule) => [rule.id, rule]));
    draw();
    if (going && !scene.wrong && !scene.report) opening.then(() => visit(below));
    going = false;
  }

  /** The table is a widget of its own, drawn below. */
  function showBelow() {
    const table = model.get("below");
    opening = opening.then(async () => {
      view?.remove();
      view = undefined;
      if (table && host) view = await embed(host, table, below);
    }).catch(() => {}); // it is gone already
  }

  function send(type, more) {
    clearTimeout(waiting);
    waiting = setTimeout(() => complain(SILENT), PATIENCE);
    try { model.send({ type, rev: scene.rev, ...more }); } catch { gone(); }
  }

  function complain(text) {
    said = text;
    drawFoot();
  }

  function gone() {
    waiting = clearTimeout(waiting);
    complain(LOST);
  }

  // ── choosing ──

  function choose(cards) {
    chosen = cards;
    said = "";
    markPool();
    drawSpots();
    drawFoot();
  }

  const toggle = (card) => choose(chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card]);

  /** The chosen cards go to a place; when none is chosen, those that lie there are. */
  function put(place, spot, cards = chosen) {
    if (!cards.length) return choose(spot.cards.filter((card) => !place.sign.includes(card)));
    choose([]);
    send("put", { cards: cards.join(" "), place: place.name, at: spot.at });
  }

  function back(cards = chosen) {
    const lying = cards.filter((card) => scene.lying[card]);
    choose([]);
    if (lying.length) send("back", { cards: lying.join(" ") });
  }

  function setUp() {
    if (!scene.done) return complain(scene.says);
    going = true;
    send("set-up");
  }

  const set = (place, value, at = null) => send("set", { place: place.name, value, at });

  // ── keys ──

  /** True when the key was meant for this. */
  function onKey({ key, target }) {
    const box = target.closest("dialog");
    if (key === "Escape") {
      if (box) box.close();
      else if (chosen.length || said) choose([]);
      else return false;
      return true;
    }
    if (key === "Tab" || box || target.matches("input, select, textarea")) return false;
    const held = target.closest("[data-card]");
    if (held && step(held, key)) return true;
    if (key === "Enter" && target.closest("button, summary")) return false;
    const letter = key.toLowerCase();
    const cards = chosen.length || !held ? chosen : [held.dataset.card];
    const [place, spot] = scene.places.flatMap((each) => each.spots.map((one) => [each, one])).find(([, one]) => one.key === letter) ?? [];
    if (key === " " && held) toggle(held.dataset.card);
    else if (key === " " && target === frame) return true; // and does not scroll the page away
    else if (place) put(place, spot, cards);
    else if (key === "Backspace" || key === "Delete") back(cards);
    else if (key === "Enter") setUp();
    else if (letter === "u" && scene.undo) send("undo");
    else if (key === "?") showKeys();
    else return false;
    return true;
  }

  /** To another card: along the suit, or to the same rank of another one. */
  function step(held, key) {
    const rows = [...pool.children];
    const row = rows.indexOf(held.parentNode);
    const place = [...held.parentNode.children].indexOf(held);
    const to = { ArrowLeft: [row, place - 1], ArrowRight: [row, place + 1], ArrowUp: [row - 1, place], ArrowDown: [row + 1, place], Home: [row, 0], End: [row, rows[row].children.length - 1] }[key];
    if (!to) return false;
    rows[to[0]]?.children[to[1]]?.focus();
    return true;
  }

  // ── drawing ──

  function draw() {
    frame.setAttribute("aria-label", `Set up a position of ${setup.title}`);
    title.textContent = `A position of ${setup.title}`;
    chosen = chosen.filter((card) => setup.cards.flat().includes(card));
    at ??= setup.cards[0][0];
    renew(pool, setup.cards.map((suit) => h("div.suit", { role: "group", "aria-label": setup.suits[suit[0].slice(-1)]?.name || "cards", "data-key": suit[0] },
      suit.map(drawPick))));
    markPool();
    drawSpots();
    renew(ways, drawWays());
    renew(line, h("code", { tabindex: 0, "data-key": "line" }, scene.line), scene.line && button("Copy the line", copyLine, ".is-small", { "data-key": "copy" }));
    drawFoot();
  }

  function drawPick(card) {
    const where = scene.lying[card];
    const names = where && scene.places.flatMap((each) => each.spots).filter((spot) => where.split(", ").includes(spot.key)).map(({ label }) => label.toLowerCase());
    return h(`div.pick${is("lying", where)}${is("twice", where?.includes(","))}`, { role: "option", tabindex: card === at ? 0 : -1, "aria-selected": `${chosen.includes(card)}`, "data-card": card, "data-key": card, "aria-label": [cardName(card), ...(names || [])].join(", ") },
      drawCard(card, ".mini", MUTE), where && h("kbd", MUTE, where.toUpperCase()));
  }

  function markPool() {
    for (const pick of pool.querySelectorAll("[data-card]")) {
      pick.setAttribute("aria-selected", chosen.includes(pick.dataset.card));
      pick.tabIndex = pick.dataset.card === at ? 0 : -1;
    }
    count.textContent = chosen.length ? `${plural(chosen.length)} chosen` : "";
    drawTip();
  }

  /** In the bar: what the place looked at is for, or what to do now. */
  function drawTip() {
    const place = scene.places.find(({ name }) => name === looked);
    const now = chosen.length ? `${plural(chosen.length)} chosen. Now where ${chosen.length === 1 ? "it goes" : "they go"}.` : "Choose cards, then where they go.";
    tip.replaceChildren(...(place?.help ? [h("b", place.label), " ", ...rich(place.help)] : [now]));
  }

  function drawSpots() {
    renew(spots, scene.places.filter(({ takes }) => takes).map((place) => h(`section.place${is("faulty", place.faulty)}${is("wide", place.many === "by seat" || (place.many && place.spots.length > 1) || (place.kind === "row" && place.spots.length))}`, { "data-key": place.name },
      h("p", h("b", place.label), " ", place.kind === "row" && button("Add", () => set(place, [0, 1, ""], place.spots.length), ".is-small", { "data-key": "add", "aria-label": `Add to ${place.label.toLowerCase()}` }), h("small", { id: `${id}-${place.name}` }, rich(place.help))),
      h("div.spots", { style: `--k:${columns(place)}` }, place.spots.map((spot) => drawSpot(place, spot))))));
  }

  /** How many spots stand beside each other, where there is room: rows are balanced. */
  function columns({ kind, spots: { length } }) {
    if (kind === "row") return 1;
    return length === 4 ? 2 : Math.min(length, 3);
  }

  function drawSpot(place, spot) {
    const here = spot.cards.filter((card) => !place.sign.includes(card));
    const doing = chosen.length ? `put ${plural(chosen.length)} here` : here.length ? "choose them" : "empty";
    const target = h(`button.spot${is("open", chosen.length > 0)}`, { "data-key": `spot ${spot.at}`, onclick: () => put(place, spot), "aria-keyshortcuts": spot.key, "aria-describedby": place.help && `${id}-${place.name}`, "aria-label": [spot.label, ...here.map(cardName), doing].join(", ") },
      spot.key && h("kbd", MUTE, spot.key.toUpperCase()), place.many === "by seat" && token(spot.at, `${spot.at}`),
      place.many !== "by seat" && place.many && h("span", MUTE, spot.at + 1),
      h("span.run", MUTE, spot.cards.map((card) => (place.sign.includes(card) ? h("i.sign", card) : drawCard(card, ".mini", MUTE)))),
      here.length > 1 && h("b", MUTE, here.length));
    const more = place.kind === "row" ? rowParts(place, spot) : place.kind === "move" ? moveParts(place, spot) : [];
    const sign = place.sign.length > 0 && button(place.sign[0], () => send("put", { cards: place.sign[0], place: place.name, at: spot.at }), ".is-small", { "aria-label": `${place.sign[1]}, ${spot.label}`, title: place.sign[1], "data-key": `sign ${spot.at}` });
    return more.length || sign ? h("div.with", { "data-key": `with ${spot.at}` }, more, place.kind !== "move" && target, sign || "",
      place.kind === "row" && button("Remove", () => set(place, null, spot.at), ".is-small.is-quiet", { "data-key": "remove", "aria-label": `Remove ${spot.label}` })) : target;
  }

  /** Who, and of whom or to whom. */
  const rowParts = (place, spot) => [0, 1].map((part) => seatPick(spot.value[part], false, `${part ? "To" : "From"}, ${spot.label}`,
    (seat) => set(place, [...spot.value.map((one, i) => (i === part ? seat : one)), spot.cards.join(" ")], spot.at), `row ${part}`));

  /** A move is written; the chosen cards can be written into it. */
  const moveParts = (place, spot) => [textInput(place, spot),
    button(h("span", spot.key && h("kbd", MUTE, spot.key.toUpperCase()), " + cards"), () => chosen.length && put(place, spot), ".is-small", { "data-key": `write ${spot.at}`, "aria-keyshortcuts": spot.key, "aria-disabled": !chosen.length && "true", "aria-label": `Write the chosen cards into ${spot.label}` })];

  const textInput = (place, spot) => h("input", { value: spot.value ?? "", "data-drawn": `${spot.value}`, "data-key": `text ${spot.at}`, "aria-label": spot.label, maxlength: 400, autocomplete: "off", placeholder: place.none && "none",
    onchange: ({ target }) => set(place, target.value.trim() || (place.none || place.many === "list" ? null : ""), spot.at) });

  function seatPick(value, none, label, call, key = label) {
    const labels = [...(none ? ["–"] : []), ...times(scene.players, (seat) => `seat ${seat}`)];
    const first = none ? 1 : 0;
    return select(labels, value === null ? 0 : value + first, { "aria-label": label, "data-key": key, onchange: ({ target }) => call(none && target.value === "0" ? null : Number(target.value) - first) });
  }

  const way = (label, help, faulty, ...control) => h(`div.given${is("faulty", faulty)}`, { "data-key": label }, h("div", h("b", label), h("small", rich(help))), h("span.among2", control));

  /** All that is not put somewhere: whose turn, who has passed, numbers, options. */
  function drawWays() {
    const others = scene.places.filter(({ takes }) => !takes);
    const now = others.filter(({ kind }) => kind !== "number" && kind !== "text");
    const rest = others.filter(({ kind }) => kind === "number" || kind === "text");
    const fold = (name, ...what) => what.flat().length > 0 && h("details", { "data-key": name }, h("summary", name), what);
    return [now.map(drawWay), way("You", "Who sits in front of the table.", false, seatPick(scene.seat, false, "You", (seat) => send("seat", { value: seat }))),
      fold("Numbers", rest.map(drawWay)), fold("Options", scene.options.map(drawOption))];
  }

  function drawWay(place) {
    const { name, label, help, faulty, spots: parts, many } = place;
    return way(label, help, faulty, parts.map((spot) => [many === "by seat" && token(spot.at, `${spot.at}`), drawValue(place, spot)]), parts.length === 0 && name);
  }

  function drawValue(place, spot) {
    const { kind, none } = place;
    if (kind === "seat") return seatPick(spot.value, none, spot.label, (seat) => set(place, seat, spot.at));
    if (kind === "switch") return button(spot.value ? "yes" : "no", () => set(place, !spot.value, spot.at), ".is-small", { "aria-pressed": `${Boolean(spot.value)}`, "aria-label": spot.label, "data-key": `switch ${spot.at}` });
    if (kind === "seats") {
      return times(scene.players, (seat) => {
        const order = spot.value.indexOf(seat);
        const next = order < 0 ? [...spot.value, seat] : spot.value.filter((one) => one !== seat);
        return h("button.seatpick", { "data-key": `seat ${seat}`, "aria-pressed": `${order >= 0}`, "aria-label": `${spot.label}: seat ${seat}${order < 0 ? "" : `, number ${order + 1}`}`, onclick: () => set(place, next) },
          token(seat, `${seat}`), order >= 0 && spot.value.length > 1 && h("sup", MUTE, order + 1));
      });
    }
    if (kind === "number") {
      return h("input", { type: "number", value: spot.value ?? "", "data-drawn": `${spot.value}`, "data-key": `number ${spot.at}`, "aria-label": spot.label, placeholder: none && "–",
        onchange: ({ target }) => set(place, target.value === "" ? (none ? null : 0) : Number(target.value), spot.at) });
    }
    return textInput(place, spot);
  }

  function drawOption({ name, label, rule, help, choices, labels, least, none, value }) {
    const call = (chosenValue) => send("option", { name, value: chosenValue });
    const input = choices.length ? select(labels.length ? labels : choices, choices.indexOf(value), { "data-key": name, "aria-label": label, onchange: ({ target }) => call(choices[target.value]) })
      : h("input", { type: "number", min: least, value: value ?? "", "data-drawn": `${value}`, "data-key": name, "aria-label": label, placeholder: none && "none", onchange: ({ target }) => call(target.value === "" ? null : Number(target.value)) });
    return h("div.given", { "data-key": name }, h("div", h("b", label), " ", chip(rule), h("small", rich(help))), h("span.among2", input));
  }

  function drawFoot() {
    const wrong = said || scene.wrong;
    speak(alert, scene.report ? drawReport({ text: scene.says, report: scene.report }) : wrong && h("div.refusal", h("div", rich(wrong))));
    speak(status, !wrong && h(`p${is("done", scene.done)}`, scene.done && h("b", MUTE, "✓ "), rich(scene.says)));
    const lying = chosen.filter((card) => scene.lying[card]);
    renew(actions,
      button("Put it on a table", setUp, ".is-main", { "data-key": "set-up", "aria-disabled": !scene.done && "true", "aria-keyshortcuts": "Enter" }),
      button("Take back", () => back(), "", { "data-key": "back", "aria-disabled": !lying.length && "true", "aria-keyshortcuts": "Backspace" }),
      button("Undo", () => scene.undo && send("undo"), ".is-quiet", { "data-key": "undo", "aria-disabled": !scene.undo && "true", "aria-keyshortcuts": "u" }),
      button("Clear", () => { choose([]); send("clear"); }, ".is-quiet", { "data-key": "clear" }),
      scene.guest && button("Cancel", () => send("cancel"), ".is-quiet", { "data-key": "cancel" }));
  }

  /** Change a live region only when it says something else, so that nothing is read twice. */
  function speak(region, content) {
    const next = h("div", content);
    if (next.innerHTML !== region.innerHTML) region.replaceChildren(...next.childNodes);
  }

  const copyLine = ({ target }) => navigator.clipboard?.writeText(scene.line).then(() => {
    target.textContent = "Copied";
    setTimeout(() => { target.textContent = "Copy the line"; }, 1500);
  }, () => getSelection().selectAllChildren(line.firstChild));

  function showKeys() {
    const rows = [["← → ↑ ↓", "another card; Home and End: the first, the last of the suit"], ["Space", "choose the card, or not"],
      ["1 2 …", "put the chosen cards, or the one in focus, in the place with that key"], ["Backspace", "take them back"], ["U", "undo"],
      ["Enter", "put the position on a table"], ["Escape", "clear the choice, close a window"], ["?", "these keys"]];
    openDialog(frame, "Keys", () => {}, h("dl", rows.map(([key, text]) => [h("dt", key.split(" ").map((one) => h("kbd", one))), h("dd", text)])));
  }

  // ── listening ──

  pool.onclick = ({ target }) => {
    const card = target.closest("[data-card]")?.dataset.card;
    if (card) toggle(card);
  };
  pool.addEventListener("focusin", ({ target }) => {
    at = target.closest("[data-card]")?.dataset.card ?? at;
    markPool();
  });
  const look = ({ target }) => {
    looked = target.closest?.("section")?.dataset.key;
    drawTip();
  };
  for (const event of ["pointerover", "focusin"]) spots.addEventListener(event, look);
  for (const event of ["pointerleave", "focusout"]) spots.addEventListener(event, () => look({ target: {} }));
  frame.onclick = ({ target: { dataset: { rule: id } } }) => {
    const rule = rules.get(id);
    if (rule) openDialog(frame, `Rule ${id}`, () => {}, ruleText(rule));
  };
  keepKeys(frame, onKey);
  model.on("change:scene", update);
  model.on("change:below", showBelow);
  model.on("comm_live_update", gone); // Jupyter says so when a kernel is restarted
  el.append(root);
  followHost(root);
  update();
  if (model.get("below")) showBelow();

  return () => {
    clearTimeout(waiting);
    model.off("change:scene", update);
    model.off("change:below", showBelow);
    model.off("comm_live_update", gone);
    opening.then(() => view?.remove());
    root.remove();
  };
}

export default { render: ({ model, el, host }) => arranger(model, el, host) };
