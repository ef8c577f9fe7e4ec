import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { useLaterPage } from "~/lib/use-later-page";

type PagerProps = {
  previousHref?: string;
  nextHref?: string;
  /** How many are shown: '25 of 1,204'. */
  children?: ReactNode;
  /** The navigation's label, if a screen has two. */
  label?: string;
};

/** Keyset pagination: one page back, one page forward. */
export function Pagination({ previousHref, nextHref, children, label = "Pages" }: PagerProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 print:hidden">
      <p className="text-muted-foreground text-sm tabular">{children}</p>
      <div className="flex flex-wrap gap-2">
        <Step href={previousHref} rel="prev">
          <ChevronLeft />
          Previous
        </Step>
        <Step href={nextHref} rel="next">
          Next
          <ChevronRight />
        </Step>
      </div>
    </nav>
  );
}

type CursorProps = {
  page: { previousCursor: string | null; nextCursor: string | null };
  href: (at: { cursor?: string; before?: string }) => string;
  children: ReactNode;
  label?: string;
};

/**
 * Pagination by the cursors of a page of a list; nothing if the list is on one page. A later page without rows, whose last one
 * is gone, leads back to the first.
 */
export function CursorPagination({ page: { previousCursor, nextCursor }, href, children, label }: CursorProps) {
  const isLater = useLaterPage();
  if (!previousCursor && !nextCursor && !isLater) return null;
  const first = nextCursor ? undefined : href({});
  return (
    <Pagination
      label={label}
      previousHref={previousCursor ? href({ before: previousCursor }) : first}
      nextHref={nextCursor ? href({ cursor: nextCursor }) : undefined}
    >
      {children}
    </Pagination>
  );
}

type NumberedProps = { page: number; pages: number; href: (page: number) => string; label?: string };

/** Pagination by number, for lists with a known end: 'Page 2 of 9'. */
export function NumberedPagination({ page, pages, href, label }: NumberedProps) {
  return (
    <Pagination
      label={label}
      previousHref={page > 1 ? href(page - 1) : undefined}
      nextHref={page < pages ? href(page + 1) : undefined}
    >
      Page {page} of {Math.max(pages, 1)}
    </Pagination>
  );
}

function Step({ href, rel, children }: { href?: string; rel: string; children: ReactNode }) {
  if (!href) {
    return (
      <Button variant="outline" size="sm" disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button variant="outline" asChild size="sm">
      <Link to={href} rel={rel}>
        {children}
      </Link>
    </Button>
  );
}
