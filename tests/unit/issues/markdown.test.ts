import { expect, test } from "vitest";
import { markdownToHtml } from "~/lib/markdown";

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
])("nothing runs and nothing is loaded out of %s", (source, forbidden) => {
  expect(markdownToHtml(source, "t")).not.toMatch(forbidden);
});

test("a picture of another host is a link to it", () => {
  expect(markdownToHtml("![Pump](https://a.example/pump.png)", "t")).toBe(
    '<p><a rel="nofollow noopener noreferrer" target="_blank" href="https://a.example/pump.png">Pump</a></p>',
  );
});

test("headings begin below the page's own", () => {
  expect(markdownToHtml("# One\n\n###### Six", "t")).toBe("<h3>One</h3>\n<h6>Six</h6>");
});

test("tables, lists to tick and struck-out words are GitHub's", () => {
  const html = markdownToHtml("| a |\n|---|\n| 1 |\n\n- [x] done\n- [ ] open\n\n~~no~~", "t");
  expect(html).toContain("<td>1</td>");
  expect(html).toMatch(/☑ ?done/);
  expect(html).toMatch(/☐ ?open/);
  expect(html).toContain("<del>no</del>");
});

test("footnotes of two texts on one page do not share an id", () => {
  const [a, b] = ["a", "b"].map((prefix) => markdownToHtml("x[^1]\n\n[^1]: y", prefix));
  const ids = (html = "") => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids(a).filter((id) => ids(b).includes(id) && id !== "footnote-label")).toEqual([]);
});

test("a megabyte of brackets is rendered within seconds", () => {
  const started = performance.now();
  markdownToHtml("[".repeat(65_536), "t");
  expect(performance.now() - started).toBeLessThan(5000);
});

test("quotes within quotes end at a depth of 32, and what they say stays", () => {
  const html = markdownToHtml(`${"> ".repeat(5000)}Deep\n\n> Shallow`, "t");
  expect(html.match(/<blockquote>/g)).toHaveLength(33);
  expect(html).toContain("Deep");
  expect(html).toContain("<p>Shallow</p>");
});
