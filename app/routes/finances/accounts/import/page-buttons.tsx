import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { ROWS_PER_PAGE } from "~/domain/finance/imports/classify";
import type { RowsPage } from "~/domain/finance/imports/preview.server";
import type { StagedImport } from "./use-staged-import";

type PageButtonsProps = { label: string; staged: StagedImport; page: RowsPage };

/** Previous and next; nothing if there is only one page. */
export function PageButtons({ label, staged, page }: PageButtonsProps) {
  const { cursors } = staged.view;
  const { nextCursor, total } = page;
  const pages = Math.ceil(total / ROWS_PER_PAGE);
  if (pages <= 1 && cursors.length === 0) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted-foreground text-sm tabular">
        Page {(cursors.length + 1).toLocaleString("en-US")} of {pages.toLocaleString("en-US")}
      </p>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          disabled={staged.isSearching || cursors.length === 0}
          onClick={() => staged.show({ cursors: cursors.slice(0, -1) })}
        >
          <ChevronLeft />
          Previous
        </Button>
        <Button
          variant="outline"
          size="sm"
          disabled={staged.isSearching || nextCursor === null}
          onClick={() => nextCursor && staged.show({ cursors: [...cursors, nextCursor] })}
        >
          Next
          <ChevronRight />
        </Button>
      </div>
    </nav>
  );
}
