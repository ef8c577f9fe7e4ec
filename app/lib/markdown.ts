import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** Quotes within quotes, as deep as anybody answers. */
const MAX_QUOTE_DEPTH = 32;
/** The time that micromark takes grows with the square of the depth. */
const DEEPER_QUOTES = new RegExp(`^((?:[ \\t]*>){${MAX_QUOTE_DEPTH}})[ \\t>]+`, "gm");

/**
 * Markdown as people write it on code hosts, as HTML: GitHub's dialect, every tag in the text shown as text. No picture is loaded
 * from elsewhere: it becomes a link. `prefix` keeps the ids of footnotes apart where a page shows several texts.
 */
export function markdownToHtml(source: string, prefix: string): string {
  const html = micromark(source.replace(DEEPER_QUOTES, "$1 "), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml({ clobberPrefix: `${prefix}-` })],
  });
  // Whatever the writer typed is escaped by now, so that these tags are micromark's own.
  return html
    .replace(/<img src="([^"]*)" alt="([^"]*)"(?: title="[^"]*")? ?\/?>/g, (_, src: string, alt: string) =>
      src === "" ? alt : `<a href="${src}">${alt || src}</a>`,
    )
    .replace(/<(\/?)h([1-6])/g, (_, slash: string, level: string) => `<${slash}h${Math.min(Number(level) + 2, 6)}`)
    .replace(/<input type="checkbox" disabled=""( checked="")?\s?\/?>/g, (_, checked?: string) => (checked ? "☑" : "☐"))
    .replace(/<a href="(?=https?:)/g, '<a rel="nofollow noopener noreferrer" target="_blank" href="')
    .replace(/<(table|pre)>/g, '<$1 tabindex="0">');
}
