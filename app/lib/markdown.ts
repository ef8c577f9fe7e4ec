import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** Quotes within quotes, as deep as anybody answers. */
const MAX_QUOTE_DEPTH = 32;
/** The time that micromark takes grows with the square of the depth. */
const DEEPER_QUOTES = new RegExp(`^((?:[ \\t]*>){${MAX_QUOTE_DEPTH}})[ \\t>]+`, "gm");

/** Four times what people may write here. What code hosts send beyond it is shown as plain text, which costs nothing. */
const MAX_FORMATTED = 262_144;

/** Marks of inline formatting in one stretch of text, more than any paragraph of people's has. */
const MAX_MARKS = 300;
/** A fence's lines are code and not looked through; a line of a list begins a text of its own; an empty line ends one. */
const BEYOND_INLINE = /^ {0,3}(`{3,}|~{3,})[^`\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const ENDS_OF_STRETCH = /\n[ \t]*(?=\n)|\n(?= {0,3}[-+*] [^\n]*\S)/;

/** What pairs marks with one another: the time that it takes grows with the square of their number, or worse. */
const withoutInline = {
  disable: {
    null: [
      ...["attention", "codeText", "labelStartLink", "labelStartImage", "labelEnd", "autolink", "htmlText"],
      ...["gfmFootnoteCall", "gfmPotentialFootnoteCall", "strikethrough"],
    ],
  },
};

function isTooDense(source: string): boolean {
  const stretches = source.replace(BEYOND_INLINE, "\n").split(ENDS_OF_STRETCH);
  return stretches.some((text) => (text.match(/[`*_~<[\]]/g)?.length ?? 0) > MAX_MARKS);
}

/**
 * Markdown as people write it on code hosts, as HTML: GitHub's dialect, every tag in the text shown as text. No picture is loaded
 * from elsewhere: it becomes a link. A text with a stretch of hundreds of marks shows them as they were typed. `prefix` keeps the ids of footnotes apart where a page shows several texts.
 */
export function markdownToHtml(source: string, prefix: string): string {
  if (source.length > MAX_FORMATTED) return `<pre tabindex="0"><code>${escaped(source)}</code></pre>`;
  const html = micromark(source.replace(DEEPER_QUOTES, "$1 "), {
    extensions: isTooDense(source) ? [gfm(), withoutInline] : [gfm()],
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

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
