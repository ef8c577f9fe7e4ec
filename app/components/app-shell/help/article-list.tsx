import { ChevronRight } from "~/components/ui/icons";
import type { ArticleSummary } from "~/content/help";

type ArticleListProps = {
  articles: readonly Pick<ArticleSummary, "slug" | "title" | "summary">[];
  onRead: (slug: string) => void;
};

export function ArticleList({ articles, onRead }: ArticleListProps) {
  return (
    <ul className="-mx-3">
      {articles.map((article) => (
        <li key={article.slug}>
          <button
            type="button"
            onClick={() => onRead(article.slug)}
            className="flex w-full items-center gap-3 rounded-md px-3 py-2 text-left hover:bg-muted"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-foreground">{article.title}</span>
              <span className="block text-muted-foreground text-sm">{article.summary}</span>
            </span>
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-subtle-foreground" />
          </button>
        </li>
      ))}
    </ul>
  );
}
