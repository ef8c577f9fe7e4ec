import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/components/ui/dropdown-menu";
import { Check, ChevronDown, Download, Star } from "~/components/ui/icons";
import type { FilterQuery } from "~/domain/issues/filter/schema";
import type { IssueView } from "~/domain/issues/views.server";
import { paths } from "~/paths";
import { hrefOfView, type Layout, queryText } from "./view-href";

interface ViewsMenuProps {
  views: readonly IssueView[];
  query: FilterQuery;
  layout: Layout;
  userId: string | null;
  mayExport: boolean;
}

/** Saved views of the list and the board, with an action that saves the current one. */
export function ViewsMenu({ views, query, layout, userId, mayExport }: ViewsMenuProps) {
  const text = queryText(query);
  const current = views.find((view) => view.query === text && view.layout === layout);
  const mine = views.filter(({ isMine }) => isMine);
  const shared = views.filter(({ isMine }) => !isMine);
  const assigned = { assignee: userId ?? undefined, category: "open" };
  const isAssigned = text === queryText(assigned);
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="sm">
            {current?.name ?? (text === "" ? "All issues" : isAssigned ? "Assigned to me" : "Unsaved view")}
            <ChevronDown />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent aria-label="Saved views" className="max-h-[70dvh] max-w-80 overflow-y-auto">
          <Entry to={paths.issuesAs(layout, { view: "all" })} isCurrent={text === ""}>
            All issues
          </Entry>
          {userId && (
            <Entry to={paths.issuesAs(layout, assigned)} isCurrent={isAssigned}>
              Assigned to me
            </Entry>
          )}
          {mine.length > 0 && <DropdownMenuLabel>Yours</DropdownMenuLabel>}
          {mine.map((view) => (
            <ViewEntry key={view.id} view={view} isCurrent={view === current} />
          ))}
          {shared.length > 0 && <DropdownMenuLabel>Shared</DropdownMenuLabel>}
          {shared.map((view) => (
            <ViewEntry key={view.id} view={view} isCurrent={view === current} />
          ))}
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <Link to={paths.issueViews(layout, query)} preventScrollReset>
              Manage views
            </Link>
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {!current && text !== "" && (
        <Button asChild variant="ghost" size="sm">
          <Link to={paths.newIssueView(layout, query)} preventScrollReset>
            Save view
          </Link>
        </Button>
      )}
      {mayExport && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="sm">
              <Download />
              Export
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent aria-label="Export what is shown">
            <DropdownMenuItem asChild>
              <a href={paths.issueExport("csv", query)}>CSV</a>
            </DropdownMenuItem>
            <DropdownMenuItem asChild>
              <a href={paths.issueExport("json", query)}>JSON lines</a>
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </div>
  );
}

function ViewEntry({ view, isCurrent }: { view: IssueView; isCurrent: boolean }) {
  return (
    <Entry to={hrefOfView(view)} isCurrent={isCurrent}>
      <span className="min-w-0 truncate">{view.name}</span>
      {view.isDefault && (
        <>
          <Star className="size-4 shrink-0" />
          <span className="sr-only">(default)</span>
        </>
      )}
    </Entry>
  );
}

function Entry({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <DropdownMenuItem asChild>
      <Link to={to} aria-current={isCurrent ? "page" : undefined} className="flex items-center gap-2">
        <Check className={isCurrent ? "size-4 shrink-0" : "size-4 shrink-0 opacity-0"} />
        {children}
      </Link>
    </DropdownMenuItem>
  );
}
