import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** Maximum depth of nested quotes, as deep as any real reply. */
const MAX_QUOTE_DEPTH = 32;
/** micromark's time grows with the square of the depth. */
const DEEPER_QUOTES = new RegExp(`^((?:[ \\t]*>){${MAX_QUOTE_DEPTH}})[ \\t>]+`, "gm");

/** Four times the length limit for text written here. Longer text from code hosts is shown as plain text, which is cheap. */
const MAX_FORMATTED = 262_144;

/** Maximum inline formatting marks in one stretch of text, more than any real paragraph has. */
const MAX_MARKS = 300;
/** Lines in a fence are code and are skipped; a list item starts a new stretch of text; an empty line ends one. */
const BEYOND_INLINE = /^ {0,3}(`{3,}|~{3,})[^`\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const ENDS_OF_STRETCH = /\n[ \t]*(?=\n)|\n(?= {0,3}[-+*] [^\n]*\S)/;

/** Constructs that pair marks with one another: their time grows with the square of the number of marks, or worse. */
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
 * Converts Markdown as written on code hosts to HTML: GitHub's dialect, with every HTML tag in the text escaped. Images
 * are not loaded from elsewhere but become links. Text with a stretch of hundreds of marks is left unformatted.
 * `prefix` keeps footnote ids distinct when a page shows several texts.
 */
export function markdownToHtml(source: string, prefix: string): string {
  if (source.length > MAX_FORMATTED) return `<pre tabindex="0"><code>${escaped(source)}</code></pre>`;
  const html = micromark(source.replace(DEEPER_QUOTES, "$1 "), {
    extensions: isTooDense(source) ? [gfm(), withoutInline] : [gfm()],
    htmlExtensions: [gfmHtml({ clobberPrefix: `${prefix}-` })],
  });
  // The author's text is escaped by now, so these tags are micromark's own.
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
