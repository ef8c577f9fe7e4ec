import { Link } from "@remix-run/react";
import { ContentBlocks } from "~/components/content-blocks";
import { ArrowLeft } from "~/components/ui/icons";
import { topics } from "~/content/help";
import type { Article } from "~/content/help/load";
import { paths } from "~/paths";

/** One article, with the other articles of its topic next to it. */
export function ArticlePage({ article }: { article: Article }) {
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
