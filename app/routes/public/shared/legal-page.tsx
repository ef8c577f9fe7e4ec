import type { ReactNode } from "react";
import { ContentBlocks } from "~/components/content-blocks";
import type { LegalDocument } from "~/content/legal/document";
import { formatLongDate } from "~/domain/shared/time/date-format";

type LegalPageProps = {
  document: LegalDocument;
  /** Additional content below a section's text, keyed by the section's id. */
  extras?: Record<string, ReactNode>;
};

/** A legal document with its table of contents: next to it on wide screens, above it on phones. */
export function LegalPage({ document: { title, effective, intro, sections }, extras = {} }: LegalPageProps) {
  return (
    <div className="mx-auto w-full max-w-[72rem] pt-4 lg:grid lg:grid-cols-[14rem_1fr] lg:gap-12">
      <nav aria-label="On this page" className="mb-8 lg:sticky lg:top-20 lg:order-none lg:mt-24 lg:self-start">
        <ol className="text-sm">
          {sections.map((section) => (
            <li key={section.id}>
              <a
                href={`#${section.id}`}
                className="block rounded-sm py-1.5 text-muted-foreground hover:text-foreground hover:underline touch:py-3"
              >
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <article className="wrap-anywhere min-w-0">
        <h1 className="font-semibold text-2xl">{title}</h1>
        <p className="mt-2 mb-6 text-muted-foreground text-sm">Effective {formatLongDate(effective)}</p>
        <ContentBlocks blocks={intro} />
        {sections.map((section) => (
          <section
            key={section.id}
            id={section.id}
            aria-labelledby={`${section.id}-title`}
            className="mt-10 scroll-mt-16"
          >
            <h2 id={`${section.id}-title`} className="mb-3 font-semibold text-lg">
              {section.title}
            </h2>
            <ContentBlocks blocks={section.body} level={3} />
            {extras[section.id]}
          </section>
        ))}
      </article>
    </div>
  );
}
