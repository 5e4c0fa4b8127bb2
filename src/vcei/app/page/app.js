// The page: asks the server, shows what comes back. Whatever comes from the data is set as text.

const at = (id) => document.getElementById(id);
const POLL = 250; // milliseconds
const ALIVE = 300_000; // how often the server hears that the table is still looked at
let table = null; // key of the open table
let names = []; // of its columns
let answer = null; // key of the shown answer
let scanned = null; // key of the shown scan
let running = null; // key of the job that is waited for
let waiting = new AbortController(); // ends the wait for it

// ---- talking to the server

async function call(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("The app does not answer. Is vcei app still running?");
  }
  if (response.status === 204) return null;
  const fault = { error: `A fault in vcei (${response.status}), please report it.` };
  const content = await response.json().catch(() => fault);
  if (!response.ok) throw new Error(content.error);
  return content;
}

const post = (path, body) => call(path, { method: "POST", body });
const forget = (key) => key && call(`jobs/${key}`, { method: "DELETE" }).catch(() => {});

function leave() {
  // what was asked before is of no interest any more
  waiting.abort();
  waiting = new AbortController();
  forget(running);
  running = null;
  at("progress").hidden = true;
  at("ask").disabled = at("scan").disabled = false;
  return waiting.signal;
}

async function work(first, start) {
  // run a job to its end and return its key and result; null if it failed or was left
  const signal = leave();
  complain("");
  showProgress({ step: first, done: 0, total: 0, seconds: 0 });
  try {
    const key = (await start()).job;
    if (signal.aborted) return forget(key), null;
    running = key;
    for (;;) {
      const job = await call(`jobs/${key}`, { signal });
      if (job.state === "done") return { key, result: job.result };
      if (job.state !== "running") throw new Error(job.error ?? "Cancelled.");
      showProgress(job);
      await new Promise((wake) => setTimeout(wake, POLL));
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!signal.aborted) complain(error.message);
    return null;
  } finally {
    if (!signal.aborted) {
      running = null;
      leave();
    }
  }
}

// ---- showing

function element(name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function complain(message) {
  at("trouble").textContent = message;
  at("trouble").hidden = !message;
  if (message) at("trouble").scrollIntoView({ block: "nearest" });
}

function showProgress({ step, done, total, seconds }) {
  at("ask").disabled = at("scan").disabled = true;
  at("progress").hidden = false;
  const text = total ? `${step}: ${done} of ${total}` : `${step} …`;
  if (at("step").textContent !== text) at("step").textContent = text;
  at("seconds").textContent = seconds >= 1 ? `${Math.round(seconds)} s` : "";
  if (total) {
    at("bar").max = total;
    at("bar").value = done;
  } else {
    at("bar").removeAttribute("value");
  }
}

function showTable({ name, rows, columns, head }) {
  names = columns.map((column) => column.name);
  at("table-heading").textContent =
    `${name}: ${rows.toLocaleString("en")} rows, ${columns.length} columns`;
  const titles = element("tr", "");
  const kinds = element("tr", "");
  const side = ({ kind }) => (kind === "number" || kind === "whole" ? "number" : "");
  for (const column of columns) {
    const title = element("th", column.name, side(column));
    title.scope = "col";
    titles.append(title);
    const missing = column.missing ? `, ${column.missing.toLocaleString("en")} missing` : "";
    const levels = column.levels ? `, ${column.levels} levels` : "";
    const kind = element("td", column.kind + levels + missing, side(column));
    if (column.problem) {
      kind.classList.add("problem");
      kind.title = column.problem;
    }
    kinds.append(kind);
  }
  at("columns").replaceChildren(titles, kinds);
  at("head").replaceChildren(...head.map((cells) => {
    const row = element("tr", "");
    row.append(...cells.map((cell, i) => element("td", cell, side(columns[i]))));
    return row;
  }));
  const usable = columns.map((column, i) => i).filter((i) => !columns[i].problem);
  usable.sort((i, j) => (columns[j].kind === "number") - (columns[i].kind === "number") || i - j);
  for (const [id, chosen] of [["x", usable[0]], ["y", usable[1]]]) {
    at(id).replaceChildren(...columns.map((column, i) => {
      const name = column.problem ? `${column.name} (${column.kind})` : column.name;
      const option = new Option(name, i);
      option.disabled = Boolean(column.problem);
      return option;
    }));
    at(id).value = chosen ?? "";
    at(`${id}-kind`).value = "";
  }
  at("drop-missing").checked = false;
  at("scan").hidden = usable.length < 3;
  at("answer").hidden = at("scanned").hidden = true;
  at("table").hidden = false;
  at("table-heading").focus();
  if (usable.length < 2) complain(
    "Two columns that vary are needed, and fewer are here. " +
    (columns.find((column) => column.problem)?.problem ?? ""));
}

function showAnswer(key, { sentence }) {
  forget(answer);
  answer = key;
  at("sentence").textContent = sentence;
  at("save-report").href = `jobs/${key}/report?save`;
  at("save-json").href = `jobs/${key}/numbers.json`;
  at("report").src = `jobs/${key}/report`;
  at("answer").hidden = false;
  at("answer-heading").focus();
}

function showScan(key, { pairs, arrows, cycle }) {
  forget(scanned);
  scanned = key;
  at("scanned-heading").textContent = `${arrows.length} of ${pairs} pairs depend on each other`;
  at("cycle").hidden = !cycle;
  at("cycle").textContent =
    cycle ? `Not all of these can be true: ${cycle.join(" → ")} is a cycle.` : "";
  at("arrows").replaceChildren(...arrows.map(({ columns: [x, y], arrow, answer, confidence }) => {
    const row = element("tr", "");
    const why = element("button", "Why?", "link");
    why.type = "button";
    why.setAttribute("aria-label", `Why? ${names[x]} and ${names[y]}`);
    why.addEventListener("click", () => {
      at("x").value = x;
      at("y").value = y;
      at("question").requestSubmit();
    });
    const last = element("td", "");
    last.append(why);
    row.append(
      element("td", names[x]), element("td", arrow ? "→" : "–"), element("td", names[y]),
      element("td", answer ?? ""), element("td", confidence?.toFixed(2) ?? "", "number"), last);
    return row;
  }));
  at("save-scan").href = `jobs/${key}/report?save`;
  at("save-scan-json").href = `jobs/${key}/numbers.json`;
  at("scan-report").src = `jobs/${key}/report`;
  at("answer").hidden = true;
  at("scanned").hidden = false;
  at("scanned-heading").focus();
}

for (const id of ["report", "scan-report"]) {
  at(id).addEventListener("load", () => {
    // a report is as high as it needs to be, and is never scrolled inside the page
    const inside = at(id).contentDocument?.documentElement;
    if (!inside) return;
    const fit = () => {
      if (inside.offsetHeight) at(id).style.height = `${inside.offsetHeight + 4}px`;
    };
    fit();
    new ResizeObserver(fit).observe(inside);
  });
}

// ---- being asked

async function open(first, start) {
  const opened = await work(first, start);
  if (!opened) return;
  forget(table);
  table = opened.key;
  showTable(opened.result);
}

function openFile(file) {
  if (!file) return;
  at("file").value = ""; // so that the same file can be chosen again
  open(`Sending ${file.name}`, () =>
    post(`tables?name=${encodeURIComponent(file.name)}`, file));
}

at("file").addEventListener("change", (event) => openFile(event.target.files[0]));
at("example").addEventListener("click", () => open("Opening the example", () => post("example")));
at("cancel").addEventListener("click", () => {
  leave();
  at(at("table").hidden ? "file" : "ask").focus(); // the button that had it is gone
});

for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault(); // or else the browser leaves the page to show the file
    at("drop").classList.toggle("over", name === "dragenter" || name === "dragover");
  });
}
document.addEventListener("drop", (event) => openFile(event.dataTransfer.files[0]));

function choices() {
  return {
    table, method: at("method").value, seed: Number(at("seed").value),
    drop_missing: at("drop-missing").checked,
  };
}

at("question").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [x, y] = ["x", "y"].map((id) => Number(at(id).value));
  if (!at("x").value || !at("y").value || x === y) return complain("Choose two different columns.");
  const kinds = { x: at("x-kind").value, y: at("y-kind").value };
  const question = JSON.stringify({ ...choices(), x, y, kinds });
  const answered = await work("Asking", () => post("verdicts", question));
  if (answered) showAnswer(answered.key, answered.result);
});

at("scan").addEventListener("click", async () => {
  if (!at("question").reportValidity()) return;
  const found = await work("Scanning", () => post("scans", JSON.stringify(choices())));
  if (found) showScan(found.key, found.result);
});

window.addEventListener("pagehide", () => {
  for (const key of [running, table, answer, scanned]) {
    if (key) fetch(`jobs/${key}`, { method: "DELETE", keepalive: true });
  }
});

setInterval(() => table && call(`jobs/${table}`).catch(() => {}), ALIVE);

at("y-kind").append(...[...at("x-kind").options].map((option) => option.cloneNode(true)));

const methods = await call("methods");
at("method").replaceChildren(...methods.map(({ name }) => new Option(name, name)));
const describe = () => {
  at("method-line").textContent =
    methods.find(({ name }) => name === at("method").value)?.line ?? "";
};
at("method").addEventListener("change", describe);
describe();
