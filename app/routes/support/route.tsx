import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { ContentBlocks } from "~/components/content-blocks";
import { Button } from "~/components/ui/button";
import { ArrowLeft, Search } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { findArticle, topics } from "~/content/help";
import { type Article, loadArticle, loadArticles } from "~/content/help/load";
import { MAX_QUERY_LENGTH, searchArticles } from "~/content/help/search";
import { notFound } from "~/domain/shared/errors";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export const handle: ShellHandle = { roomy: true };

export const loader = memberLoader(async ({ url }) => {
  const slug = url.searchParams.get("article");
  const query = (url.searchParams.get("q") ?? "").trim().slice(0, MAX_QUERY_LENGTH);
  const summary = slug === null ? undefined : findArticle(slug);
  if (slug !== null && !summary) throw notFound("Article not found. It may have been renamed.");
  const article = summary && (await loadArticle(summary.slug));
  const found = query ? searchArticles(query, await loadArticles()) : [];
  return {
    article: article ?? null,
    query,
    found: found.map(({ slug, title, summary }) => ({ slug, title, summary })),
  };
});

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.article?.title ?? (data?.query ? `Search: ${data.query}` : "Help center")} · Plenum` },
];

export default function Support() {
  const { article, query, found } = useLoaderData<typeof loader>();
  if (article) return <ArticlePage article={article} />;
  return (
    <div className="mx-auto w-full max-w-[72rem] pt-4">
      <h1 className="font-semibold text-2xl">Help center</h1>
      <SearchForm query={query} />
      {query ? <Found query={query} found={found} /> : <Topics />}
    </div>
  );
}

function SearchForm({ query }: { query: string }) {
  return (
    <Form method="get" action={paths.support()} role="search" className="mt-4 flex max-w-xl flex-wrap gap-2">
      <div className="relative flex-1 basis-48">
        <Search aria-hidden="true" className="absolute inset-y-0 left-3 my-auto size-4 text-subtle-foreground" />
        <Input
          type="search"
          name="q"
          defaultValue={query}
          key={query}
          maxLength={MAX_QUERY_LENGTH}
          aria-label="Search the articles"
          placeholder="Search the articles"
          className="pl-9"
        />
      </div>
      <Button variant="outline" type="submit">
        Search
      </Button>
    </Form>
  );
}

function Topics() {
  return (
    <div className="mt-8 gap-12 md:columns-2">
      {topics.map((topic) => (
        <section key={topic.id} aria-labelledby={topic.id} className="mb-8 break-inside-avoid">
          <h2
            id={topic.id}
            className="flex flex-wrap items-baseline gap-2 border-border border-b pb-2 font-semibold text-lg"
          >
            {topic.title}
            <span className="font-normal text-base text-muted-foreground tabular">
              {topic.articles.length} <span className="sr-only">articles</span>
            </span>
          </h2>
          <ArticleLinks articles={topic.articles} />
        </section>
      ))}
    </div>
  );
}

type Listed = { slug: string; title: string; summary: string };

function Found({ query, found }: { query: string; found: readonly Listed[] }) {
  return (
    <section aria-labelledby="found" className="mt-8 max-w-[68ch]">
      <h2 id="found" className="border-border border-b pb-2 font-semibold text-lg">
        {found.length === 0 ? "No article" : found.length === 1 ? "One article" : `${found.length} articles`} about “
        {query}”
      </h2>
      {found.length === 0 && (
        <p className="mt-3 text-muted-foreground">Try a different search, or browse the topics.</p>
      )}
      <ArticleLinks articles={found} />
      <Button asChild variant="link" className="mt-4">
        <Link to={paths.support()}>All topics</Link>
      </Button>
    </section>
  );
}

function ArticleLinks({ articles }: { articles: readonly Listed[] }) {
  return (
    <ul className="-mx-3 mt-1">
      {articles.map((article) => (
        <li key={article.slug}>
          <Link
            to={paths.support({ article: article.slug })}
            className="group block rounded-md px-3 py-2.5 hover:bg-muted"
          >
            <span className="block font-medium text-link group-hover:underline">{article.title}</span>
            <span className="block text-muted-foreground text-sm">{article.summary}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** One article, with the other articles of its topic next to it. */
function ArticlePage({ article }: { article: Article }) {
  const topic = topics.find((one) => one.id === article.topic);
  return (
    <div className="mx-auto grid w-full max-w-[72rem] gap-x-12 gap-y-10 pt-2 lg:grid-cols-[1fr_16rem]">
      <article>
        <Link
          to={paths.support()}
          className="inline-flex items-center gap-2 rounded-sm py-1 text-link text-sm hover:underline touch:py-3"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Help center
        </Link>
        <h1 className="mt-2 font-semibold text-2xl">{article.title}</h1>
        <p className="mt-2 mb-6 max-w-[68ch] text-base text-muted-foreground">{article.summary}</p>
        <ContentBlocks blocks={article.body} />
      </article>
      <nav aria-labelledby="same-topic" className="lg:sticky lg:top-20 lg:mt-10 lg:self-start">
        <h2 id="same-topic" className="font-medium text-muted-foreground text-sm">
          {topic?.title}
        </h2>
        <ul className="mt-2 border-border border-l">
          {topic?.articles.map((one) => (
            <li key={one.slug}>
              <Link
                to={paths.support({ article: one.slug })}
                aria-current={one.slug === article.slug ? "page" : undefined}
                className="-ml-px block border-transparent border-l-2 py-1.5 pl-3 text-muted-foreground text-sm hover:text-foreground aria-[current]:border-ring aria-[current]:text-foreground touch:py-3"
              >
                {one.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
