/* A card table in the browser: draws the scene and sends messages back (see scene.py). `draw.js` and
   `zones.js` stand before it. It knows no game and no rule: what may be chosen, and why not, comes with the scene. */

const PATIENCE = 4000; // milliseconds until the table says that the kernel is silent
const DEAF = 700; // milliseconds for which a new curtain cannot be lifted
const LARGEST = 2e6; // bytes of a record
const SILENT = { rule: "", wrong: "The kernel does not answer.", right: "It may be busy with another cell." };
const CUT = { rule: "", wrong: "The connection to the kernel is gone.", right: "The match is still there: wait until JupyterLab has found the kernel again." };
const LOST = "The kernel was restarted, so this table is only a picture.";
const CHANGES = ["move", "next", "go-on", "finish", "again", "new-deal", "new-game", "load", "play-on"]; // what makes a picture old

const heap = ({ label, count }, seat) => image("span.heap", `${label}: ${plural(count)}`, { "data-place": `${label} ${seat}`, "data-count": count }, count > 0 ? h("span.card.back.mini") : h("span.gap"), h("b", MUTE, count), role(label));

function fan({ count, seat }) {
  const backs = Math.min(count, 18);
  return image("span.fan", plural(count), { "data-place": `seat ${seat}`, "data-count": count, style: `--n:${backs};--a:${Math.min(8, 62 / backs)}deg` },
    times(backs, (i) => h("i", { style: `--i:${i}` })), count > 0 && h("b", MUTE, count));
}

function table(model, el, host) {
  const id = unique();
  const pen = pens(() => setup, () => rules);
  const { cardName, drawCard, drawCards, say, chip, reason, ruleText } = pen;
  const kinds = zoneKinds(pen, () => scene.pick?.lay, lay);
  let scene, setup, rules; // rules: a map from ids
  let chosen = []; // cards, by their text, as they lie in the hand
  let at; // the card that Tab reaches
  let looked; // the card under the pointer or the focus
  let want; // where the person put the focus last: it returns there when it can
  let refusal; // said by the table itself
  let quiet; // the choice changed: the scene's own refusal has been read
  let waiting; // a timer, while the kernel owes an answer
  let asked; // what it is to answer
  let held = []; // what was pressed meanwhile
  let heard; // the last scene whose log was read aloud
  let curtain = ""; // who is to take the screen
  let raised = 0; // when the curtain came
  let wish; // what is to be tried when it has answered
  let laying; // what is laid, until the kernel shows it
  let news = []; // lines of the log that are new
  let lost; // what is said of a kernel that is gone
  let saving; // what the kernel last said of files beside the notebook
  let fetching; // this view has asked for the record
  let later; // what waits for the rules

  // Live regions stay where they are, or nothing is read aloud; most else is drawn anew.
  const title = h("h3");
  const meta = h("span.meta");
  const past = h("span.badge.is-gold", "looking back");
  const inspect = button("Look inside", () => send({ type: "inside", on: !model.get("inside") }));
  const bar = h("div.bar", title, meta, past, h("span.push", host && inspect, button("So far", () => showLog(), ".is-log", { "aria-haspopup": "dialog" }), Object.entries({ Rules: () => whenTold(showRules), "New game": () => whenTold(showGame), Settings: showSettings })
    .map(([label, call]) => button(label, call, "", { "aria-haspopup": "dialog" }))));
  let others = h("ul");
  let own = h("div");
  const track = h("div.track");
  const zones = h("div.zones");
  const beside = h("div.asked"); // a question beside the table comes here where that is too narrow for both
  const felt = h("div.felt", others, zones, beside, own);
  const alert = h("div", { role: "alert" });
  const prompt = h("div.prompt", { role: "status" });
  const note = h("div.note", { id: `${id}-note` });
  const hint = h("div", { role: "status" });
  const busy = h("div.busy");
  const actions = h("div.actions");
  const log = group("div.log", "So far");
  log.tabIndex = 0;
  const side = h("div.side", track, h("div.logbox", log));
  const notice = h("div", { "aria-live": "assertive" }); // over the table: of its kernel, of its file
  const saved = h("p", { role: "status", tabindex: -1 }); // two parts of the window with the settings
  const files = h("div");
  const main = h("div.main", h("div", felt, h("div.foot", h("div.say", { tabindex: 0 }, alert, prompt, note, hint, busy), actions)), side);
  const cover = h("div.cover");
  const frame = h("div.frame", { role: "group", tabindex: -1 }, bar, notice, main, cover);
  const below = h("div.below"); // the inspector, while it is open
  const root = h("div", frame);
  root.className = "hk";
  let hand = h("div");
  let opening = Promise.resolve(); // one inspector is drawn or taken away after the other
  let view; // the view of the one that is drawn
  let reviews = false; // whether a review is asked for, and gone to when it is there
  const arranging = h("div.below"); // where a position is set up
  let arranger;

  // ── from the kernel ──

  function restart() {
    setup = model.get("setup");
    if (!setup?.rules) return;
    rules = new Map(setup.rules.map((rule) => [rule.id, rule]));
    frame.setAttribute("aria-label", `${setup.title} table`);
    dress(setup);
    title.textContent = setup.title;
    update();
    if (!setup.short) {
      later?.();
      later = undefined;
    }
  }

  function update() {
    const old = scene;
    scene = model.get("scene");
    if (!scene?.prompt || !rules) return;
    // What the table said by itself stays when nothing was asked and nothing has happened, as when files are listed.
    const idle = !waiting && old?.prompt?.text === scene.prompt.text && old.at === scene.at;
    answered();
    lost = null;
    if (!idle || refusal === SILENT || refusal === CUT) refusal = quiet = null;
    saving = scene.saving ?? saving;
    if (scene.asleep) ready();
    keep(scene.tried.length ? scene.tried : chosen);
    news = heard?.log.length && follows(heard) ? scene.log.slice(heard.log.length) : [];
    if (!scene.curtain) heard = scene; // behind a curtain nobody hears
    const moves = old?.prompt && scene.speed !== "at once" && !scene.curtain && !calm.matches;
    const before = moves && whereabouts(felt);
    keepFocus(draw);
    if (![null, undefined, scene.at].includes(model.get("at"))) tellMoment();
    if (before) travel(felt, before);
    grant();
    if (!waiting) laying = undefined;
    release();
  }

  /** Whether this scene goes on where another ended. Another person reads the same lines in other words. */
  function follows({ log: lines, you }) {
    const last = lines.length - 1;
    return you?.seat !== scene.you?.seat || scene.log[last]?.text === lines[last].text;
  }

  /** The inspector is a widget of its own, drawn below the table while it is open. */
  function showInside() {
    const id = model.get("inside");
    inspect.setAttribute("aria-pressed", Boolean(id));
    opening = opening.then(async () => {
      view?.remove(); // it hears no more of its model
      view = undefined;
      if (!id) return;
      view = await embed(host, id, below);
      if (reviews) visit(below);
      reviews = false;
    }).catch(() => {}); // it is gone already
  }

  /** So is where a position is set up: it comes below, and when it is gone the table has the focus. */
  function showArranger(moved) {
    const id = model.get("arranging");
    opening = opening.then(async () => {
      const left = arranging.contains(focused());
      arranger?.remove();
      arranger = undefined;
      if (left) focus(frame);
      if (left) frame.scrollIntoView({ block: "nearest" });
      if (!id) return;
      arranger = await embed(host, id, arranging);
      if (moved) visit(arranging);
    }).catch(() => {}); // it is gone already
  }

  /** Cells that use the table's value follow it in some notebooks, if the browser tells of it. */
  function tellMoment() {
    model.set("at", scene.at);
    model.save_changes();
  }

  function dress({ four_colours: four, size }) {
    if (four !== undefined) root.classList.toggle("is-four", four);
    if (size) root.classList.toggle("is-projector", size === "projector");
  }

  // ── to the kernel ──

  /** Until the kernel answers nothing else is sent. What is pressed meanwhile waits, but for a second press of
      what plays: a double click plays once. */
  function send(message) {
    if (waiting) return CHANGES.includes(message.type) && CHANGES.includes(asked) ? undefined : hold(() => send(message), message.type);
    waiting = setTimeout(silence, PATIENCE);
    asked = message.type;
    if (!tell(message)) gone();
  }

  const hold = (call, type) => { held.push({ call, type, at: scene.at }); };

  /** Do what was pressed while an answer was due, unless it was meant for a picture that is no more. */
  function release() {
    while (held.length && !waiting) {
      const { call, type, at: then } = held.shift();
      if (!CHANGES.includes(type) || then === scene.at) call();
    }
  }

  /** Send, and wait for nothing. False when there is no kernel to send to. */
  function tell(message) {
    try { model.send({ ...message, rev: scene?.rev }); } catch { return false; }
    return true;
  }

  const ready = () => tell({ type: "ready" });

  /** Rules and options come when somebody looks at the table: a window with them opens once they are there. */
  function whenTold(open) {
    if (!setup.short) return open();
    later = open;
    send({ type: "ready" });
  }

  /** A setting may go at any time, and nobody waits for an answer. */
  function set(change) {
    dress(change);
    if (!tell({ type: "set", ...change })) gone();
  }

  const answered = () => { waiting = clearTimeout(waiting); };

  function silence() {
    answered(); // the person may try again
    held = [];
    laying = undefined;
    const status = model.widget_manager?.kernel?.connectionStatus;
    refusal = status && status !== "connected" ? CUT : SILENT;
    lost = refusal === SILENT && "If it was restarted, this table is only a picture.";
    drawFoot();
    drawNotice();
  }

  /** The kernel was restarted, or has ended. */
  function gone() {
    answered();
    held = [];
    lost = LOST;
    if (!scene?.prompt) return;
    drawNotice();
    drawFiles();
  }

  /** The record has come, which was asked for here: it becomes a file. */
  function receive({ type, file }, buffers) {
    if (type !== "record" || !fetching) return;
    fetching = false;
    const link = h("a", { href: URL.createObjectURL(new Blob([buffers[0]], { type: "application/json" })), download: file });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // ── choosing ──

  /** Why these cards cannot be played, if they cannot. */
  function judge(cards) {
    const { legal, refused, sizes: [least, most] = [], reasons, otherwise, empty } = scene.pick;
    if (cards.length >= least && cards.length <= most) return undefined;
    if (!cards.length) return reasons[empty];
    const listed = (choices) => choices.split(",").includes(cards.join(" "));
    if (listed(legal)) return undefined;
    const known = refused.findIndex(listed);
    return reasons[known < 0 ? otherwise : known];
  }

  function keep(cards) {
    chosen = scene.pick ? offers().map(({ card }) => card).filter((card) => cards.includes(card)) : [];
  }

  function choose(cards) {
    keep(cards);
    refusal = null;
    quiet = true;
    keepFocus(() => { drawZones(); markHand(); drawFoot(); });
    if (scene.pick?.live) attempt(chosen.length ? written(scene.pick.send, chosen) : "");
  }

  /** Ask what a move would be. While an answer is due only the last wish is kept. */
  function attempt(move) {
    wish = move;
    if (!waiting) grant();
  }

  function grant() {
    const move = wish;
    wish = undefined;
    if (move !== undefined) send({ type: "try", move });
  }

  /** The columns of the table on which cards of the hand can be laid now, or of which some can be chosen. */
  const slots = () => (scene.pick?.lay || scene.pick?.on_table) && scene.zones.find(({ kind }) => kind === "columns")?.parts;

  /** What is chosen from: the hand, or cards that lie on the table. */
  const offers = () => (scene.pick?.on_table ? slots().flatMap(({ top, bottom }) => [top, bottom]).filter((one) => one?.pick) : scene.hand);

  /** One more of a column is chosen; when all are, they are put back. */
  function toggleAmong(cards) {
    const all = cards.filter((one) => one?.pick).map(({ card }) => card);
    const next = all.find((card) => !chosen.includes(card));
    choose(next ? [...chosen, next] : chosen.filter((card) => !all.includes(card)));
  }

  /** Lay the chosen card on a card of the table, or take off what lies there. */
  function lay(top, card = chosen[0]) {
    const laid = laying ?? new Map(slots().filter(({ bottom }) => bottom).map((part) => [part.top.card, part.bottom.card]));
    if (card && laid.get(top) !== card) {
      for (const [under, other] of laid) if (other === card) laid.delete(under);
      laid.set(top, card);
    } else if (!laid.delete(top)) {
      refusal = { rule: "", wrong: "No card is chosen.", right: "First choose a card of your hand, then where it goes." };
      return keepFocus(drawFoot);
    }
    chosen = [];
    laying = laid;
    const { lay: one, send: all } = scene.pick;
    attempt(laid.size ? written(all, [...laid].map(([under, other]) => one.replace("{card}", other).replace("{top}", under))) : "");
  }

  /** The answer to a question beside the table that lies here, if there is one. */
  const answer = (kind, key) => el[ASKS]?.choices.find((each) => each.on_table === kind && each.key === `${key}`);

  const toggle = (card) => (el[ASKS]?.open && answer("card", card) ? el[ASKS].toggle(card) : choose(chosen.includes(card) ? chosen.filter((each) => each !== card) : [...(scene.pick?.single ? [] : chosen), card]));

  /** A double click has toggled twice, so the card is as before. Play it if it is a move alone. */
  function playAlone(card) {
    const action = scene.actions.find(({ pick }) => pick);
    if (!action || !scene.pick || (!scene.pick.single && chosen.some((each) => each !== card)) || judge([card])) return;
    choose([card]);
    act(action);
  }

  /** Why an action cannot be done now, if it cannot. */
  const hindrance = ({ ok, why, pick, most }) => (ok && !(chosen.length > most) ? pick && scene.pick && judge(chosen) : why);

  function act(action) {
    if (waiting && asked === "try") { // only the answer says whether it can be done
      return hold(() => { const now = scene.actions.find(({ id: name }) => name === action.id); if (now) act(now); }, "move");
    }
    refusal = hindrance(action);
    if (refusal) {
      alert.replaceChildren(); // a second press speaks again
      keepFocus(drawFoot);
    } else if (action.pick && scene.pick) {
      send({ type: "move", move: written(action.move ?? scene.pick.send, chosen) });
    } else if (action.send) {
      reviews = action.send.type === "review";
      if (reviews && view) visit(below);
      send(action.send);
    }
  }

  // ── keys ──

  /** True when the key was meant for the table. */
  function onKey({ key, target }) {
    const box = target.closest("dialog");
    if (key === "Escape") {
      if (box) box.close();
      else if (chosen.length || refusal) choose([]);
      else return false;
      return true;
    }
    if (key === "Tab" || box || target.matches("input, select, textarea")) return false;
    const slot = target.closest("[data-card]");
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -99, End: 99 }[key];
    const lying = [...zones.querySelectorAll("[data-key]")]; // what can be chosen or laid on there
    const spot = target.closest("[data-key]");
    if (key === "Enter" && target.closest("button, summary")) return false;
    const letter = key.toLowerCase();
    const call = { "?": showKeys, r: () => whenTold(showRules), ",": () => send({ type: "look", by: -1 }), ".": () => send({ type: "look", by: 1 }) }[letter];
    const action = scene.actions.find((each) => (key === "Enter" ? each.kind === "main" : each.key === letter));
    const held = [...hand.children];
    const numbered = /^\d$/.test(key) && slots()?.[(key - 1 + 10) % 10];
    const seats = target.closest("[data-seat]") && [...felt.querySelectorAll("[data-seat]")];
    if (lying.length && ((key === "ArrowUp" && slot && !lying.includes(slot)) || (key === "ArrowDown" && lying.includes(spot)))) (slot && !lying.includes(slot) ? lying : held).find(({ tabIndex }) => tabIndex === 0)?.focus();
    else if (lying.includes(spot) && step) lying[Math.max(0, Math.min(lying.indexOf(spot) + step, lying.length - 1))].focus();
    else if (seats && step) seats[Math.max(0, Math.min(seats.indexOf(target) + step, seats.length - 1))].focus();
    else if (seats && key === " ") el[ASKS].toggle(target.dataset.seat);
    else if (key === "Enter" && el[ASKS]?.open) el[ASKS].submit();
    else if (step && !slot && target === frame) held.find(({ tabIndex }) => tabIndex === 0)?.focus(); // into the hand
    else if (slot && step) held[Math.max(0, Math.min(held.indexOf(slot) + step, held.length - 1))].focus();
    else if (key === " " && target === frame) return true; // and does not scroll the page away
    else if (slot && key === " ") toggle(slot.dataset.card);
    else if (numbered && scene.pick.on_table) toggleAmong([numbered.top, numbered.bottom]);
    else if (numbered) lay(numbered.top.card, chosen[0] ?? slot?.dataset.card);
    else if (action) act(action);
    else if (call) call();
    else return false;
    return true;
  }

  // ── focus ──

  const focused = () => root.getRootNode().activeElement;
  const swap = (old, node) => { old.replaceWith(node); return node; };
  const find = (key) => [...main.querySelectorAll("[data-key]")].find((node) => node.dataset.key === key);
  const focus = (node) => node.focus({ preventScroll: true });

  /** Draw, then put the focus back where it was, or near. A button that went away may come back. */
  function keepFocus(drawing) {
    const before = focused();
    const place = [...hand.children].indexOf(before);
    const inside = frame.contains(before) && !before.closest("dialog");
    drawing();
    const now = focused();
    if (!inside || (frame.contains(now) && now !== frame)) return;
    const wanted = want;
    focus(main.hidden ? cover.firstChild : find(want) ?? hand.children[Math.min(place, hand.children.length - 1)] ?? frame);
    if (place < 0) want = wanted;
  }

  // ── the table ──

  function draw() {
    const { seats, turned, you } = scene;
    drawCover(scene.curtain); // first: what comes into a region that is not shown is not read aloud
    frame.classList.toggle("is-turned", turned);
    meta.textContent = scene.past ? `${scene.meta}, ${scene.past}` : scene.meta;
    past.hidden = !scene.past;
    others = swap(others, h(`ul.seats${is("many", seats.length > 3)}${is("open", seats.some(({ cards }) => cards))}`,
      { "aria-label": "Other players", role: seats.some(({ seat }) => answer("seat", seat)) && "radiogroup" },
      seats.map((seat) => h(`li.seat${is("turn", seat.turn)}${is("dim", seat.dim)}`, asking(seat),
        seat.cards ? drawCards(seat.cards, "span.run", ".mini") : h("span.held", fan(seat), seat.piles?.map((pile) => heap(pile, seat.seat))), who(seat), role(seat.role), badges(seat.badges), told("seat", seat.seat)))));
    own = swap(own, h("div.own", drawHand(scene.curtain ? [] : scene.hand),
      you && h(`div.you${is("turn", you.turn)}`, asking(you), who(you), role(you.role), badges(you.badges), you.piles?.map((pile) => heap(pile, you.seat)), told("seat", you.seat))));
    drawZones();
    markHand();
    drawFoot();
    drawTrack();
    drawLog();
    drawNotice();
    drawFiles();
  }

  /** What makes a seat an answer to a question beside the table. */
  function asking({ seat }) {
    const { key, state } = answer("seat", seat) ?? {};
    const { open, said } = el[ASKS] ?? {};
    return key ? { role: "radio", "data-seat": key, "data-key": `seat ${key}`, "data-told": state, tabindex: open ? 0 : -1, "aria-checked": `${said.includes(key)}`, "aria-disabled": !open && "true" } : {};
  }

  /** What became of an answer, in a word on what it is. */
  function told(kind, key) {
    const { state } = answer(kind, key) ?? {};
    return state && h(`span.mark.is-${state}`, MUTE, `${SIGNS[state]} `, h("span", state));
  }

  /** What it would look like to play the chosen card, if the scene tells. */
  const preview = () => (chosen.length === 1 ? scene.previews?.[chosen[0]] : undefined);

  function drawZones() {
    const would = preview();
    const piles = scene.zones.filter(({ kind }) => kind === "pile").length;
    zones.style.setProperty("--piles", Math.ceil(piles / 4));
    zones.replaceChildren(...scene.zones.map((zone, i) => {
      const list = zone.terms ? "terms" : "parts";
      const drawn = zone[list]?.map((part, j) => (would?.zone === i && would.part === j ? { ...would.value, would: true } : part));
      const node = kinds[zone.kind]?.({ ...zone, [list]: drawn }) ?? "";
      return zone.kind === "pile" ? node : h("div.rest", node);
    }));
  }

  function drawTrack() {
    const { label, goal, rows } = scene.track ?? { rows: [] };
    track.hidden = !rows.length;
    track.replaceChildren(h("h4", label), h("ul", { "aria-label": label }, rows.map(({ seat, name, value, text }) =>
      h("li", { style: `--v:${Math.max(0, Math.min(1, value / goal))}` }, named(name), h("span.rail", MUTE, h("i"), token(seat, name)), h("b", text)))),
    h("div.scale", MUTE, [0, 1, 2, 3, 4, 5].map((fifth) => h("span", Math.round((goal * fifth) / 5)))));
  }

  function drawHand(cards) {
    const { pick } = scene;
    const marked = ({ card, mark }) => mark ?? (scene.hint?.cards.includes(card) && "hint");
    const word = (each) => [marked(each), each.tag].filter(Boolean).join(" ");
    if (!cards.some(({ card }) => card === at)) at = (cards.find(({ dim }) => !dim) ?? cards[0])?.card;
    hand = h(`div.hand${is("few", cards.length < 7)}${is("many", cards.length > 16)}${is("packed", cards.length > 11)}${is("noted", cards.some(word))}`, {
      role: "listbox", "aria-multiselectable": (el[ASKS] ? el[ASKS].several : !pick?.single) && "true", "aria-label": `Your hand, ${plural(cards.length)}`,
      "aria-disabled": !pick && !(el[ASKS]?.open && cards.some(({ card }) => answer("card", card))) && "true", hidden: !cards.length,
    }, cards.map((each, i) => {
      const { card, dim, low, laid } = each;
      return h(`div.slot${is("dim", dim)}${is("marked", marked(each))}${is("low", low)}${is("laid", laid)}`, {
        role: "option", style: `--d:${i - (cards.length - 1) / 2}`, "data-card": card, "data-key": `card ${card}`, "data-told": answer("card", card)?.state,
        "aria-label": [cardName(card), answer("card", card)?.state, word(each), low && "not enough", laid && "laid", dim && "cannot be played now"].filter(Boolean).join(", "),
        "aria-describedby": dim && note.id,
      }, drawCard(card, "", MUTE), told("card", card) || word(each) && h(`span.mark${is("tag", !marked(each))}`, MUTE, word(each), low && h("i", ", no")));
    }));
    return hand;
  }

  function markHand() {
    const held = [...hand.children];
    for (const slot of held) slot.setAttribute("aria-selected", (el[ASKS]?.open ? el[ASKS].said : chosen).includes(slot.dataset.card));
    const lying = [...zones.querySelectorAll("[data-card]")];
    for (const one of lying) {
      const { card } = one.dataset;
      one.setAttribute("aria-checked", chosen.includes(card));
      one.classList.toggle("is-marked", Boolean(scene.hint?.cards.includes(card)));
    }
    for (const cards of [held, lying]) {
      const reached = cards.find(({ dataset }) => dataset.card === at) ?? cards[0]; // by Tab and by ↑ ↓
      for (const card of cards) card.tabIndex = card === reached ? 0 : -1;
    }
  }

  const lines = () => h("ol", scene.log.map((line) => h(`li.is-${line.kind ?? "move"}`, named(line.who), h("span", say(line.text)), chip(line.rule))));

  /** What happened: beside the table where there is room, else in a window. */
  function drawLog() {
    log.replaceChildren(h("div", h("h4", "So far"), lines()));
  }

  const showLog = () => dialog("So far", h("div.log", scene.log.length ? lines() : h("p", "Nothing has happened yet.")));

  // ── the foot: one place speaks ──

  function drawFoot() {
    const refused = refusal ?? (quiet ? null : scene.refusal);
    hand.classList.toggle("is-refused", Boolean(refused) && refused !== SILENT && refused !== CUT);
    prompt.hidden = note.hidden = Boolean(refused);
    speak(alert, scene.error && drawReport(scene.error), refused && reason("div.refusal", refused));
    speak(prompt, unseen(news.map((line) => (line.who ? [line.who, ": ", say(line.text), ". "] : [say(line.text), " "]))), h("p", say(scene.prompt.text)));
    speak(hint, scene.hint && drawHint(scene.hint));
    hint.parentNode.classList.toggle("is-quiet", Boolean(quiet));
    busy.replaceChildren(...(scene.busy && !lost ? [h("i"), h("i"), h("i"), scene.busy] : []));
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
    const look = scene.pick && !chosen.includes(looked) && scene.hand.some(({ card, dim }) => dim && card === looked);
    const because = look ? judge([looked]) : chosen.length && judge(chosen);
    const would = preview() ?? (!chosen.length && scene.previews?.[looked]);
    note.replaceChildren(because ? reason("div.because", because) : h("p", say(would ? would.text : scene.prompt.small)));
  }

  function drawHint({ text, cards, considered }) {
    return h("div.hint", h("p", h("b", "Hint"), " ", say(text), " ",
      scene.pick && cards.length > 0 && button("Choose", () => choose(scene.hint.cards), ".is-small")),
    considered.length > 0 && h("details", h("summary", "What was weighed"), h("ol", considered.map(({ move, value, text }) =>
      h("li", h("b", say(move)), h("span", value), h("span", say(text)))))));
  }

  function drawAction(action) {
    const { kind, key, pick, label, move } = action;
    const no = hindrance(action);
    const cards = pick && !move ? chosen : []; // with several such buttons the felt shows what is chosen
    return button(h("span", label, cards.length > 5 ? ` ${plural(cards.length)}` : say(cards.map((card) => ` {${card}}`).join(""))),
      () => act(action), `.is-${kind}`, {
        "data-key": `action ${action.id}`, "aria-disabled": no && "true", title: no && `${no.wrong} ${no.right}`.replace(/[{}]/g, ""),
        "aria-keyshortcuts": key && (key === "enter" ? "Enter" : key),
      });
  }

  /** Over the table: what is wrong with its kernel, or with its file. */
  function drawNotice() {
    const { file, trouble } = scene.kept ?? {};
    const code = `Table.load(${JSON.stringify(file)})`;
    const help = file ? h("span", h("code", code), " brings the match back. ", copier("Copy the line", `from handkit.table import Table\n${code}`))
      : "Run the cell again for a new game. Next time, save it in Settings.";
    speak(notice, lost ? h("div.lost", h("b", lost), " ", help) : trouble && h("div.lost", trouble));
  }

  /** Whether the curtain has only just come: a press was meant for what stood there. */
  const deaf = () => performance.now() - raised < DEAF;

  /** Between two people at one screen: nothing of the table is on view. */
  function drawCover(name) {
    // Asked only when it is needed: an answer makes the browser lay out the whole page.
    if (name && !main.hidden) cover.style.minHeight = `max(400px, ${main.offsetHeight}px)`;
    main.hidden = Boolean(name);
    if (name !== curtain) raised = performance.now();
    curtain = name;
    const lift = () => { if (!deaf()) send({ type: "uncover" }); };
    cover.replaceChildren(...(name ? [h("h4", { tabindex: -1 }, `Pass the screen to ${name}`), h("p", `The cards stay covered until ${name} is here.`),
      scene.refusal ? reason("div.refusal", scene.refusal) : "",
      button(`I am ${name}: show my cards`, lift, ".is-main", { "aria-disabled": deaf() && "true" })] : []));
    cover.hidden = !name;
    if (name && deaf()) setTimeout(() => cover.lastChild?.removeAttribute("aria-disabled"), DEAF);
  }

  // ── windows over the table ──

  const dialog = (title, ...body) => openDialog(frame, title, () => {
    if (!frame.contains(focused())) focus(find(want) ?? frame);
  }, ...body);

  /** A button of a window that waits while a question is open, which `waits` says at the head of the window. */
  const pressed = (label, call, kind) => button(label, (event) => { if (!scene.closed) call(event); }, kind,
    { "aria-disabled": scene.closed && "true", title: scene.closed });
  const waits = () => scene.closed && h("p.role", scene.closed);

  function showRules() {
    const parts = setup.sections.map(([id, name]) => h("section", { tabindex: -1 }, h("h4", `${id} ${name}`),
      setup.rules.filter((rule) => rule.id.startsWith(`${id}.`)).map(ruleText)));
    dialog(`${setup.title}: the rules`, h("div.actions", setup.sections.map(([, name], i) => button(name, () => parts[i].focus(), ".is-small"))), parts);
  }

  function field(label, input, { rule = "", help = "" }) {
    input.id = `${id} ${label}`.replace(/\W/g, "-");
    return h("div.field", h("span", h("label", { for: input.id }, label), " ", chip(rule), h("small", say(help))), input);
  }

  function showGame() {
    const { options, people, levels, front } = setup;
    const players = options.find(({ name }) => name === "players");
    const rows = times(Math.max(people.length, ...(players?.choices ?? [])), (i) => {
      const { name, level } = people[i] ?? { name: `Player ${i + 1}`, level: levels[0] };
      const label = (text) => ({ "aria-label": `${text} seat ${i + 1}` });
      const player = select(["a person", ...levels.map((each) => `computer, ${each}`)], levels.indexOf(level) + 1, { name: " level", ...label("Who plays") });
      return h("fieldset",
        h("input", { type: "radio", name: " front", value: i, checked: i === front, ...label("You have"), onchange: () => { player.value = 0; } }),
        h("input", { name: " name", value: name, required: true, maxlength: 20, ...label("Name of") }), player);
    });
    const fields = options.map((option) => {
      const { name, label, choices, labels, least, none, value } = option;
      return field(label, choices.length ? select(labels.length ? labels : choices, choices.indexOf(value), { name })
        : h("input", { type: "number", name, min: least, value: value ?? "", required: !none, placeholder: none && "none" }), option);
    });
    const values = (data) => Object.fromEntries(options.map(({ name, choices }) => [name, choices.length ? choices[data.get(name)] : data.get(name) ? Number(data.get(name)) : null]));
    /** As many seats as the option says; yours is among them. */
    const fit = () => {
      const count = values(new FormData(form)).players ?? people.length;
      rows.forEach((row, i) => { row.disabled = row.hidden = i >= count; });
      if (!new FormData(form).get(" front")) rows[0].firstChild.click();
    };
    const onsubmit = (event) => {
      if (scene.closed) return event.preventDefault();
      const data = new FormData(form);
      const level = data.getAll(" level");
      const seats = data.getAll(" name").map((name, i) => ({ name, level: ["person", ...levels][level[i]] }));
      send({ type: "new-game", options: values(data), seats, front: Number(data.get(" front")), seed: data.get(" seed").trim() });
    };
    const form = h("form", { method: "dialog", onsubmit, onchange: () => fit() }, fields, h("h4", "Seats"), h("p.role", "Mark the seat that is yours."), rows,
      field("Deal word", h("input", { name: " seed", autocomplete: "off" }), { help: "Optional: the same word gives the same cards." }),
      h("div.actions", h("button.btn.is-main", { type: "submit", "aria-disabled": scene.closed && "true", title: scene.closed }, "Start"), button("Cancel", shut),
        host && setup.arranges && pressed("Set up a position", (event) => { shut(event); send({ type: "arrange" }); }, ".is-quiet")));
    fit();
    dialog("New game", waits(), form);
  }

  function showSettings() {
    const deal = (label, type) => pressed(label, (event) => { shut(event); send({ type }); });
    const pick = (name, choices, value) => select(choices, choices.indexOf(value), { onchange: ({ target }) => set({ [name]: choices[target.value] }) });
    const has = (name) => root.classList.contains(name);
    const hues = Object.values(setup.suits).map(({ hue }) => hue);
    const unlike = new Set(hues).size === hues.length; // each suit has a colour of its own already
    dialog("Settings", waits(),
      field("Speed", pick("speed", setup.speeds, scene.speed), { help: "How fast computer players move." }),
      !unlike && field("Four colours", h("input", { type: "checkbox", checked: has("is-four"), onchange: ({ target }) => set({ four_colours: target.checked }) }), { help: "Each suit in a colour of its own." }),
      field("Size", pick("size", ["normal", "projector"], has("is-projector") ? "projector" : "normal"), { help: "Everything larger, for a projector." }),
      h("div.actions", deal("New deal", "new-deal"), deal("Same deal again", "again"), button("Keys", showKeys, ".is-quiet")),
      h("h4", "Save"), saved, files);
    drawFiles();
    if (!tell({ type: "files" })) gone();
  }

  /** The part of the settings in which the match is saved, and another is opened. */
  function drawFiles() {
    const { file, trouble } = scene.kept ?? {};
    const { offer = "a new file", files: names = [] } = saving ?? {};
    const state = JSON.stringify([file, trouble, offer, names, scene.closed]);
    if (!files.isConnected || files.dataset.state === state) return; // so that the focus stays where it is
    files.dataset.state = state;
    const inside = files.contains(focused());
    const row = (help, ...control) => h("div.field", h("small", help), h("span", control));
    const load = (message) => send({ type: "load", ...message });
    const upload = async (event) => {
      const [picked] = event.target.files;
      shut(event);
      if (picked.size <= LARGEST) return load({ record: await picked.text() });
      refusal = { rule: "", wrong: "This file is larger than any record of a match.", right: "" };
      return drawFoot();
    };
    const input = h("input", { type: "file", accept: ".json", hidden: true, onchange: upload });
    const list = select(names, 0, { "aria-label": "Matches beside the notebook" });
    saved.replaceChildren(...(trouble ? [trouble] : file ? ["Kept in ", h("b", file), ", which is written after every move."] : ["Not saved: when the kernel stops, this match is gone."]));
    files.replaceChildren(
      file ? "" : row(`As ${offer}, beside the notebook. From then on it is written after every move.`, pressed("Save here", () => send({ type: "save" }))),
      row("On Binder all is forgotten ten minutes after the last use: download what should last.", pressed("Download", () => { fetching = true; send({ type: "download" }); })),
      row("A match that was downloaded, in place of this one.", pressed("Open a file", () => input.click()), input),
      names.length ? h("div.field", h("small", "Or one that lies beside the notebook:"),
        h("span.among", list, pressed("Open", (event) => { shut(event); load({ file: names[list.value] }); }))) : "");
    if (inside) focus(saved);
  }

  function showKeys() {
    const own = scene.actions.filter(({ key }) => key.length === 1).map(({ key, label }) => [key.toUpperCase(), label]);
    const laying = slots() ? [["1 … 9 0", scene.pick.lay ? "lay the card on that attacking card, or take off what lies there" : "choose a card there"], ["↑ ↓", "to the cards on the table, and back to the hand"]] : [];
    const rows = [["← →", "another card; Home and End: the first, the last"], ["Space", "choose the card, or put it back"],
      ["Enter", "do what the coloured button says"], ...laying, ...own, ["Escape", "clear the choice, close a window"], [", .", "look back by a move, and on"], ["R", "the rules"], ["?", "these keys"]];
    dialog("Keys", h("dl", rows.map(([key, text]) => [h("dt", key.split(" ").map((one) => h("kbd", one))), h("dd", text)])), h("p.role", "They work while the focus is in the table."));
  }

  // ── listening ──

  const onCard = (call) => (event) => {
    const card = event.target.closest("[data-card]")?.dataset.card;
    if (card) call(card);
  };
  const look = (card) => { looked = card; drawNote(); };
  felt.onclick = (event) => {
    const { seat } = event.target.closest("[data-seat]")?.dataset ?? {};
    if (seat) el[ASKS].toggle(seat);
    else onCard(toggle)(event);
  };
  felt.ondblclick = onCard(playAlone);
  felt.onpointerover = onCard(look);
  felt.onpointerout = () => look();
  felt.addEventListener("focusin", onCard((card) => { at = card; markHand(); look(card); }));
  felt.addEventListener("focusout", () => look());
  main.addEventListener("focusin", ({ target }) => { want = target.dataset.key ?? want; });
  frame.onclick = ({ target: { dataset: { rule: id } } }) => id && whenTold(() => {
    const rule = rules.get(id);
    if (rule) dialog(`Rule ${id}`, ruleText(rule));
  });
  keepKeys(frame, onKey);
  el.addEventListener("handkit-asks", () => scene?.prompt && keepFocus(draw));
  model.on("change:scene", update);
  model.on("change:setup", restart);
  model.on("change:inside", showInside);
  model.on("change:arranging", showArranger);
  model.on("msg:custom", receive);
  model.on("comm_live_update", gone); // Jupyter says so when a kernel is restarted
  el.append(root, arranging, below);
  followHost(root);
  restart();
  if (host && model.get("inside")) showInside();
  if (host && model.get("arranging")) showArranger();
  // Whoever first sees the table asks for the rules' texts; from then on computer players move. So after
  // "run all cells" each table waits as it was set until its reader comes to it.
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    if (!setup || setup.short) ready();
  });
  watch.observe(root);

  return () => {
    clearTimeout(waiting);
    watch.disconnect();
    model.off("change:scene", update);
    model.off("change:setup", restart);
    model.off("change:inside", showInside);
    model.off("change:arranging", showArranger);
    model.off("msg:custom", receive);
    model.off("comm_live_update", gone);
    root.remove();
    opening.then(() => [view, arranger].forEach((each) => each?.remove()));
    below.remove();
    arranging.remove();
    tell({ type: "gone" });
  };
}

export default { render: ({ model, el, host }) => table(model, el, host) };
