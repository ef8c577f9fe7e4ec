import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useRef, useState } from "react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { useFurther } from "~/components/board/use-further";
import { IgnoredFilters } from "~/components/data-table/ignored-filters";
import { UnsavedMoves } from "~/components/feedback/unsaved-moves";
import { issueBoard } from "~/domain/issues/board.server";
import { issueChoices } from "~/domain/issues/choices.server";
import { filterQuery, parseFilter } from "~/domain/issues/filter/schema";
import { listViews } from "~/domain/issues/views.server";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { ClientOnly } from "~/lib/client-only";
import type { DragListeners } from "~/lib/drag";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { paths } from "~/paths";
import { IssueFilters } from "~/routes/bugscout/shared/issue-filters";
import { ViewsMenu } from "~/routes/bugscout/shared/views-menu";
import { BoardColumn } from "./column";
import { moveLabel, useMoves } from "./use-moves";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Issue board · Plenum" }];

export const handle: ShellHandle = { frame: "wide" };

export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "issues.read");
  const { filter, ignored } = parseFilter(url.searchParams);
  const [columns, choices, views] = await Promise.all([issueBoard(ctx, filter), issueChoices(ctx), listViews(ctx)]);
  const { sort: _, ...query } = filterQuery(filter);
  return {
    views,
    userId: me.userId,
    mayExport: can(me, "issues.manage"),
    columns,
    choices,
    query: { ...query, sort: undefined },
    ignored,
    mayWrite: can(me, "issues.write"),
  };
});

const { Part: BoardDrag } = lazyWithRetry(() => import("./drag").then((module) => module.BoardDrag));

export type BoardData = ReturnType<typeof useLoaderData<typeof loader>>;
export type Card = BoardData["columns"][number]["items"][number];

export default function IssueBoard() {
  const data = useLoaderData<typeof loader>();
  const { choices, views, userId, mayExport, query, ignored, mayWrite } = data;
  const root = useRef<HTMLDivElement>(null);
  const [listeners, setListeners] = useState<DragListeners>({});
  const [over, setOver] = useState<string | null>(null);
  const further = useFurther<Card, BoardData["columns"][number]>(data.columns, {
    query,
    hrefOf: (column, cursor) => paths.issueColumn({ ...query, column, cursor }),
  });
  const { columns, unsaved, move, retry, discard } = useMoves(further.columns);
  return (
    <>
      <ViewsMenu {...{ views, query, userId, mayExport }} layout="board" />
      <IssueFilters query={query} choices={choices} href={paths.issueBoard} />
      <IgnoredFilters ignored={ignored} />
      <UnsavedMoves moves={unsaved} labelOf={moveLabel} onRetry={retry} onDiscard={discard} />
      <p id="how-to-move" hidden>
        Press Space to pick it up, the left and right arrows to choose a column, Space to drop it, Escape to cancel.
      </p>
      <div
        ref={root}
        className="relative flex gap-3 overflow-x-auto pb-4 sm:h-[max(28rem,calc(100dvh-var(--header-top)-14rem))]"
        {...(mayWrite ? listeners : {})}
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.id}
            column={column}
            states={choices.states}
            labels={choices.labels}
            isOver={over === column.id}
            isLoading={further.isLoading(column.id)}
            onMore={() => further.more(column.id)}
            onMove={mayWrite ? move : null}
          />
        ))}
      </div>
      <Outlet />
      {mayWrite && (
        <ClientOnly>
          <BoardDrag {...{ root, columns }} onListen={setListeners} onOver={setOver} onDrop={move} />
        </ClientOnly>
      )}
    </>
  );
}
