import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { CivilDateText, DateText } from "~/components/date-text";
import { RefusedAction } from "~/components/feedback/refused-action";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { AddTodoItem } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { findAnalysis } from "~/domain/industries/load.server";
import { deleteAnalysis } from "~/domain/industries/save.server";
import { Nothing } from "~/domain/shared/fields";
import { allowMember } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { ComparisonCharts } from "~/routes/industry-analysis/comparison-charts";
import { ComparisonTable } from "~/routes/industry-analysis/comparison-table";
import { Findings } from "~/routes/industry-analysis/findings";
import { Answer } from "~/routes/industry-analysis/model-remarks";
import { OwnYear } from "~/routes/industry-analysis/own-year";
import { Sources } from "~/routes/industry-analysis/sources";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.analysis.title ?? "Saved analysis"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data?.analysis.title }),
};

export const loader = pageLoader(async ({ ctx, params }) => ({
  analysis: await findAnalysis(ctx, params.id ?? ""),
  zone: allowMember(ctx).timeZone,
}));

export const action = formActions({
  delete: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id, title } = await deleteAnalysis(ctx, params.id ?? "");
    return redirectWithToast(request, paths.industryAnalyses(), {
      ...{ tone: "success", text: `${title} deleted.` },
      undo: { action: paths.industryAnalyses(), fields: { intent: "restore", id } },
    });
  }),
});

/** A comparison as it was on the day it was saved. */
export default function SavedAnalysis() {
  const { analysis, zone } = useLoaderData<typeof loader>();
  const { id, title, savedAt, savedByName, dataSetDate, comparison, modelAnswer, mayWrite } = analysis;
  const { industries, own, findings } = comparison;
  return (
    <>
      <PageHeader
        title={title}
        facts={
          <>
            <span>
              Saved <DateText at={savedAt} zone={zone} year />
              {savedByName && ` by ${savedByName}`}
            </span>
            <span>
              Public figures compiled on <CivilDateText date={dataSetDate} year />
            </span>
          </>
        }
        action={
          <Button asChild>
            <Link to={paths.industryAnalysis(industries.map(({ code }) => code))}>Compare today's figures</Link>
          </Button>
        }
        menu={
          <>
            <DropdownMenuItem asChild>
              <a href={paths.apiAnalysisFile(id, "csv")} download>
                Download CSV
              </a>
            </DropdownMenuItem>
            <DropdownMenuItem asChild>
              <a href={paths.apiAnalysisFile(id, "pdf")} download>
                Download PDF
              </a>
            </DropdownMenuItem>
            <AddTodoItem about="analysis" id={id} />
            {mayWrite && (
              <>
                <DropdownMenuItem asChild>
                  <Link to={paths.renameIndustryAnalysis(id)} preventScrollReset>
                    Rename
                  </Link>
                </DropdownMenuItem>
                <Form method="post">
                  <input type="hidden" name="intent" value="delete" />
                  <DropdownMenuItem asChild>
                    <button type="submit">Delete analysis</button>
                  </DropdownMenuItem>
                </Form>
              </>
            )}
          </>
        }
      />
      <RefusedAction />
      <div className="flex flex-col gap-8">
        <ComparisonTable industries={industries} />
        <Findings findings={findings} />
        {modelAnswer && (
          <Section
            title="Remarks from a language model"
            description="Not checked by anyone. No figure on this page comes from it."
          >
            <div className="max-w-3xl">
              <Answer answer={modelAnswer} answeredAt={<DateText at={modelAnswer.answeredAt} zone={zone} year />} />
            </div>
          </Section>
        )}
        <ComparisonCharts comparison={comparison} />
        <OwnYear own={own} />
        <Sources industries={industries} />
      </div>
      <Outlet />
    </>
  );
}
