import { Link } from "@remix-run/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "~/components/ui/button";

type YearNavigatorProps = { year: number; thisYear: number; hrefOf: (year: number) => string };

/** Previous, next, and back to this year. */
export function YearNavigator({ year, thisYear, hrefOf }: YearNavigatorProps) {
  return (
    <nav aria-label="Year" className="flex flex-wrap items-center gap-2">
      <Button variant="outline" asChild size="icon">
        <Link to={hrefOf(year - 1)} preventScrollReset aria-label="Previous year">
          <ChevronLeft />
        </Link>
      </Button>
      <p className="min-w-20 text-center font-semibold text-lg tabular">{year}</p>
      <Button variant="outline" asChild size="icon">
        <Link to={hrefOf(year + 1)} preventScrollReset aria-label="Next year">
          <ChevronRight />
        </Link>
      </Button>
      <Button asChild variant="ghost">
        <Link to={hrefOf(thisYear)} preventScrollReset aria-current={year === thisYear ? "date" : undefined}>
          This Year
        </Link>
      </Button>
    </nav>
  );
}
