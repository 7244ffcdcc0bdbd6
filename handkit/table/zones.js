/* What can lie on a table, by its kind: the same kinds as in handkit/table/zones. `draw.js` stands before this, and
   the look of it in `table.css`. */

const RING = "M15 5.2q3.4 1 4 4.4m.2-2.7-.2 2.7-2.5-1.2M18.8 15q-1 3.4-4.4 4m2.7.2-2.7-.2 1.2-2.5M9 18.8q-3.4-1-4-4.4m-.2 2.7.2-2.7 2.5 1.2M5.2 9q1-3.4 4.4-4m-2.7-.2 2.7.2-1.2 2.5";

/** How each kind of zone is drawn, with the pens of a game. `lay` lays a card of the hand on one of the table, where
    `canLay` says that one may. */
const zoneKinds = ({ split, cardName, drawCard, drawCards, say, chip }, canLay, lay) => ({
  plays({ label, plays, empty }) {
    const long = plays.length > 4;
    return group("div.trick", label, !plays.length && h("p", say(empty)),
      plays.map(({ seat, name, cards, top }, i) => [i > 0 && !long && icon("arrow", ARROW),
        h(`div.play${is("top", top)}`, drawCards(cards), h("span.by", token(seat, name), long && !top ? unseen(name) : named(name)))]));
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
      h("div.mid", load(lane.to_right, lane.right), load(lane.to_left, lane.left, true), role(say(lane.note))), end(lane.right))));
  },

  result({ title, text, columns, rows }) {
    const kind = (i) => ({ "#": ".is-number", "?": ".is-spare" }[columns[i][0]] ?? "") + is("place", i === 0) + is("total", i === columns.length - 1);
    const row = ({ seat, name, you, cells }) => {
      const all = cells.length < columns.length ? cells.toSpliced(1, 0, name) : cells; // the name may be among the cells
      return h(`tr${is("you", you)}`, all.map((cell, i) => h(`td${kind(i)}${is("gain", cell[0] === "+")}`,
        i === 1 ? who({ seat, name }) : say(cell), i === 0 && crown(cell === rows[0].cells[0] && rows.some(({ cells: [place] }) => place !== cell)))));
    };
    return h("div.result", h("h3", say(title)), h("p", say(text)), h("table", h("caption.sr", title),
      h("thead", h("tr", columns.map((column, i) => h(`th${kind(i)}`, { scope: "col" }, column.replace(/^[#?]/, ""))))), h("tbody", rows.map(row))));
  },

  sums({ label, terms, small }) {
    return h(`ul.sums${is("small", small)}`, { "aria-label": label }, terms.map(({ seat, name, cards, gaps, total, sum, level, badge, state, would }) =>
      h(`li.sum.is-${state || "plain"}${is("would", would)}`, who({ seat, name }),
        h("span.cards", cards.map(({ card, tag, cut }) => h("span.counted", drawCard(card, small ? ".mini" : ""), tag && h(`span.tally${is("cut", cut)}`, tag))), times(gaps, () => h("span.gap"))),
        h("span.total", h("b", total), sum && h("small", sum)), level >= 0 && h("span.meter", { ...MUTE, style: `--v:${level}%` }), badges(badge ? [badge] : []))));
  },

  duel({ label, asked, parts }) {
    const fighter = (one) => h("div.fighter", one.card ? drawCard(one.card) : h("span.gap"), who(one), role(one.role));
    const verdict = ({ sum, badge, text, rules: ids, would }) => h(`div.verdict${is("would", would)}`, badges(badge ? [badge] : []), sum && h("b", sum), h("p", say(text)), h("span", ids.map(chip)));
    return group(`div.duel${is("several", parts.length > 1)}`, label, parts.length > 1
      ? [fighter(asked), h("ul", parts.map((part) => h(`li.answer${is("would", part.would)}`, fighter(part), verdict(part))))]
      : [fighter(parts[0]), verdict(parts[0]), fighter(asked)]);
  },

  columns({ label, parts }) {
    const counted = ({ card, tag, cut }) => h("span.counted", drawCard(card), tag && h(`span.tally${is("cut", cut)}`, tag));
    return h("ol.columns", { "aria-label": label }, parts.map(({ top, bottom, note, sum, badge }, i) =>
      h(`li.column${is(badge?.kind, badge)}`, counted(top), role(note), sum && h("b", sum), badges(badge ? [badge] : []),
        canLay() ? h(`button.lay${is("empty", !bottom)}`, { onclick: () => lay(top.card), "data-key": `lay ${top.card}`, "aria-keyshortcuts": i < 9 && `${i + 1}`,
          "aria-label": bottom ? `${cardName(bottom.card)} on ${cardName(top.card)}, ${sum}, ${badge?.text}: take it off, or lay another` : `lay a card on ${cardName(top.card)}` },
        bottom ? counted(bottom) : i < 9 && h("kbd", MUTE, i + 1)) : bottom ? counted(bottom) : badge && h("span.gap"))));
  },

  circle({ label, suits, rule }) {
    const place = ["top", "right", "bottom", "left"];
    return h("div.circle", image("span", label, {}, suits.map((letter, i) => h(`span.c.is-${place[i]}`, split(letter).colour, icon("pip", split(letter).path))),
      icon("ring", RING)), chip(rule));
  },

  notice({ suit, text, rule }) {
    return h("p.notice", suit && h("span.c", split(suit).colour, icon("pip", split(suit).path)), h("span", say(text)), chip(rule));
  },

  pile({ label, cards, count }) {
    return group("div.pile", label, cards.length ? drawCards(cards)
      : image("span.stack", plural(count), {}, count > 0 && h("span.card.back"), h("b", MUTE, count)), role(label));
  },
});
