import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Download } from "~/components/ui/icons";
import { analyzeIndustries } from "~/domain/industries/analyze.server";
import { DATA_SET_DATE } from "~/domain/industries/figures";
import { findIndustry, MAX_INDUSTRIES } from "~/domain/industries/industry";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { ComparisonCharts } from "./comparison-charts";
import { ComparisonTable } from "./comparison-table";
import { IndustryPicker } from "./industry-picker";
import { ModelRemarks } from "./model-remarks";
import { OwnYear } from "./own-year";
import { Sources } from "./sources";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Industry analysis · Plenum" }];

/** What is compared before anybody chose. */
const FIRST_CHOICE = ["238220", "238210", "238160"];

export const loader = pageLoader(async ({ ctx, url }) => {
  const asked = url.searchParams.getAll("industry");
  const known = [...new Set(asked.flatMap((name) => findIndustry(name)?.code ?? []))].slice(0, MAX_INDUSTRIES);
  const industries = known.length > 0 ? known : FIRST_CHOICE;
  const comparison = await analyzeIndustries(ctx, { industries });
  const model = ctx.providers.industryAnalyst?.model ?? null;
  return { comparison, model, isPartly: known.length < new Set(asked).size };
});

/** Industries compared with one another and with the business's own year. */
export default function IndustryAnalysis() {
  const { comparison, model, isPartly } = useLoaderData<typeof loader>();
  const { industries, own, findings } = comparison;
  const codes = industries.map(({ code }) => code);
  return (
    <>
      <PageHeader
        title="Industry analysis"
        facts={
          <span>
            Public figures put together on <CivilDateText date={DATA_SET_DATE} year />, beside your last 12 months
          </span>
        }
        secondary={
          <>
            <FileLink codes={codes} format="csv" />
            <FileLink codes={codes} format="pdf" />
          </>
        }
      />
      <div className="flex flex-col gap-8">
        <IndustryPicker chosen={industries} />
        {isPartly && (
          <p role="status" className="text-muted-foreground">
            The address names industries that are not compared: only those listed here can be, up to {MAX_INDUSTRIES} at
            a time.
          </p>
        )}
        <ComparisonTable industries={industries} />
        <Section
          title="What stands out"
          description="Computed from the figures on this page. No language model was asked."
        >
          {findings.length > 0 ? (
            <ul className="flex max-w-3xl list-disc flex-col gap-1.5 pl-5">
              {findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          ) : (
            <p className="text-muted-foreground">Too little is published of these industries to compare them.</p>
          )}
        </Section>
        <ModelRemarks key={codes.join()} model={model} codes={codes} />
        <ComparisonCharts comparison={comparison} />
        <OwnYear own={own} />
        <Sources industries={industries} />
      </div>
    </>
  );
}

function FileLink({ codes, format }: { codes: readonly string[]; format: "csv" | "pdf" }) {
  return (
    <Button variant="outline" asChild>
      <a href={paths.apiComparisonFile(codes, format)} download>
        <Download />
        {format.toUpperCase()}
      </a>
    </Button>
  );
}
