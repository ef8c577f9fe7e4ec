import type { MetaFunction } from "@remix-run/cloudflare";
import { useFetchers, useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { IgnoredFilters } from "~/components/data-table/ignored-filters";
import { toast } from "~/components/ui/toast-store";
import { issueBoard } from "~/domain/issues/board.server";
import { issueChoices } from "~/domain/issues/choices.server";
import { formatIssueNumber } from "~/domain/issues/issue";
import { MoveForm } from "~/domain/issues/schema";
import { updateIssue } from "~/domain/issues/update.server";
import { allow, can } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { ClientOnly } from "~/lib/client-only";
import type { DragListeners } from "~/lib/drag";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { paths } from "~/paths";
import { IssueFilters } from "~/routes/bugscout/shared/issue-filters";
import { listQuery } from "~/routes/bugscout/shared/list-query";
import { readFilter } from "~/routes/bugscout/shared/read-filter.server";
import { BoardColumn } from "./column";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Issue board · Plenum" }];

export const handle: ShellHandle = { frame: "wide" };

export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "issues.read");
  const { filter, ignored } = readFilter(url);
  const [columns, choices] = await Promise.all([issueBoard(ctx, filter), issueChoices(ctx)]);
  const { sort: _, ...query } = listQuery(filter);
  return { columns, choices, query: { ...query, sort: undefined }, ignored, mayWrite: can(me, "issues.write") };
});

export const action = formAction(MoveForm, async ({ ctx, input: { issueId, ...change } }) => {
  await updateIssue(ctx, issueId, change);
  return { done: true };
});

const { Part: BoardDrag } = lazyWithRetry(() => import("./drag").then((module) => module.BoardDrag));

export type BoardData = ReturnType<typeof useLoaderData<typeof loader>>;
export type Card = BoardData["columns"][number]["items"][number];

export default function IssueBoard() {
  const data = useLoaderData<typeof loader>();
  const { choices, query, ignored, mayWrite } = data;
  const root = useRef<HTMLDivElement>(null);
  const [listeners, setListeners] = useState<DragListeners>({});
  const [over, setOver] = useState<string | null>(null);
  const { columns, move } = useMoves(data.columns);
  return (
    <>
      <IssueFilters query={query} choices={choices} href={paths.issueBoard} />
      <IgnoredFilters ignored={ignored} />
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
            query={query}
            isOver={over === column.id}
            onMove={mayWrite ? move : null}
          />
        ))}
      </div>
      {mayWrite && (
        <ClientOnly>
          <BoardDrag {...{ root, columns }} onListen={setListeners} onOver={setOver} onDrop={move} />
        </ClientOnly>
      )}
    </>
  );
}

const MOVE_KEY = "move-issue-";

/** The columns with the moves under way on top, and what moves a card. A refused move says why and the card is back. */
function useMoves(read: BoardData["columns"]) {
  const submit = useSubmit();
  const fetchers = useFetchers().filter(({ key }) => key.startsWith(MOVE_KEY));
  const told = useRef(new Set<unknown>());

  // Each answer is looked at once: a fetcher keeps its last one.
  useEffect(() => {
    for (const { data } of fetchers) {
      if (!data?.lastResult || told.current.has(data)) continue;
      told.current.add(data);
      toast({
        title: "Not moved",
        text: Object.values(data.lastResult.error ?? {})
          .flat()
          .join(" "),
        tone: "bad",
      });
    }
  });
  const targets = new Map(
    fetchers.flatMap(({ formData }) =>
      formData ? [[String(formData.get("issueId")), String(formData.get("stateId"))] as const] : [],
    ),
  );
  const cards = read.flatMap(({ items }) => items);
  const columns = read.map((column) => {
    const stay = column.items.filter(({ id }) => (targets.get(id) ?? column.id) === column.id);
    const come = cards
      .filter(({ id, stateId }) => targets.get(id) === column.id && stateId !== column.id)
      // As it will be once it is saved, so that it can be moved on at once.
      .map((card) => ({ ...card, stateId: column.id, version: card.version + 1 }));
    const gone = column.items.length - stay.length;
    const total = column.total === null ? null : column.total - gone + come.length;
    return { ...column, items: [...come, ...stay], total };
  });
  const move = (card: Card, stateId: string) => {
    if (card.stateId === stateId) return;
    submit(
      { issueId: card.id, version: String(card.version), stateId },
      { method: "post", navigate: false, fetcherKey: MOVE_KEY + card.id },
    );
    toast({
      title: `${formatIssueNumber(card.number)} moved to ${read.find(({ id }) => id === stateId)?.name ?? "another state"}`,
      tone: "ok",
    });
  };
  return { columns, move };
}
