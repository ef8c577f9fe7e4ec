import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { formatFullDate } from "~/domain/shared/time/date-format";

interface DayNavProps {
  date: string;
  today: string;
  before: string;
  after: string;
  href: (date?: string) => string;
}

/** Previous day, today, and next day. */
export function DayNav({ date, today, before, after, href }: DayNavProps) {
  return (
    <nav aria-label="Day" className="flex flex-wrap items-center gap-2">
      <Button asChild variant="outline" size="icon">
        <Link to={href(before)} preventScrollReset aria-label="Previous day">
          <ChevronLeft />
        </Link>
      </Button>
      <Button asChild variant="outline" size="icon">
        <Link to={href(after)} preventScrollReset aria-label="Next day">
          <ChevronRight />
        </Link>
      </Button>
      {date !== today && (
        <Button asChild variant="outline">
          <Link to={href()} preventScrollReset>
            Today
          </Link>
        </Button>
      )}
      <span className="font-medium tabular">{formatFullDate(date)}</span>
    </nav>
  );
}
