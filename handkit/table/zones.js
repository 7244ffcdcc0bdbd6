/* What can lie on a table, by its kind: the same kinds as in handkit/table/zones. `draw.js` stands before this, and
   the look of it in `table.css`. */

/** How each kind of zone is drawn, with the pens of a game. `lay` lays a card of the hand on one of the table, where
    `canLay` says that one may. */
const zoneKinds = ({ split, cardName, drawCard, drawCards, say, chip }, canLay, lay) => ({
  plays({ label, plays, empty }) {
    const long = plays.length > 4;
    return group("div.trick", label, !plays.length && h("p", say(empty)),
      plays.map(({ seat, name, cards, top }, i) => [i > 0 && !long && icon("arrow", ARROW),
        h(`div.play${is("top", top)}`, { "data-of": seat }, drawCards(cards), h("span.by", token(seat, name), long && !top ? unseen(name) : named(name)))]));
  },

  strip({ label, items, ends, turned }) {
    return group(`div.order${is("turned", turned)}`, label,
      h("ol", items.map(({ text, state = "" }) => h(`li.is-${state}`, { "aria-current": state === "now" && "true" }, text))),
      h("span.ends", ends.map((end) => h("span", say(end)))));
  },

  lanes({ label, lanes }) {
    const end = (seat) => h("div.end", who(seat), role(seat.role));
    const load = (cards, to, back) => (cards.length ?? cards) > 0 && h(`div${is("back", back)}`, unseen(`to ${to.name}: `),
      cards.length ? drawCards(cards, "span.cards", ".mini") : image("span.cards", `${plural(cards)}, face down`, {}, times(cards, () => h("span.card.back.mini"))),
      icon("arrow", ARROW));
    return group("div.swap", label, lanes.map((lane) => h(`div.lane${is("hush", lane.hush)}`, end(lane.left),
      h("div.mid", load(lane.to_right, lane.right), load(lane.to_left, lane.left, true)), end(lane.right), role(say(lane.note)))));
  },

  result({ title, text, columns, rows }) {
    const kind = (i) => ({ "#": ".is-number", "?": ".is-spare" }[columns[i][0]] ?? "") + is("place", i === 0) + is("total", i === columns.length - 1);
    const row = ({ seat, name, you, cells }) => {
      const all = cells.length < columns.length ? cells.toSpliced(1, 0, name) : cells; // the name may be among the cells
      return h(`tr${is("you", you)}`, all.map((cell, i) => h(`td${kind(i)}${is("gain", cell[0] === "+")}`,
        i === 1 ? who({ seat, name }) : say(cell), i === 0 && crown(cell === rows[0].cells[0] && rows.some(({ cells: [place] }) => place !== cell)))));
    };
    return h("div.result", h("h3", say(title)), h("p", say(text)), h("table", { style: `--n:${rows.length}` }, h("caption.sr", title),
      h("thead", h("tr", columns.map((column, i) => h(`th${kind(i)}`, { scope: "col" }, column.replace(/^[#?]/, ""))))), h("tbody", rows.map(row))));
  },

  sums({ label, terms, small }) {
    return h(`ul.sums${is("small", small)}`, { "aria-label": label, style: `--n:${terms.length}` }, terms.map(({ seat, name, cards, gaps, total, sum, level, badge, state, would }) =>
      h(`li.sum.is-${state || "plain"}${is("would", would)}`, { "data-of": seat }, who({ seat, name }),
        h("span.cards", cards.map(({ card, tag, cut }) => h("span.counted", drawCard(card, small ? ".mini" : ""), tag && h(`span.tally${is("cut", cut)}`, tag))), times(gaps, () => h("span.gap"))),
        h("span.total", h("b", total), sum && h("small", sum)), level >= 0 && h("span.meter", { ...MUTE, style: `--v:${level}%` }), badges(badge ? [badge] : []))));
  },

  duel({ label, asked, parts }) {
    const fighter = (one) => h("div.fighter", { "data-of": one.seat }, one.card ? drawCard(one.card) : h("span.gap"), who(one), role(one.role));
    const verdict = ({ sum, badge, text, rules: ids, would }) => h(`div.verdict${is("would", would)}`, badges(badge ? [badge] : []), sum && h("b", sum), h("p", say(text)), h("span", ids.map(chip)));
    return group(`div.duel${is("several", parts.length > 1)}`, label, parts.length > 1
      ? [fighter(asked), h("ul", parts.map((part) => h(`li.answer${is("would", part.would)}`, fighter(part), verdict(part))))]
      : [fighter(parts[0]), verdict(parts[0]), fighter(asked)]);
  },

  /* Two rows or more are as long as each other. What may be chosen among them is chosen here. */
  columns({ label, parts }) {
    const rows = Math.ceil(parts.length / (parts.length > 10 ? 7 : 5));
    const picks = parts.some((part) => part.top.pick || part.bottom?.pick);
    const worth = ({ tag, cut }) => tag && h(`span.tally${is("cut", cut)}`, tag);
    const counted = (one) => (one.gone ? h("span.gap.gone", say(`{${one.card}}`), unseen(" is gone"))
      : one.pick ? h("span.counted.pickable", { role: "checkbox", "data-card": one.card, "data-key": `card ${one.card}`, "aria-label": `${cardName(one.card)}${one.tag ? `, ${one.tag}` : ""}` }, drawCard(one.card, "", MUTE), worth(one))
        : h("span.counted", drawCard(one.card), worth(one)));
    return h("ol.columns", { "aria-label": label, style: `--per:${Math.ceil(parts.length / rows)};--rows:${rows};--few:${parts.length % 3 === 1 ? 2 : 3}` }, parts.map(({ top, bottom, note, sum, badge }, i) => {
      const key = i < 10 && `${(i + 1) % 10}`;
      const under = bottom ? counted(bottom) : h("span.gap");
      return h(`li.column${is(badge?.kind, badge)}`, { title: note },
        h("div.pair", counted(top), canLay() ? h(`button.lay${is("empty", !bottom)}`, { onclick: () => lay(top.card), "data-key": `lay ${top.card}`, "aria-keyshortcuts": key,
          "aria-label": bottom ? `${cardName(bottom.card)} on ${cardName(top.card)}, ${sum}, ${badge?.text}: take it off, or lay another` : `lay a card on ${cardName(top.card)}` }, under)
          : (bottom || badge) && under),
        (key && (canLay() || picks) || badge) && h("p", key && (canLay() || picks) && h("kbd", MUTE, key), sum && h("b", sum), badge && h(`span.outcome.is-${badge.kind}`, badge.text[0], h("span.word", badge.text.slice(1))), note && unseen(note)));
    }));
  },

  circle({ label, suits, rule }) {
    return h("div.circle", image("span", label, {}, [...suits, suits[0]].map((letter, i) => [i > 0 && "›", h("span.c", split(letter).colour, icon("pip", split(letter).path))])), chip(rule));
  },

  notice({ suit, text, rule }) {
    return h("p.notice", suit && h("span.c", split(suit).colour, icon("pip", split(suit).path)), h("span", say(text)), chip(rule));
  },

  pile({ label, cards, count }) {
    return h("div.pile", { role: "group", "aria-label": label, "data-place": label, "data-count": count }, cards.length ? drawCards(cards)
      : image("span.stack", plural(count), {}, count > 0 && h("span.card.back"), h("b", MUTE, count)), role(label));
  },
});
