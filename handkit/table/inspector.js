/* What is inside a match, below its table or in a cell of its own: draws what inspector.py sends, and sends
   messages back. `draw.js` stands before it. It knows no game and no rule. */

const PATIENCE = 4000; // milliseconds after which a message is no longer waited for
const SILENT = "The kernel does not answer. It may be busy with another cell.";
const LOST = "The kernel was restarted, so this is only a picture. Run the cell again.";
const TABS = { state: "State", moves: "Moves", events: "Events", knowledge: "Knowledge", thinking: "Thinking", review: "Review" };

function inspector(model, el) {
  const id = unique();
  let setup, rules, inside;
  let later; // a rule that is asked for before its text has come
  let waiting; // a timer, while the kernel owes an answer
  let next; // the message that is to go when it has answered: the last one that was meant
  let asked; // the move that the kernel was asked about
  let sought; // the moment that the slider stands at, while others are shown on the way there
  let typed = ""; // what stands in the field for it
  const { drawCard, cardName, say, chip, reason, ruleText } = pens(() => setup, () => rules);

  // What is used while it changes stays where it is; the rest is drawn anew.
  const slider = h("input", { type: "range", min: 0, "aria-label": "Move", oninput: () => look(Number(slider.value)) });
  const clock = h("div.ctl");
  const here = h("span.name");
  const marks = h("span", MUTE);
  const mine = h("div.line.is-on", here, h("span.way", slider, marks)); // the line of play that is shown
  const others = h("div.lines");
  const noted = h("p.role");
  const time = group("div.time", "Time", clock, mine, others, noted);
  const tabs = h("div.tabs", { role: "tablist", "aria-label": "Look inside" }, Object.entries(TABS).map(([key, name]) =>
    h("button.tab", { role: "tab", id: `${id}-${key}`, "aria-controls": `${id}-panel`, onclick: () => send({ type: "tab", tab: key }) }, name)));
  const wrong = h("div", { role: "alert" });
  const body = h("div");
  const panel = h("div.panel", { role: "tabpanel", id: `${id}-panel`, tabindex: -1 }, wrong, body);
  const frame = h("div.insp", { role: "group", "aria-label": "Look inside", tabindex: -1 }, time, tabs, panel);
  const root = h("div", frame);
  root.className = "hk";

  function restart() {
    setup = model.get("setup");
    rules = new Map((setup.rules ?? []).map((rule) => [rule.id, rule]));
    root.classList.toggle("is-four", setup.four_colours);
    update();
    later?.();
  }

  function update() {
    inside = model.get("inside");
    if (!inside?.rev || !setup) return;
    waiting = clearTimeout(waiting);
    if (inside.wrong || inside.time?.at === sought) sought = undefined;
    keepFocus(draw);
    const message = next;
    next = undefined;
    if (message && !inside.covered) send(message);
    if (inside.asleep && root.isConnected) tell({ type: "ready" });
  }

  /** Until the kernel answers only the last message is kept, and sent then. */
  function send(message) {
    sought = message.type === "look" ? message.to ?? undefined : undefined;
    if (waiting) {
      next = message;
      return;
    }
    waiting = setTimeout(() => {
      waiting = next = sought = undefined;
      complain(SILENT);
    }, PATIENCE);
    if (!tell(message)) gone();
  }

  /** Send, and wait for nothing. False when there is no kernel to send to. */
  function tell(message) {
    try { model.send(message); } catch { return false; }
    return true;
  }

  function gone() {
    waiting = clearTimeout(waiting);
    complain(LOST);
  }

  const complain = (text) => renew(wrong, text && reason("div.refusal", { rule: "", wrong: text, right: "" }));

  const look = (to) => send({ type: "look", to });

  function inquire(move) {
    typed = move;
    if (move.trim()) send({ type: "ask", move });
  }

  /** Draw, then put the focus back on what has the same key. */
  function keepFocus(drawing) {
    const before = root.getRootNode().activeElement;
    const key = frame.contains(before) && before.dataset.key;
    drawing();
    if (!key || frame.contains(root.getRootNode().activeElement)) return;
    const found = [...frame.querySelectorAll("[data-key]")].find((node) => node.dataset.key === key);
    (found ?? panel).focus({ preventScroll: true });
  }

  const press = (label, key, message, kind = ".is-small", more = {}) => button(label, () => send(message), kind, { "data-key": key, ...more });
  const lead = (...text) => h("p.lead", text);

  // ── drawing ──

  function draw() {
    const { covered, error, tab } = inside;
    time.hidden = tabs.hidden = Boolean(covered || error);
    complain(inside.wrong);
    if (covered) {
      typed = asked = "";
      [clock, marks, others].forEach((place) => renew(place));
      slider.removeAttribute("aria-valuetext");
      return renew(body, h("p", { "data-key": "covered" }, covered));
    }
    if (error) return renew(body, drawReport(error));
    drawTime(inside.time);
    for (const node of tabs.children) {
      const on = node.id === `${id}-${tab}`;
      node.setAttribute("aria-selected", on);
      node.tabIndex = on ? 0 : -1;
      if (on) panel.setAttribute("aria-labelledby", node.id);
    }
    renew(body, h("div", { "data-key": tab }, PANELS[tab](inside.body)));
  }

  function drawTime({ at, now, past, line, lines, text, marks: rounds }) {
    const longest = Math.max(1, ...lines.map(({ length }) => length));
    const reach = ({ fork, length }) => `--a:${fork};--b:${length};--n:${longest}`;
    const { length } = lines.find(({ name }) => name === line);
    renew(clock,
      button("Back", () => look(Math.max(0, at - 1)), ".is-small", { "data-key": "back", "aria-disabled": at === 0 && "true" }),
      h("b.now", `Move ${at} of ${length}`),
      button("On", () => look(Math.min(length, at + 1)), ".is-small", { "data-key": "on", "aria-disabled": at === length && "true" }),
      h("span.text", say(text)),
      h("span.push",
        past && press("Play on from here", "play-on", { type: "play-on" }),
        past && press(`Back to now, move ${now}`, "now", { type: "look", to: null }),
        press(inside.open ? "Cover the cards" : "Show all cards", "open", { type: "open", on: !inside.open }, ".is-small", { "aria-pressed": `${inside.open}` })));
    here.textContent = line;
    slider.max = length;
    slider.value = sought ?? at;
    slider.style = mine.style = reach({ fork: 0, length });
    slider.setAttribute("aria-valuetext", `Move ${at} of ${length}: ${plain(text)}`);
    renew(marks, rounds.map(([moment, name]) => h("i.notch", { title: name, style: `--p:${moment / longest}` })));
    renew(others, lines.filter(({ name }) => name !== line).map((one) => h("div.line", { "data-key": `name ${one.name}` }, h("span.name", one.name), h("button.way", {
      onclick: () => send({ type: "line", name: one.name }), "data-key": `line ${one.name}`, style: reach(one),
      "aria-label": `Go to ${one.name}: ${one.length} moves${one.from && `, as ${one.from} up to move ${one.fork}`}` }, h("i"), h("u")))));
    noted.textContent = inside.opened.length ? `The cards were opened at move ${inside.opened.join(", ")}.` : "";
    noted.hidden = !inside.opened.length;
  }

  /** A sentence without its marks, to be read aloud. */
  const plain = (text) => text.replace(/\{([^{}]+)\}/g, (_, card) => cardName(card));

  /** A value of the state, its cards drawn as cards. */
  const value = (text) => say(text.replace(/\w+/g, (word) => (setup.deck.some((suit) => suit.includes(word)) ? `{${word}}` : word)));

  function drawField({ name, text, note, before, parts }) {
    const row = h("span.row", h("span.key", name), h("span", before !== undefined && [h("del", unseen("before: "), value(before || "nothing")), " → "], before === undefined ? value(text) : h("ins", unseen("now: "), value(text || "nothing"))), note && h("span.why", note));
    if (!parts?.length) return h(`li${is("changed", before !== undefined)}`, row);
    const changed = (part) => part.before !== undefined || part.parts?.some(changed);
    const open = parts.length < 8 || parts.some(changed);
    return h("li", h("details", { open, "data-drawn": `${open}` }, h("summary", row), h("ul", parts.map(drawField))));
  }

  function place({ name, seat, cards, backs, known }) {
    const row = [...cards.map((card) => h(`span.counted${is("known", known[card])}`, { title: known[card] && `known to ${known[card]}` }, drawCard(card, ".mini"), known[card] && unseen(`, known to ${known[card]}`))),
      ...times(backs, () => h("span.card.back.mini", MUTE))];
    return h("li", seat === null ? h("span", name) : who({ seat, name }), h("span.run", row, backs > 0 && unseen(`${plural(backs)} face down`)));
  }

  const know = (title, small, places) => h("section.know", h("h4", title, h("small", small)), h("ul", places.map(place)));

  /** A bar, and the thin line over it: where each begins and how long it is, in hundredths. */
  const extent = ([from, length]) => ({ style: `--a:${from};--l:${length}` });
  const rail = (share, line) => h("span.bar1", MUTE, h("i", extent(share)), line && h("u", extent(line)));
  const bar = ({ text, value, bar: share, line }, more) => [h("span.mv", say(text)), rail(share, line), h("span.n", value), more];

  /** Differences on one axis: a dot for each, a line as far as the true one may lie from it, and the labels below. */
  const estimates = (rows, axis, zero, label, more = (row) => h("span.role", row.asked && "asked")) => {
    const grid = axis.map(([at]) => h(`s${is("zero", at === zero)}`, extent([at, 0])));
    const drawn = ({ dot: [mean, low, high] }) => h("span.est", MUTE, grid.map((one) => one.cloneNode()), h("u", extent([low, high - low])), h("i", extent([mean, 0])));
    return [h("ul.bars", { "aria-label": label }, rows.map((row, i) => h(`li${is("best", i === 0)}`, h("span.mv", say(row.text)), drawn(row), h("span.n", row.value), more(row))),
      h("li.axis", MUTE, h("span"), h("span.est", axis.map(([at, text]) => h("b", extent([at, 0]), text)))))];
  };

  const PANELS = {
    state({ about, fields, words, code }) {
      return [lead(inside.time.at ? `After move ${inside.time.at}. What it changed is marked, before → after. ` : "The beginning. ", "In code: ", h("code", about)),
        h("ul.tree", { "aria-label": "State" }, fields.map(drawField)),
        h("details", { "data-key": "words" }, h("summary", "The table in words"), h("p.words", words)),
        h("div.ctl", press("Code for this position", "code", { type: "code" })),
        code && h("div", { "data-key": "lines" }, h("p.role", inside.open ? "It tells all cards." : "The cards that you do not see are dealt at random: show all cards for the true ones."),
          h("textarea", { readonly: true, rows: 4, "aria-label": "Code for this position", onfocus: ({ target }) => target.select() }, code),
          copier("Copy", code))];
    },

    moves({ who, turn, to_move, moves, number: [number, counted], verdict: answer }) {
      const left = number > counted ? `the first of more than ${counted}` : `and ${number - moves.length} more`;
      if (inside.asked !== asked && !root.getRootNode().activeElement?.matches(`#${id}-ask`)) typed = inside.asked;
      asked = inside.asked;
      const ask = h("input", { id: `${id}-ask`, autocomplete: "off", spellcheck: "false", "aria-label": "A move to ask about", maxlength: 300, value: typed, "data-drawn": typed,
        oninput: ({ target }) => { typed = target.value; } });
      const verdict = h("div", { role: "status" }, answer && h(`div.reply.is-${answer.ok ? "pine" : "clay"}`, h("p", h("b", say(answer.move)), " ", h("span.badge", answer.ok ? "may be played" : "refused"), " ", chip(answer.rule)),
        h("p", say(answer.wrong), " ", h("small", say(answer.right)))));
      const deck = h("details", { "data-key": "deck" }, h("summary", "Pick any cards"), h("div.deck", setup.deck.map((suit) => h("div", suit.map((card) =>
        h("button.pickcard", { "aria-label": cardName(card), "data-key": `pick ${card}`, "aria-pressed": `${picked().includes(card)}`, onclick: () => toggle(card) }, drawCard(card, ".mini", MUTE)))))));
      return [lead(turn ? `What ${who === "You" ? "you" : who} may do now. Choose a move for its rule.` : `${to_move ? `${to_move} is to move` : "Nobody is to move"}, so nothing is offered here. Ask about any move all the same.`),
        moves.length > 0 && h("div.offered", moves.map(([move, text]) => button(h("span", say(text)), () => inquire(move), ".is-small", { "data-key": `ask ${move}` })), number > moves.length && h("span.role", left)),
        h("div.field", h("label", { for: ask.id }, "Ask about any move"), h("span.ctl", ask, button("May I?", () => inquire(typed), ".is-small", { "data-key": "ask" }))), deck, verdict];
    },

    events({ lines, before, after, earlier, later }) {
      const { at } = inside.time;
      const go = (label, moments) => moments.map((moment) => press(label, label, { type: "look", to: moment }));
      const more = (label, count, line) => count > 0 && press(`${count} ${label}`, label, { type: "look", to: line.at });
      return [lead("Choose an event to go to that moment."),
        h("div.ctl", go("The round before", earlier), more("earlier events", before, lines[0]), more("later events", after, lines[lines.length - 1]), go("The next round", later)),
        h("ol.evs", { "aria-label": "Events" }, lines.map((line) => h(`li${is("later", line.at > at)}`,
          h("button.ev", { onclick: () => look(line.at), "data-key": `event ${line.at} ${line.text}`, "aria-current": line.at === at && "true" },
            h("span.n", line.at), line.seat === null ? h("span") : token(line.seat, names(line.seat)), h("span", say(line.text))), chip(line.rule))))];
    },

    knowledge({ seat, who, view, truth }) {
      const choice = truth && h("div.field", h("label", { for: `${id}-seat` }, "Whose view"), select(inside.people, seat,
        { id: `${id}-seat`, "data-key": "seat", onchange: ({ target }) => send({ type: "seat", seat: Number(target.value) }) }));
      return [lead(truth ? "The same moment, as one seat knows it and as it is. A card in a gold frame is known to somebody who does not hold it." : "Where the cards are, as far as you can know. A card in a gold frame is in a hand that you do not see, and you know it all the same."),
        choice, h(`div.two${is("one", !truth)}`, know(seat < 0 ? "What everybody knows" : who === "You" ? "Your view" : `The view of ${who}`, seat < 0 ? "" : `seat ${seat}`, view), truth && know("The truth", "opened by you", truth)),
        !truth && h("p.gist", "“Show all cards” puts the truth beside it. The match notes when you did.")];
    },

    thinking({ who, turn, busy, levels, level, moves, study, beliefs }) {
      const choice = levels.length > 0 && h("div.field", h("label", { for: `${id}-level` }, "Who thinks"), select(levels, levels.indexOf(level), { id: `${id}-level`, "data-key": "level", onchange: ({ target }) => send({ type: "level", level: levels[target.value] }) }));
      const you = who === "You" ? "your" : `${who}'s`;
      return [levels.length ? choice : lead("This game has no computer player."),
        turn ? lead(`What the computer player “${level}”, in ${you} seat, thinks of each move: its own measure, more is better. It sees only what that seat sees.`)
          : lead("Nobody is to move whose thoughts may be shown. With all cards shown you see those of the others too."),
        busy && h("p.role", "Thinking …"),
        moves.length > 0 && h("ul.bars", { "aria-label": "Moves, best first" }, moves.map((move, i) => h(`li${is("best", i === 0)}`, bar(move),
          press("What if?", `what-if ${move.move}`, { type: "what-if", move: move.move }, ".is-small", { "aria-label": `What if ${move.move}?` }), h("p.why", say(move.why))))),
        study && drawStudy(study), beliefs && drawBeliefs(beliefs)].flat();
    },

    review({ who, can, review }) {
      if (!can) return [lead("A review needs somebody who played, and a game with computer players.")];
      const whose = who === "You" ? "your" : `${who}'s`;
      return [lead(`Which of ${whose} choices in this round cost most? Each is tried again beside other moves, on deals that fit what ${who === "You" ? "you" : who} knew then. Computer players play on.`),
        h("div.ctl", press(review ? "Review again" : "Review", "review", { type: "review" }, review ? ".is-small" : ".is-main")),
        review && drawReview(review)];
    },
  };

  const howFar = (done, of, running) => [h("progress", { max: of, value: done, "aria-label": "Deals played" }), h("span.role", `${done} of ${of} deals`), running && press("Stop", "stop", { type: "stop" })];

  function drawReview({ rows, axis, zero, done, of, running, says, unit }) {
    return h("section.study", h("div.ctl", howFar(done, of, running)), h("p.gist", { role: "status" }, says),
      rows.length > 0 && estimates(rows, axis, zero, `Cost of your choices: ${unit}`, ({ at, says: why }) => [press("Try it again", `try ${at}`, { type: "try", at }, ".is-small", { "aria-label": `Try move ${at + 1} again` }), h("p.why", `Move ${at + 1}. `, say(why))]));
  }

  function drawStudy({ rows, axis, zero, done, of, running, says, unit, lead: about }) {
    return h("section.study", h("h4", "What if"), lead(about), h("div.ctl", howFar(done, of, running)),
      estimates(rows, axis, zero, `What if: ${unit}`), h("p.gist", say(says)));
  }

  function drawBeliefs({ who, places, rows }) {
    return h("section.beliefs", h("h4", "Where unseen cards may be"), lead(`How likely each player holds at least one, as far as ${who === "You" ? "you" : who} can know.`),
      h("table", h("caption.sr", "Where unseen cards may be"), h("thead", h("tr", h("th", { scope: "col" }, "Card"), places.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", rows.map(([label, shares]) => h("tr", h("th", { scope: "row" }, say(label)), shares.map((share) => h("td", rail([0, share]), h("span.n", `${share} %`))))))));
  }

  const names = (seat) => inside.people[seat] ?? `${seat}`;

  /** The cards in the move that is asked about. */
  const picked = () => (typed.match(/\w+/g) ?? []).filter((word) => setup.deck.flat().includes(word));

  /** Put a card into the move that is asked about, or take it out. */
  function toggle(card) {
    const before = picked();
    const cards = before.includes(card) ? before.filter((each) => each !== card) : [...before, card];
    inquire(cards.length ? written(inside.body.form, cards) : "");
  }

  // ── keys ──

  function onKey({ key, target }) {
    const box = target.closest("dialog");
    if (key === "Escape" && box) return box.close(), true;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -9, End: 9 }[key];
    if (target.role === "tab" && step) {
      const all = [...tabs.children];
      const next = all[Math.max(0, Math.min(all.length - 1, all.indexOf(target) + step))];
      next.focus();
      next.click();
      return true;
    }
    if (key === "Enter" && target.id === `${id}-ask`) return inquire(typed), true;
    return false;
  }

  keepKeys(frame, onKey);
  function showRule(id) {
    const rule = rules.get(id);
    later = rule ? undefined : () => showRule(id);
    if (rule) openDialog(frame, `Rule ${rule.id}`, () => {}, ruleText(rule));
  }

  frame.onclick = ({ target: { dataset: { rule } } }) => rule && showRule(rule);
  model.on("change:inside", update);
  model.on("change:setup", restart);
  model.on("comm_live_update", gone); // Jupyter says so when a kernel is restarted
  el.append(root);
  followHost(root);
  restart();
  // The rules' texts, and what costs time, wait until somebody looks.
  const watch = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting) && (!rules.size || inside?.asleep)) tell({ type: "ready" });
  });
  watch.observe(root);

  return () => {
    clearTimeout(waiting);
    watch.disconnect();
    model.off("change:inside", update);
    model.off("change:setup", restart);
    model.off("comm_live_update", gone);
    root.remove();
    tell({ type: "gone" });
  };
}

export default { render: ({ model, el }) => inspector(model, el) };
