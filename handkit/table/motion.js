/* How cards travel, from where they lay to where they lie now: both are read off the drawing, so nothing of it has to
   be told. What is not seen travels as a back. A card takes clicks wherever it is on its way. */

const TRAVEL = 260; // milliseconds
const APART = 90; // milliseconds between cards of one player and of the next
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where each card lies, by its text, and how many lie face down at each place. */
function whereabouts(felt) {
  const { x, y } = felt.getBoundingClientRect();
  const all = (name) => [...felt.querySelectorAll(`[data-${name}]`)].filter((node) => !node.closest(".is-laid, .hk-travels")).map((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [node.dataset[name], { node, left: left - x, top: top - y, width, height, count: Number(node.dataset.count) }];
  }).filter(([, { width }]) => width);
  return { cards: new Map(all("face")), places: new Map(all("place")) };
}

/** After a drawing: let all cards come from where they were `before` it. */
function travel(felt, before) {
  requestAnimationFrame(() => {
    const now = whereabouts(felt);
    const changed = (sign) => [...now.places].filter(([key, { count }]) => (count - before.places.get(key)?.count) * sign > 0).map(([key, place]) => ({ ...place, key }));
    const [fewer, more] = [changed(-1), changed(1)];
    const one = (list) => (list.length === 1 ? list[0] : undefined);
    const turns = []; // those from whom cards come, one after the other
    let moved = 0;
    for (const [card, to] of now.cards) {
      const of = to.node.closest("[data-of]")?.dataset.of;
      const from = before.cards.get(card) ?? fewer.find(({ key }) => key === `seat ${of}`) ?? one(fewer);
      if (!from) continue;
      if (!before.cards.has(card)) moved += 1;
      if (from.key && !turns.includes(from.key)) turns.push(from.key);
      glide(to.node, from, to, Math.max(0, turns.indexOf(from.key)) * APART);
    }
    for (const [card, from] of before.cards) {
      if (now.cards.has(card)) continue;
      moved += 1;
      carry(from.node.cloneNode(true), from, one(more));
    }
    if (!moved && one(fewer) && one(more)) carry(h("span.card.back"), { ...one(fewer), width: 34, height: 48 }, one(more));
  });

  /** What is drawn at one place comes there from another. */
  function glide(node, from, to, delay = 0) {
    const [dx, dy] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
    if (Math.abs(dx) + Math.abs(dy) > 3) node.animate({ translate: [`${dx}px ${dy}px`, "0 0"], zIndex: [9, 9] }, { duration: TRAVEL, delay, fill: "backwards", easing: "ease-out" });
  }

  /** What is drawn no more goes to a place, or fades. */
  function carry(node, { left, top, width, height }, to) {
    const ghost = h("div.travels", { ...MUTE, style: `left:${left}px;top:${top}px;--cw:${width}px;--ch:${height}px` }, node);
    felt.append(ghost);
    const end = to ? `${to.left + to.width / 2 - left - width / 2}px ${to.top + to.height / 2 - top - height / 2}px` : "0 0";
    ghost.animate({ translate: ["0 0", end], opacity: [1, to ? 1 : 0] }, { duration: TRAVEL, easing: "ease-in" }).onfinish = () => ghost.remove();
  }
}
