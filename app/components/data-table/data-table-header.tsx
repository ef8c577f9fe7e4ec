import { Link } from "@remix-run/react";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "~/components/ui/icons";
import { cn } from "~/lib/utils";

type SortDirection = "asc" | "desc";

export type Sort = {
  key: string;
  direction: SortDirection;
  /** URL of the list in that order; the first click on a header sorts ascending, the next reverses it. */
  href: (key: string, direction: SortDirection) => string;
};

type HeaderCellProps = {
  name: string;
  header: string;
  numeric?: boolean;
  sortable?: boolean;
  className?: string;
  sort?: Sort;
};

const shown = {
  asc: { Arrow: ArrowUp, order: "ascending" },
  desc: { Arrow: ArrowDown, order: "descending" },
} as const;

/** A column's name; a link that sorts by it if the list supports that. */
export function HeaderCell({ name, header, numeric, sortable, className, sort }: HeaderCellProps) {
  const cell = {
    role: "columnheader",
    "data-numeric": numeric && "",
    className,
  };
  if (!sortable || !sort) {
    return (
      <th scope="col" {...cell}>
        {header}
      </th>
    );
  }
  const sorted = sort.key === name ? shown[sort.direction] : undefined;
  const Arrow = sorted?.Arrow ?? ChevronsUpDown;
  const next = sorted?.order === "ascending" ? "desc" : "asc";
  return (
    <th scope="col" {...cell} aria-sort={sorted?.order}>
      <Link
        to={sort.href(name, next)}
        preventScrollReset
        className="inline-flex h-full items-center gap-1 hover:text-foreground in-data-numeric:flex-row-reverse"
      >
        {header}
        <Arrow className={cn("size-3.5", sorted ? "text-link" : "text-subtle-foreground")} />
      </Link>
    </th>
  );
}
