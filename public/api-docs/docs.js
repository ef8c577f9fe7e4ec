const find = document.getElementById("find");
const found = document.getElementById("found");
find.addEventListener("input", () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let all = 0;
  document.querySelector("nav").hidden = words.length > 0;
  for (const section of document.querySelectorAll("section")) {
    let shown = 0;
    for (const each of section.querySelectorAll("[data-words]")) {
      each.hidden = !words.every((word) => each.dataset.words.includes(word));
      if (!each.hidden) shown++;
    }
    section.hidden = shown === 0;
    all += shown;
  }
  found.textContent = words.length === 0 ? "" : all === 0 ? "Nothing found." : all === 1 ? "1 found." : all + " found.";
});
// A link to one operation opens it.
function openNamed() {
  const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named && named.tagName === "DETAILS") {
    named.open = true;
    named.scrollIntoView();
  }
}
addEventListener("hashchange", openNamed);
openNamed();
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
    output.textContent = answer.status + " in " + Math.round(performance.now() - started) + " ms\n" + shown;
  } catch (error) {
    output.textContent = "No answer: " + error.message;
  }
});
// The product's own choice of dark or light: the cookie that the server reads, and local storage so that other tabs follow.
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.className ? root.className === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
  const theme = isDark ? "light" : "dark";
  root.className = theme;
  const [prefix, secure] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
  document.cookie = `${prefix}plenum_theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  try {
    localStorage.setItem("plenum_theme", theme);
  } catch {
    // Full or blocked: other tabs do not follow.
  }
});
