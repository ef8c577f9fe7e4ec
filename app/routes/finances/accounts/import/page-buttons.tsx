import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "~/components/ui/button";

type PageButtonsProps = {
  label: string;
  page: number;
  pages: number;
  disabled?: boolean;
  onPage: (page: number) => void;
};

/** Previous and next for pages that are in the browser already; nothing where one page holds all. */
export function PageButtons({ label, page, pages, disabled = false, onPage }: PageButtonsProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted-foreground text-sm tabular">
        Page {page.toLocaleString("en-US")} of {pages.toLocaleString("en-US")}
      </p>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" disabled={disabled || page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft />
          Previous
        </Button>
        <Button variant="outline" size="sm" disabled={disabled || page >= pages} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight />
        </Button>
      </div>
    </nav>
  );
}
