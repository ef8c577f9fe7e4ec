import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { CivilDateText } from "~/components/date-text";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Download } from "~/components/ui/icons";
import { analyzeIndustries } from "~/domain/industries/analyze.server";
import { DATA_SET_DATE } from "~/domain/industries/figures";
import { MAX_INDUSTRIES } from "~/domain/industries/industry";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { industriesOf, isPartly } from "./chosen";
import { ComparisonCharts } from "./comparison-charts";
import { ComparisonTable } from "./comparison-table";
import { Findings } from "./findings";
import { IndustryPicker } from "./industry-picker";
import { ModelRemarks, type RemarksAnswer } from "./model-remarks";
import { OwnYear } from "./own-year";
import { Sources } from "./sources";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Industry analysis · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const mayWrite = can(allow(ctx, "invoices.read"), "invoices.write");
  const industries = industriesOf(url).map(({ code }) => code);
  const comparison = await analyzeIndustries(ctx, { industries });
  const model = ctx.providers.industryAnalyst?.model ?? null;
  return { comparison, model, mayWrite, isPartly: isPartly(url) };
});

/** Compares industries with one another and with the business's own year. */
export default function IndustryAnalysis() {
  const { comparison, model, mayWrite, isPartly: somethingIsMissing } = useLoaderData<typeof loader>();
  const { industries, own, findings } = comparison;
  const codes = industries.map(({ code }) => code);
  const [remarks, setRemarks] = useState<{ of: string; answer: RemarksAnswer } | null>(null);
  return (
    <>
      <PageHeader
        title="Industry analysis"
        facts={
          <span>
            Public figures compiled on <CivilDateText date={DATA_SET_DATE} year />, next to your last 12 months
          </span>
        }
        action={
          mayWrite && (
            <Button asChild>
              <Link to={paths.saveIndustryAnalysis(codes)} preventScrollReset>
                Save analysis
              </Link>
            </Button>
          )
        }
        secondary={
          <>
            <Button variant="outline" asChild>
              <Link to={paths.industryAnalyses()}>Saved analyses</Link>
            </Button>
            <FileLink href={paths.apiComparisonFile(codes, "csv")} format="csv" />
            <FileLink href={paths.apiComparisonFile(codes, "pdf")} format="pdf" />
          </>
        }
      />
      <div className="flex flex-col gap-8">
        <IndustryPicker chosen={industries} />
        {somethingIsMissing && (
          <p role="status" className="text-muted-foreground">
            Some industries in this link can't be compared. Only those listed here can, up to {MAX_INDUSTRIES} at a
            time.
          </p>
        )}
        <ComparisonTable industries={industries} />
        <Findings findings={findings} />
        <ModelRemarks
          key={codes.join()}
          model={model}
          codes={codes}
          onAnswer={(answer) => setRemarks({ of: codes.join(), answer })}
        />
        <ComparisonCharts comparison={comparison} />
        <OwnYear own={own} />
        <Sources industries={industries} />
      </div>
      <Outlet context={remarks?.of === codes.join() ? remarks.answer : null} />
    </>
  );
}

/** Link that downloads an analysis as a file. */
function FileLink({ href, format }: { href: string; format: "csv" | "pdf" }) {
  return (
    <Button variant="outline" asChild>
      <a href={href} download>
        <Download />
        {format.toUpperCase()}
      </a>
    </Button>
  );
}
