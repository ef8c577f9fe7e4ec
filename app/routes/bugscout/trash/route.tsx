import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { DateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { Trash2 } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { formatIssueNumber } from "~/domain/issues/issue";
import { TrashView } from "~/domain/issues/schema";
import { listTrash } from "~/domain/issues/trash.server";
import { allow, can } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Deleted issues · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "issues.read");
  const list = await listTrash(ctx, TrashView.parse(Object.fromEntries(url.searchParams)));
  return { list, zone: me.timeZone, mayWrite: can(me, "issues.write") };
});

type Row = Awaited<ReturnType<typeof listTrash>>["items"][number];

export default function DeletedIssues() {
  const { list, zone, mayWrite } = useLoaderData<typeof loader>();
  const columns: readonly Column<Row>[] = [
    {
      key: "title",
      header: "Issue",
      className: "w-[60%]",
      cell: ({ number, title }) => (
        <>
          <span className="mr-2 font-normal text-muted-foreground tabular">{formatIssueNumber(number)}</span>
          {title}
        </>
      ),
    },
    { key: "deleted", header: "Deleted", cell: ({ deletedAt }) => <DateText at={deletedAt} zone={zone} /> },
    {
      key: "restore",
      header: "Restore",
      card: "corner",
      cell: ({ id, number }) => mayWrite && <RestoreButton id={id} name={formatIssueNumber(number)} />,
    },
  ];
  return (
    <>
      {list.items.length > 0 && (
        <div className="flex justify-end pb-3">
          <FileLink href={paths.apiListFile("issues/trash")} />
        </div>
      )}
      <DataTable
        caption="Deleted issues"
        columns={columns}
        rows={list.items}
        rowKey={({ id }) => id}
        rowHref={({ number }) => paths.issue(number)}
        empty={
          <EmptyState icon={Trash2} title="The trash is empty">
            Deleted issues stay here and can be restored.
          </EmptyState>
        }
      />
      <CursorPagination page={list} href={paths.issueTrash}>
        {counted(list.items.length, "issue")}
      </CursorPagination>
    </>
  );
}

/** Stays on the page if the issue cannot be restored. */
function RestoreButton({ id, name }: { id: string; name: string }) {
  const { fetcher, busy, error, sessionEnded } = useInlineForm();
  return (
    <fetcher.Form method="post" action={paths.issue(id)}>
      <input type="hidden" name="intent" value="restore" />
      <Button type="submit" variant="outline" size="sm" loading={busy} aria-label={`Restore ${name}`}>
        Restore
      </Button>
      <ErrorLine>{error}</ErrorLine>
      {sessionEnded}
    </fetcher.Form>
  );
}
