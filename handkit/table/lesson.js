/* A sheet in the browser: a question, a drill or an exercise beside a table (see handkit/lesson/sheet.py). `draw.js`
   stands before it. It draws the scene and sends messages back; what is right comes from the kernel. */

const PATIENCE = 4000; // milliseconds until the sheet says that the kernel is silent
const SILENT = "The kernel does not answer. It may be busy with another cell. If not, run the cell again, or restart the kernel.";
const BLANK = { one: "radio", several: "checkbox" };
const WIDE = 900; // pixels from which a question stands beside its table

function sheet(model, el, host) {
  const id = unique();
  let scene;
  let rules = new Map(); // those cited, by id
  let waiting; // a timer, while the kernel owes an answer
  let placed = []; // what is chosen on the table
  let view; // of the table, when it stands here too
  const { say, rich, chip, ruleText } = pens(() => model.get("setup"), () => rules);

  // Live regions stay where they are, or nothing is read aloud; the rest is drawn anew.
  const label = h("p.kind");
  const form = h("form", { id: `${id}-form`, onsubmit: submit });
  const actions = h("div.actions");
  const score = h("p.score", { role: "status" });
  const chosen = h("div", { role: "status" });
  const feedback = h("div", { role: "status", tabindex: -1 });
  const remark = h("p.remark", { role: "alert" });
  const notice = h("div");
  const ask = group("div.ask", "", label, form, chosen, score, feedback, remark, actions, notice);
  const stand = h("div.stand");
  const lesson = h("div.lesson", stand, ask);
  const root = h("div", lesson);
  root.className = "hk";

  // ── from the kernel, and back ──

  function update() {
    const before = scene;
    const focused = root.contains(document.activeElement) && document.activeElement;
    const picked = before?.open ? said() : [];
    clearTimeout(waiting);
    scene = model.get("scene");
    rules = new Map(scene.rules.map((rule) => [rule.id, rule]));
    const same = before && before.text === scene.text && before.open === scene.open;
    draw(same && scene.open ? picked : scene.said);
    tellTable();
    if (!before || !focused) return;
    // The focus stays with who is working here: on the answer once it is told, on a new question's first choice.
    const key = focused.dataset.key;
    const again = same && key && root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    (again || (scene.feedback ? feedback : form.querySelector("input") || actions.firstChild) || ask).focus();
  }

  function send(type, more) {
    model.send({ type, rev: scene.rev, ...more });
    clearTimeout(waiting);
    waiting = setTimeout(() => { remark.textContent = SILENT; }, PATIENCE);
  }

  /** What is chosen or written now. */
  function said() {
    const field = form.querySelector("input[data-number]");
    if (field) return field.value.trim() ? [field.value.trim()] : [];
    return [...[...form.querySelectorAll("input:checked")].map((input) => input.value), ...placed];
  }

  // ── the table ──

  /** The choices that lie on the table, when it stands here. */
  const onTable = () => (view ? scene.choices.filter((choice) => choice.on_table) : []);

  /** Say to the table what can be chosen there, and what became of it. */
  function tellTable() {
    if (!view) return;
    view.el[ASKS] = { open: scene.open, several: scene.how === "several", choices: onTable(), said: scene.open ? placed : scene.said, toggle, submit: () => form.requestSubmit() };
    view.el.dispatchEvent(new Event("handkit-asks"));
  }

  function toggle(key) {
    if (!scene.open) return;
    const others = scene.how === "several" ? placed.filter((each) => each !== key) : [];
    placed = placed.includes(key) ? others : [...others, key];
    if (scene.how === "one") for (const input of form.querySelectorAll("input:checked")) input.checked = false;
    drawChosen();
    tellTable();
  }

  /** The table is a widget of its own, drawn in this one, so that both stand side by side. */
  async function showTable() {
    const id = model.get("beside");
    if (!id || view || !host) return;
    view = await embed(host, id, stand);
    draw(said());
    tellTable();
    move();
  }

  /** From a certain width on a question stands beside its table, below that between what lies there and the hand. */
  function move() {
    const place = (root.clientWidth < WIDE && view?.el.querySelector(".hk-asked")) || lesson;
    if (ask.parentNode === place) return;
    const focused = ask.contains(document.activeElement) && document.activeElement;
    place.append(ask);
    if (focused) focused.focus({ preventScroll: true });
  }

  function submit(event) {
    event.preventDefault();
    const main = scene.actions.find(({ kind }) => kind === "main");
    if (!main) return;
    if (scene.how !== "number" && !said().length) {
      speak(remark, scene.actions.some(({ id: none }) => none === "none") ? "Nothing is chosen. If none of them is right, press None of them." : "Choose an answer first.");
    } else {
      send(main.id, { said: said() });
    }
  }

  /** What to send to somebody who looks whether the question is wrong. */
  function showDoubt() {
    openDialog(lesson, "Something is wrong here", () => {}, h("p", "Send this to your teacher, or to who made the lesson."),
      h("textarea", { readonly: true, rows: 6, "aria-label": "Report", onfocus: ({ target }) => target.select() }, scene.doubt), copier("Copy the report", scene.doubt));
  }

  // ── drawing ──

  function draw(picked) {
    const { text, how, open, choices } = scene;
    ask.setAttribute("aria-label", scene.label);
    label.textContent = scene.label;
    const short = choices.length > 3 && choices.every((choice) => choice.text.length < 14);
    const there = onTable();
    placed = open ? picked.filter((key) => there.some((choice) => choice.key === key)) : [];
    const here = choices.filter((choice) => !there.includes(choice));
    const fields = how === "number" ? [number(picked)] : here.map((choice) => offer(choice, picked.includes(choice.key)));
    const task = [there.length && "Choose on the table.", how === "several" && "Choose all that are right."].filter(Boolean).join(" ");
    form.replaceChildren(h(`fieldset${is("short", short)}`, h("legend", rich(text)), open && task && h("p.role", task), fields));
    const doubt = scene.doubt ? [button("Something is wrong here", showDoubt, ".is-quiet", { "aria-haspopup": "dialog" })] : [];
    actions.replaceChildren(...scene.actions.map((action) => act(action, how !== "none" && open && action.kind === "main")), ...doubt);
    drawChosen();
    speak(score, scene.score);
    speak(remark, scene.remark);
    feedback.className = scene.feedback ? "hk-feedback" : "";
    feedback.replaceChildren(...(scene.feedback ? reasons(scene.feedback) : []));
    notice.className = scene.notice ? "hk-wish" : "";
    notice.replaceChildren(...(scene.notice ? [h("p", scene.notice.text), h("div.actions", scene.notice.actions.map((action) => act(action)))] : []));
    if (scene.report) {
      remark.replaceChildren(drawReport({ text: "Something went wrong in this sheet.", report: scene.report }));
    }
  }

  /** What is chosen on the table, once more in one place. */
  function drawChosen() {
    const there = onTable();
    const cards = there.filter(({ key }) => placed.includes(key)).map((choice) => h("span", rich(choice.text)));
    chosen.className = there.length && scene.open ? "hk-chosen" : "";
    chosen.replaceChildren(...(there.length && scene.open ? [h("b", cards.length ? "Chosen: " : "Nothing chosen yet"), ...cards] : []));
  }

  /** Change a live region only when it says something else, so that nothing is read twice. */
  function speak(region, text) {
    if (region.textContent !== text) region.textContent = text;
  }

  function offer({ key, text, state, tail }, checked) {
    const { how, open } = scene;
    return h(`label.choice${is(state, state)}`,
      h("input", { type: BLANK[how], name: id, value: key, checked, disabled: !open, onchange: clear, "data-key": `choice ${key}` }),
      h("span", rich(text)), h("span.tail", say(tail)));
  }

  /** Of one answer there is one place: here or on the table. */
  function clear() {
    if (scene.how !== "one" || !placed.length) return;
    placed = [];
    drawChosen();
    tellTable();
  }

  function number(picked) {
    return h("label.number", "Your answer: ", h("input", { name: id, value: picked[0] ?? "", required: true, disabled: !scene.open, autocomplete: "off",
      size: 8, maxlength: 20, "data-number": true, "data-key": "number" }));
  }

  function act({ id: type, label: text, kind }, submits) {
    return button(text, submits ? null : () => send(type, { said: said() }), `.is-${kind}`, { "data-key": `action ${type}`, type: submits ? "submit" : "button", form: submits && form.id });
  }

  function reasons({ head, lines }) {
    return [h("h4", say(head)), ...lines.map(({ text, rule, code }) => (code ? h("pre", code) : h("p", rich(text), " ", chip(rule))))];
  }

  // ── listening ──

  ask.onclick = (event) => {
    event.stopPropagation(); // the table around it has rules of its own
    const rule = rules.get(event.target.dataset.rule);
    if (!rule) return;
    event.preventDefault();
    openDialog(lesson, `Rule ${rule.id}`, () => {}, ruleText(rule));
  };
  keepKeys(ask, () => false);
  const width = new ResizeObserver(move);
  width.observe(root);
  model.on("change:scene", update);
  model.on("change:beside", showTable);
  el.append(root);
  followHost(root);
  update();
  showTable();

  return () => {
    clearTimeout(waiting);
    width.disconnect();
    model.off("change:scene", update);
    model.off("change:beside", showTable);
    view?.remove();
    root.remove();
  };
}

export default { render: ({ model, el, host }) => sheet(model, el, host) };
