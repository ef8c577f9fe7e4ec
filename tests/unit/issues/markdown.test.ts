import { expect, test } from "vitest";
import { markdownToHtml } from "~/routes/bugscout/shared/markdown";

test.each([
  ["<script>alert(1)</script>", /<script/i],
  ["<img src=x onerror=alert(1)>", /<img/i],
  ["[a](javascript:alert(1))", /javascript:/i],
  ["[a](JaVaScRiPt&colon;alert(1))", /javascript/i],
  ["![a](javascript:alert(1))", /javascript:|<img/i],
  ["![p](https://elsewhere.example/pixel.png)", /<img/i],
  ['![" onerror="alert(1)](https://a.example/x "\\" onload=\\"alert(1)")', /<img|onload=|onerror="/i],
  ["<a href='https://a.example' onclick='x()'>a</a>", /<a href/i],
  ["[a](data:text/html;base64,PHNjcmlwdD4=)", /data:/i],
  ['<https://a.example/"onmouseover=alert(1)>', /"onmouseover/i],
  ["[a]: javascript:alert(1)\n\n[a]", /javascript:/i],
  ["- [x] <input type=checkbox onclick=alert(1)>", /<input/i],
  ["<svg/onload=alert(1)>", /<svg/i],
])("nothing runs or loads from %s", (source, forbidden) => {
  expect(markdownToHtml(source, "t")).not.toMatch(forbidden);
});

test("an image on another host becomes a link", () => {
  expect(markdownToHtml("![Pump](https://a.example/pump.png)", "t")).toBe(
    '<p><a rel="nofollow noopener noreferrer" target="_blank" href="https://a.example/pump.png">Pump</a></p>',
  );
});

test("headings start below the page's own", () => {
  expect(markdownToHtml("# One\n\n###### Six", "t")).toBe("<h3>One</h3>\n<h6>Six</h6>");
});

test("tables, task lists and strikethrough follow GitHub", () => {
  const html = markdownToHtml("| a |\n|---|\n| 1 |\n\n- [x] done\n- [ ] open\n\n~~no~~", "t");
  expect(html).toContain("<td>1</td>");
  expect(html).toMatch(/☑ ?done/);
  expect(html).toMatch(/☐ ?open/);
  expect(html).toContain("<del>no</del>");
});

test("footnotes in two texts on one page do not share an id", () => {
  const [a, b] = ["a", "b"].map((prefix) => markdownToHtml("x[^1]\n\n[^1]: y", prefix));
  const ids = (html = "") => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids(a).filter((id) => ids(b).includes(id) && id !== "footnote-label")).toEqual([]);
});

/** Pairing delimiters is the slow part; without pairs, none are searched. */
test.each([
  ["code", "` a", /<code>/],
  ["links", "[a](", /<a /],
  ["pictures", "![a](", /<a |<img/],
  ["whole links", "[a](/b) ", /href/],
  ["emphasis", "*a_", /<em>|<strong>/],
  ["struck-out words", "~a~ ", /<del>/],
  ["footnotes", "[^a] ", /<sup>/],
  ["closing brackets", "](", /<a /],
])("a run of hundreds of %s is shown as typed, and a short one is formatted", (_, unit, formatted) => {
  const many = unit.repeat(301);
  const html = markdownToHtml(`${many}\n\nAnd *this*\n\n- one`, "t");
  expect(html).not.toMatch(formatted);
  expect(html).toContain(unit.trim());
  expect(html).toContain("<li>one</li>");
});

test("marks are counted per paragraph and list line, and not inside code blocks", () => {
  const paragraphs = Array.from({ length: 200 }, (_, n) => `[Part ${n}](https://a.example/${n}) is *late*`).join(
    "\n\n",
  );
  expect(markdownToHtml(paragraphs, "t").match(/<em>late<\/em>/g)).toHaveLength(200);
  const tasks = Array.from({ length: 400 }, (_, n) => `- [x] \`step\` ${n}`).join("\n");
  expect(markdownToHtml(tasks, "t").match(/<code>step<\/code>/g)).toHaveLength(400);
  const log = `\`\`\`json\n${"[1, [2]]\n".repeat(500)}\`\`\`\n\nSee *above*`;
  expect(markdownToHtml(log, "t")).toContain("<em>above</em>");
  expect(markdownToHtml(log, "t").match(/\[1, \[2\]\]/g)).toHaveLength(500);
});

const hostile = "See <script>alert(1)</script> ![p](http://a.example/p.png) and [more](javascript:alert(1)) of it\n\n";

test("a long text with scripts and remote images is formatted, and nothing runs or loads", () => {
  const html = markdownToHtml(hostile.repeat(100), "t");
  expect(html).not.toMatch(/<script|<img|href="javascript/i);
  expect(html.match(/href="http:\/\/a\.example\/p\.png"/g)).toHaveLength(100);
});

test("a megabyte of text is shown in full, as typed", () => {
  const html = markdownToHtml(hostile.repeat(Math.ceil(1_048_576 / hostile.length)), "t");
  expect(html).not.toMatch(/<script|<img|<a /i);
  expect(html.match(/&lt;script&gt;alert\(1\)/g)).toHaveLength(Math.ceil(1_048_576 / hostile.length));
});

test("nested quotes stop at a depth of 32, and their text remains", () => {
  const html = markdownToHtml(`${"> ".repeat(5000)}Deep\n\n> Shallow`, "t");
  expect(html.match(/<blockquote>/g)).toHaveLength(33);
  expect(html).toContain("Deep");
  expect(html).toContain("<p>Shallow</p>");
});
