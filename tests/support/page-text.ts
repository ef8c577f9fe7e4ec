import type { Visitor } from "./visitor";

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&nbsp;": " ",
};

/** A page's visible text: what is between the tags, without scripts, with single spaces. */
export function pageText(html: string): string {
  return html
    .replace(/<head>.*?<\/head>|<script.*?<\/script>|<template.*?<\/template>/gs, " ")
    .replace(/<!-- -->/g, "")
    .replace(/<\/(p|h\d|li|dt|dd|a|button|td|th|label|legend|div|option)>/g, "$& ")
    .replace(/<[^>]+>/g, "")
    .replace(/&(amp|lt|gt|quot|#x27|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, " ");
}

/** The values of an attribute in a page, unescaped. */
export function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&"),
  );
}

/** The texts that a page ties to the field with a name, as screen readers read them with it. */
export function descriptionOf(html: string, field: string): string {
  const [tag = ""] = new RegExp(`<(?:input|select|textarea)[^>]* name="${field}"[^>]*>`).exec(html) ?? [];
  const [ids = ""] = attributes(tag, "aria-describedby");
  const texts = ids.split(" ").map((id) => html.split(` id="${id}"`)[1] ?? "");
  return pageText(texts.map((text) => `<i${text.split(/<\/(?:p|div|ul)>/)[0]}`).join(" ")).trim();
}

/** A list's page: the addresses of its rows, and of the pages before and after it. */
export async function shownPage(by: Visitor, path: string) {
  const { text } = await by.get(path);
  const linksWith = (attribute: string) =>
    [...text.matchAll(new RegExp(`<a[^>]* ${attribute}[^>]*>`, "g"))].flatMap(([tag]) => attributes(tag, "href"));
  const [[previous], [next]] = [linksWith('rel="prev"'), linksWith('rel="next"')];
  const rows = [...text.matchAll(/<th[^>]* scope="row"[^>]*>(<a [^>]*>)/g)].flatMap(([, tag = ""]) =>
    attributes(tag, "href"),
  );
  return { rows, previous, next };
}

/** The first three pages of a list with a row each, and the one that the third page's Previous leads to. */
export async function threePagesAndBack(by: Visitor, path: string): Promise<{ pages: string[]; back: string }> {
  const read = async (href: string | undefined) =>
    (await by.get(`${href}${href?.includes("?") ? "&" : "?"}limit=1`)).text;
  const step = (html: string, rel: "prev" | "next") =>
    [...html.matchAll(new RegExp(`<a[^>]* rel="${rel}"[^>]*>`, "g"))].flatMap(([tag]) => attributes(tag, "href"))[0];
  const first = await read(path);
  const second = await read(step(first, "next"));
  const third = await read(step(second, "next"));
  return { pages: [first, second, third], back: await read(step(third, "prev")) };
}
