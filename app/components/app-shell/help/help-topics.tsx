import { type MouseEvent, useDeferredValue, useEffect, useState } from "react";
import { ContentBlocks } from "~/components/content-blocks";
import { Button } from "~/components/ui/button";
import { ArrowLeft, ChevronRight, Search } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Skeleton } from "~/components/ui/skeleton";
import { articles, findArticle, topics } from "~/content/help";
import { type Article, loadArticle, loadArticles } from "~/content/help/load";
import { searchArticles } from "~/content/help/search";
import { ArticleList } from "./article-list";

type HelpTopicsProps = { article: string | null; onRead: (slug: string | null) => void; onClose: () => void };

/** The table of contents, a full-text search, or one article. */
export function HelpTopics({ article, onRead, onClose }: HelpTopicsProps) {
  const [query, setQuery] = useState("");
  if (article) return <ArticleView key={article} slug={article} onRead={onRead} onClose={onClose} />;
  return (
    <>
      <div className="relative">
        <Search aria-hidden="true" className="absolute inset-y-0 left-3 my-auto size-4 text-subtle-foreground" />
        <Input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          aria-label="Search the articles"
          placeholder="Search the articles"
          className="pl-9"
        />
      </div>
      <div className="mt-4">
        {query.trim() ? <Results query={query} onRead={onRead} /> : <Topics onRead={onRead} />}
      </div>
    </>
  );
}

function Topics({ onRead }: { onRead: (slug: string) => void }) {
  return topics.map((topic) => (
    <details key={topic.id} className="group border-border border-b py-1">
      <summary className="flex h-row cursor-pointer list-none items-center gap-3 font-medium text-foreground">
        <span className="min-w-0 flex-1">{topic.title}</span>
        <span className="font-normal text-muted-foreground text-sm tabular">
          {topic.articles.length} <span className="sr-only">articles</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-subtle-foreground group-open:rotate-90" />
      </summary>
      <ArticleList articles={topic.articles} onRead={onRead} />
    </details>
  ));
}

function Results({ query, onRead }: { query: string; onRead: (slug: string) => void }) {
  const [texts, setTexts] = useState<readonly Article[]>([]);
  const deferredQuery = useDeferredValue(query);

  // The full texts are loaded with the first search; until then it covers titles and summaries.
  useEffect(() => {
    loadArticles().then(setTexts, () => undefined);
  }, []);

  const found = searchArticles(deferredQuery, texts.length > 0 ? texts : articles);
  return (
    <>
      <p role="status" className="mb-1 text-muted-foreground text-sm">
        {found.length === 0 ? "No articles found." : `${found.length} of ${articles.length} articles`}
      </p>
      <ArticleList articles={found} onRead={onRead} />
    </>
  );
}

function ArticleView({
  slug,
  onRead,
  onClose,
}: {
  slug: string;
  onRead: (slug: string | null) => void;
  onClose: () => void;
}) {
  const summary = findArticle(slug);
  const article = useArticle(slug);

  // Links to other articles stay in the dialog; any other link closes it.
  const followed = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey) return;
    const next = new URL(link.href).searchParams.get("article");
    if (!next) return onClose();
    event.preventDefault();
    onRead(next);
  };
  return (
    <article onClickCapture={followed}>
      <Button variant="link" size="sm" className="-ml-3" onClick={() => onRead(null)}>
        <ArrowLeft />
        All topics
      </Button>
      <h3 className="mt-1 mb-3 font-semibold text-lg">{summary?.title ?? "Article not found"}</h3>
      {article === "lost" && <p>The article could not be loaded. Check your connection and open it again.</p>}
      {article === null && (
        <div className="flex flex-col gap-3">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {article && article !== "lost" && <ContentBlocks blocks={article.body} level={4} />}
    </article>
  );
}

/** Null while it loads. */
function useArticle(slug: string): Article | "lost" | null {
  const [article, setArticle] = useState<Article | "lost" | null>(null);

  // Loads the topic's text; the component is keyed by slug.
  useEffect(() => {
    const found = findArticle(slug);
    if (!found) return;
    loadArticle(found.slug).then(
      (loaded) => setArticle(loaded ?? "lost"),
      () => setArticle("lost"),
    );
  }, [slug]);
  return article;
}
