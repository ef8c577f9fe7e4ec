import { Link, type UIMatch, useMatches } from "@remix-run/react";
import { ChevronRight } from "~/components/ui/icons";
import { cn } from "~/lib/utils";
import { type Crumb, type CrumbNames, crumbsFor } from "./breadcrumbs-trail";
import { usePagePathname } from "./handle";

/** A route's `handle` can provide names from its loader data: `handle = { crumb: (data) => ({ customer: data?.name }) }`. */
export interface CrumbHandle<Data = unknown> {
  crumb: (data: Data | undefined) => CrumbNames;
}

/** The breadcrumb trail; phones show only the step back. */
export function Breadcrumbs() {
  const crumbs = crumbsFor(usePagePathname(), namesOf(useMatches()));
  if (crumbs.length === 0) return null;
  const back = crumbs.findLast((crumb) => crumb.to !== null);
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center text-muted-foreground text-sm">
        {crumbs.map((crumb, index) => (
          <Step
            key={`${crumb.to} ${crumb.label}`}
            crumb={crumb}
            back={crumb === back}
            current={index === crumbs.length - 1}
          />
        ))}
      </ol>
    </nav>
  );
}

/** `back` marks the nearest step with a page, the only one shown on phones. */
function Step({ crumb, back, current }: { crumb: Crumb; back: boolean; current: boolean }) {
  return (
    <li className={cn("min-w-0 items-center sm:flex", back ? "flex" : "hidden", current ? "" : "sm:shrink-0")}>
      {back && (
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 rotate-180 text-subtle-foreground sm:hidden" />
      )}
      {crumb.to ? (
        <Link
          to={crumb.to}
          className="min-w-0 max-w-48 truncate rounded-sm px-1 py-1 hover:text-foreground hover:underline touch:py-3"
        >
          {crumb.label}
        </Link>
      ) : (
        <span aria-current={current ? "page" : undefined} className="truncate px-1">
          {crumb.label}
        </span>
      )}
      {!current && (
        <ChevronRight aria-hidden="true" className="hidden size-3.5 shrink-0 text-subtle-foreground sm:block" />
      )}
    </li>
  );
}

/** Names from all route handles. A handle that throws is ignored, and its crumb shows the generic label. */
function namesOf(matches: UIMatch[]): CrumbNames {
  const names: CrumbNames = {};
  for (const { handle, data } of matches) {
    if (!hasCrumb(handle)) continue;
    try {
      Object.assign(names, handle.crumb(data));
    } catch {
      // The screen's data is missing, usually because its loader threw an error.
    }
  }
  return names;
}

function hasCrumb(handle: unknown): handle is CrumbHandle {
  return typeof handle === "object" && handle !== null && "crumb" in handle && typeof handle.crumb === "function";
}
