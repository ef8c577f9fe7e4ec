import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { RefusedAction } from "~/components/feedback/refused-action";
import { PageHeader } from "~/components/page-header";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { TrendingUp } from "~/components/ui/icons";
import { findIndustry } from "~/domain/industries/industry";
import { listAnalyses } from "~/domain/industries/load.server";
import { restoreAnalysis } from "~/domain/industries/save.server";
import { AnalysisChoice, SavedView } from "~/domain/industries/schema";
import { allowMember } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { formatDay } from "~/domain/shared/time/date-format";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Saved analyses · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const view = SavedView.parse(Object.fromEntries(url.searchParams));
  return { ...(await listAnalyses(ctx, view)), timeZone: allowMember(ctx).timeZone };
});

export const action = formActions({
  restore: formCase(AnalysisChoice, async ({ ctx, input, request }) => {
    const { id } = await restoreAnalysis(ctx, input.id);
    return redirectWithToast(request, paths.savedIndustryAnalysis(id), { tone: "success", text: "Analysis restored." });
  }),
});

type Row = Awaited<ReturnType<typeof listAnalyses>>["items"][number];

/** Saved comparisons, newest first. */
export default function SavedAnalyses() {
  const { timeZone, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  const compare = (
    <Button asChild>
      <Link to={paths.industryAnalysis()}>Compare industries</Link>
    </Button>
  );
  const columns: Column<Row>[] = [
    {
      key: "title",
      header: "Analysis",
      card: "lead",
      cell: ({ title, model }) => (
        <>
          {title} {model !== null && <Badge>With a model's remarks</Badge>}
        </>
      ),
    },
    {
      key: "industries",
      header: "Industries",
      className: "w-[40%]",
      cell: ({ industries }) => industries.map((code) => findIndustry(code)?.label ?? code).join(", "),
    },
    {
      key: "saved",
      header: "Saved",
      cell: ({ savedAt, savedByName }) =>
        [formatDay(savedAt, timeZone, true), savedByName].filter(Boolean).join(" by "),
    },
  ];
  return (
    <>
      <PageHeader
        title="Saved analyses"
        secondary={items.length > 0 && <FileLink href={paths.apiListFile("industry-analyses")} />}
        action={items.length > 0 && compare}
      />
      <RefusedAction />
      <DataTable
        caption="Saved analyses"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.savedIndustryAnalysis(id)}
        empty={
          <EmptyState icon={TrendingUp} title="No saved analyses yet" action={compare}>
            Compare industries and choose “Save analysis” to keep the figures of that day beside your own year, to
            reopen later or share as CSV or PDF.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={paths.industryAnalyses}>
        {counted(items.length, "analysis", "analyses")}
      </CursorPagination>
    </>
  );
}
