/** Styles and script of the API page; small enough to travel within it, admitted by the page's nonce. */
export const docsStyle = `
:root { color-scheme: dark light; --bg: #12161b; --fg: #e8edf2; --muted: #a5b2bf; --line: #2a333d; --card: #181e25; --accent: #7cc4f0; --warm: #f0a56c; }
@media (prefers-color-scheme: light) { :root { --bg: #f7f9fb; --fg: #17202a; --muted: #4c5a68; --line: #d5dde5; --card: #ffffff; --accent: #0b5f94; --warm: #9a4a0c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1000px; padding: 24px 16px 96px; background: var(--bg); color: var(--fg); font: 14px/1.5 Inter, system-ui, sans-serif; }
h1 { font-size: 24px; margin: 0 0 8px; } h2 { font-size: 16px; margin: 32px 0 8px; }
a { color: var(--accent); } nav a { margin-right: 12px; display: inline-block; padding: 6px 0; }
header p { color: var(--muted); max-width: 70ch; }
label { display: block; margin: 12px 0; font-weight: 500; } small { color: var(--muted); font-weight: 400; }
input, textarea { display: block; width: 100%; max-width: 640px; margin-top: 4px; padding: 8px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--bg); color: inherit; font: inherit; }
textarea, pre, code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px; }
details { border: 1px solid var(--line); border-radius: 8px; background: var(--card); margin: 8px 0; }
summary { padding: 10px 12px; cursor: pointer; display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; min-height: 44px; }
.method { font: 600 12px ui-monospace, monospace; min-width: 56px; color: var(--accent); } .post, .put, .patch, .delete { color: var(--warm); }
.what { color: var(--muted); } form { padding: 0 12px 12px; } .schema { background: transparent; } pre { overflow: auto; margin: 0; padding: 12px; max-height: 360px; }
button { min-height: 40px; padding: 0 16px; border: 0; border-radius: 8px; background: var(--accent); color: var(--bg); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; } output { display: block; white-space: pre-wrap; overflow-wrap: anywhere; margin-top: 12px; font: 13px ui-monospace, monospace; }
[hidden] { display: none; }
`;

export const docsScript = `
const find = document.getElementById("find");
find.addEventListener("input", () => {
  const text = find.value.trim().toLowerCase();
  for (const section of document.querySelectorAll("section")) {
    let shown = 0;
    for (const each of section.querySelectorAll("details[data-words]")) {
      each.hidden = !each.dataset.words.includes(text);
      if (!each.hidden) shown++;
    }
    section.hidden = shown === 0;
  }
});
document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target, output = form.querySelector("output");
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("input[data-in]")) {
    if (input.dataset.in === "path") path = path.replace("{" + input.name + "}", encodeURIComponent(input.value));
    else if (input.value) query.set(input.name, input.value);
  }
  const body = form.querySelector("textarea");
  output.textContent = "Sending…";
  const started = performance.now();
  try {
    const answer = await fetch(path + (query.size ? "?" + query : ""), {
      method: form.dataset.method.toUpperCase(),
      headers: body ? { "content-type": "application/json" } : {},
      body: body ? body.value : undefined,
    });
    const text = await answer.text();
    let shown = text;
    try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch {}
    output.textContent = answer.status + " in " + Math.round(performance.now() - started) + " ms\\n" + shown;
  } catch (error) {
    output.textContent = "No answer: " + error.message;
  }
});
`;
