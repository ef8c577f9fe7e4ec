import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { expect, test } from "vitest";
import { ContentBlocks } from "~/components/content-blocks";
import { h, key, link, list, p, steps, strong, t, tip } from "~/content/blocks";
import { loadArticles } from "~/content/help/load";
import { storageTable } from "~/content/legal/storage";
import { LandingPage } from "~/routes/public/landing/landing-page";

const markup = (element: ReactElement) => renderToStaticMarkup(createElement(StaticRouter, { location: "/" }, element));
const withoutClasses = (html: string) => html.replace(/ (class|data-discover)="[^"]*"/g, "");

test("text, names, keys and internal links become elements", () => {
  const blocks = [p`Press ${key("Esc")} in ${strong("Customers")} or go to ${link("the list", "/customers")}.`];
  expect(withoutClasses(markup(createElement(ContentBlocks, { blocks })))).toBe(
    '<div><p>Press <kbd>Esc</kbd> in <strong>Customers</strong> or go to <a href="/customers">the list</a>.</p></div>',
  );
});

test("steps are numbered, lists are not, and headings get the level of their place", () => {
  const blocks = [h("Before you start"), steps(t`One`, t`Two`), list(t`Either`), tip`Rest.`];
  const html = withoutClasses(markup(createElement(ContentBlocks, { blocks, level: 3 })));
  expect(html).toContain('<h3 id="before-you-start">Before you start</h3>');
  expect(html).toContain("<ol><li>One</li><li>Two</li></ol><ul><li>Either</li></ul>");
  expect(html).toMatch(/role="note".*Tip: .*Rest\./);
});

test("external links send no referrer", () => {
  const html = markup(createElement(ContentBlocks, { blocks: [p`See ${link("Plaid", "https://plaid.com/legal/")}.`] }));
  expect(html).toMatch(/<a href="https:\/\/plaid.com\/legal\/" rel="noreferrer"/);
});

test("each table row has its name as its header", () => {
  const html = withoutClasses(markup(createElement(ContentBlocks, { blocks: [storageTable] })));
  expect(html).toContain('<th scope="row">__Host-session</th>');
  expect(html).toContain('<th scope="col">How long</th>');
});

test("no text or drawing has a style attribute, which the content security policy would block", async () => {
  const articles = await loadArticles();
  const blocks = articles.flatMap((article) => article.body);
  expect(markup(createElement(ContentBlocks, { blocks }))).not.toMatch(/\sstyle=/);
  expect(markup(createElement(LandingPage))).not.toMatch(/\sstyle=/);
});

test("the landing page has one title, names its drawings and links to sign-up and the demo", () => {
  const html = markup(createElement(LandingPage));
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html.match(/<svg[^>]*role="img"(?![^>]*aria-label="[^"]{20,}")/g)).toBeNull();
  expect(html).toMatch(/<a [^>]*href="\/signup"[^>]*>Start free<\/a>/);
  expect(html).toMatch(/<a [^>]*href="\/login"[^>]*>See the demo<\/a>/);
});
