/** A run of text: plain, a control's name, a key, or a link (a path of the product, or https for elsewhere). */
export type Inline =
  | string
  | { kind: "strong"; text: string }
  | { kind: "key"; text: string }
  | { kind: "link"; text: string; to: string };

export type Text = readonly Inline[];

export type Block =
  | { kind: "p"; text: Text }
  | { kind: "h"; id: string; text: string }
  | { kind: "steps"; items: readonly Text[] }
  | { kind: "list"; items: readonly Text[] }
  | { kind: "tip"; text: Text }
  | { kind: "keys"; caption: string; rows: readonly { keys: readonly string[]; does: string }[] }
  | { kind: "table"; caption: string; head: readonly string[]; rows: readonly (readonly string[])[] };

export const strong = (text: string): Inline => ({ kind: "strong", text });
export const key = (text: string): Inline => ({ kind: "key", text });
export const link = (text: string, to: string): Inline => ({ kind: "link", text, to });
/** A link to another article of the help center. */
export const article = (text: string, slug: string): Inline => link(text, `/support?article=${slug}`);

/** Text as a template: line breaks and indentation of the source count as one space. */
export function t(strings: TemplateStringsArray, ...values: Inline[]): Text {
  const last = strings.length - 1;
  return strings.flatMap((raw, index) => {
    const spaced = raw.replace(/\s+/g, " ");
    const from = index === 0 ? spaced.trimStart() : spaced;
    const plain = index === last ? from.trimEnd() : from;
    const value = values[index];
    return value === undefined ? [plain] : [plain, value];
  });
}

export const p = (strings: TemplateStringsArray, ...values: Inline[]): Block => ({
  kind: "p",
  text: t(strings, ...values),
});
export const tip = (strings: TemplateStringsArray, ...values: Inline[]): Block => ({
  kind: "tip",
  text: t(strings, ...values),
});
export const steps = (...items: Text[]): Block => ({ kind: "steps", items });
export const list = (...items: Text[]): Block => ({ kind: "list", items });

/** A heading; its id is the anchor, by default the text in lower case with hyphens. */
export function h(text: string, id = text.toLowerCase().replace(/[^a-z0-9]+/g, "-")): Block {
  return { kind: "h", id, text };
}

/** Every run of text of a block in reading order. */
function textsOf(block: Block): readonly Text[] {
  switch (block.kind) {
    case "p":
    case "tip":
      return [block.text];
    case "h":
      return [[block.text]];
    case "steps":
    case "list":
      return block.items;
    case "keys":
      return [[block.caption], ...block.rows.map((row) => [row.keys.join(" "), " ", row.does])];
    case "table":
      return [[block.caption], block.head, ...block.rows].map((cells) => [cells.join(" ")]);
  }
}

/** The words of the blocks without any markup, for search and for counting. */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .flatMap(textsOf)
    .map((text) => text.map((run) => (typeof run === "string" ? run : run.text)).join(""))
    .join("\n");
}

/** Where the links of the blocks lead. */
export function linksOf(blocks: readonly Block[]): string[] {
  return blocks
    .flatMap(textsOf)
    .flat()
    .flatMap((run) => (typeof run !== "string" && run.kind === "link" ? [run.to] : []));
}
