/* A sheet in the browser: a question, a drill or an exercise beside a table (see handkit/lesson/sheet.py). `draw.js`
   stands before it. It draws the scene and sends messages back; what is right comes from the kernel. */

const PATIENCE = 4000; // milliseconds until the sheet says that the kernel is silent
const SILENT = "The kernel does not answer. It may be busy with another cell. If not, run the cell again, or restart the kernel.";
const BLANK = { one: "radio", several: "checkbox" };

function sheet(model, el) {
  const id = unique();
  let scene;
  let rules = new Map(); // those cited, by id
  let waiting; // a timer, while the kernel owes an answer
  let meant; // whether it has been asked if nothing chosen is meant
  const { say, rich, chip, ruleText } = pens(() => model.get("setup"), () => rules);

  // Live regions stay where they are, or nothing is read aloud; the rest is drawn anew.
  const label = h("p.kind");
  const form = h("form", { id: `${id}-form`, onsubmit: submit });
  const actions = h("div.actions");
  const score = h("p.score", { role: "status" });
  const feedback = h("div", { role: "status", tabindex: -1 });
  const remark = h("p.remark", { role: "alert" });
  const notice = h("div");
  const ask = group("div.ask", "", label, form, score, feedback, remark, actions, notice);
  const root = h("div", h("div.lesson", ask));
  root.className = "hk";

  // ── from the kernel, and back ──

  function update() {
    const before = scene;
    const focused = root.contains(document.activeElement) && document.activeElement;
    const picked = before?.open ? said() : [];
    clearTimeout(waiting);
    meant = false;
    scene = model.get("scene");
    rules = new Map(scene.rules.map((rule) => [rule.id, rule]));
    const same = before && before.text === scene.text && before.open === scene.open;
    draw(same && scene.open ? picked : scene.said);
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
    return [...form.querySelectorAll("input:checked")].map((input) => input.value);
  }

  function submit(event) {
    event.preventDefault();
    const main = scene.actions.find(({ kind }) => kind === "main");
    if (scene.how === "several" && !said().length && !meant) {
      meant = true;
      speak(remark, `Nothing is chosen. If you mean none of them, press ${main.label} once more.`);
    } else if (main) {
      send(main.id, { said: said() });
    }
  }

  // ── drawing ──

  function draw(picked) {
    const { text, how, open, choices } = scene;
    ask.setAttribute("aria-label", scene.label);
    label.textContent = scene.label;
    const short = choices.length > 3 && choices.every((choice) => choice.text.length < 14);
    const fields = how === "number" ? [number(picked)] : choices.map((choice) => offer(choice, picked.includes(choice.key)));
    form.replaceChildren(h(`fieldset${is("short", short)}`, h("legend", rich(text)), open && how === "several" && h("p.role", "Choose all that are right."), fields));
    actions.replaceChildren(...scene.actions.map((action) => act(action, how !== "none" && open && action.kind === "main")));
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

  /** Change a live region only when it says something else, so that nothing is read twice. */
  function speak(region, text) {
    if (region.textContent !== text) region.textContent = text;
  }

  function offer({ key, text, state, tail }, checked) {
    const { how, open } = scene;
    return h(`label.choice${is(state, state)}`,
      h("input", { type: BLANK[how], name: id, value: key, checked, disabled: !open, required: how === "one", "data-key": `choice ${key}` }),
      h("span", rich(text)), h("span.tail", say(tail)));
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

  root.onclick = (event) => {
    const rule = rules.get(event.target.dataset.rule);
    if (!rule) return;
    event.preventDefault();
    openDialog(root.firstChild, `Rule ${rule.id}`, () => {}, ruleText(rule));
  };
  keepKeys(root, () => false);
  model.on("change:scene", update);
  el.append(root);
  followHost(root);
  update();

  return () => {
    clearTimeout(waiting);
    model.off("change:scene", update);
    root.remove();
  };
}

export default { render: ({ model, el }) => sheet(model, el) };
