import { CUSTOMER_TYPE_LABELS } from "~/domain/customers/customer";
import { type Letterhead, readLetterhead } from "~/domain/people/letterhead.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { decimalText, formatMoney } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { formatDate, formatDay } from "~/domain/shared/time/date-format";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { type ComparedIndustry, type Comparison, sourcesOf } from "./analysis";
import { analyzeIndustries } from "./analyze.server";
import {
  DATA_SET_DATE,
  type Figure,
  isPay,
  MEASURE_LABELS,
  MEASURES,
  type Measure,
  measuresOf,
  monthsOf,
  SOURCES,
} from "./figures";
import { findIndustry } from "./industry";
import { findAnalysis, type SavedAnalysis } from "./load.server";
import type { Remark } from "./remarks";
import type { AnalyzeIndustries } from "./schema";

const HEADER = ["Industry", "NAICS", "Measure", "Value", "Period", "Source", "How sure", "Note", "Address"];
const fileName = (extension: string) => `industries-${DATA_SET_DATE}.${extension}`;
const NOT_PUBLISHED = "Not available";

/** A comparison as CSV: one line per figure with its source. */
export async function comparisonFile(ctx: Ctx, wanted: AnalyzeIndustries) {
  return { fileName: fileName("csv"), header: HEADER, rows: comparisonRows(await analyzeIndustries(ctx, wanted)) };
}

/** A saved analysis as CSV; each line written by a model is marked as such. @throws DomainError not_found */
export async function analysisFile(ctx: Ctx, id: string) {
  const me = allow(ctx, "invoices.read");
  const saved = await findAnalysis(ctx, id);
  return {
    fileName: `${nameOf(saved, me)}.csv`,
    header: HEADER,
    rows: [...comparisonRows(saved.comparison), ...remarkRows(saved, me)],
  };
}

const dayOf = (instant: string, { timeZone }: Member) => wallTimeOf(Date.parse(instant), timeZone).date;

const nameOf = ({ savedAt }: SavedAnalysis, me: Member) => `industry-analysis-${dayOf(savedAt, me)}`;

function remarkRows({ modelAnswer }: SavedAnalysis, me: Member): string[][] {
  const answeredOn = modelAnswer ? dayOf(modelAnswer.answeredAt, me) : "";
  return (modelAnswer?.remarks ?? []).map(({ industry, text }) => [
    ...[industry === null ? "" : (findIndustry(industry)?.title ?? ""), industry ?? "", "Remark", text],
    ...[answeredOn, `Language model ${modelAnswer?.model}`, "not checked"],
    ...["From a language model", ""],
  ]);
}

function comparisonRows({ industries }: Comparison): string[][] {
  return industries.flatMap((industry) => {
    const { title, code, figures, peopleEach, payroll, own } = industry;
    const row = (measure: string, value: string, rest: readonly string[] = []) => [
      ...[title, code, measure, value, ...rest],
      ...Array.from({ length: HEADER.length - 4 - rest.length }, () => ""),
    ];
    const computed = (value: number | null) => (value === null ? NOT_PUBLISHED : String(value));
    return [
      ...MEASURES.map((measure) => {
        const figure = figures[measure];
        if (!figure) return row(MEASURE_LABELS[measure], NOT_PUBLISHED);
        const { period, agency, name, urls } = SOURCES[figure.source];
        const note = figure.of ? `Of a wider group: ${figure.of}` : "";
        return row(MEASURE_LABELS[measure], String(figure.value), [
          ...[period, `${agency}, ${name}`, figure.sure, note, urls.join(" ")],
        ]);
      }),
      row("Employees per establishment", computed(peopleEach), ["", "", "computed"]),
      row("Annual payroll", computed(payroll), ["", "", "computed"]),
      ...(figures.months ?? []).map(({ month, thousands }) => {
        const { agency, name, urls } = SOURCES[figures.monthsSource ?? "ces6b"];
        const sure = figures.monthsSource ? "republished" : "published";
        return row(`${MEASURE_LABELS[monthsOf(figures)]}, thousands`, String(thousands), [
          ...[month, `${agency}, ${name}`, sure, "", urls.join(" ")],
        ]);
      }),
      row("Your jobs, last 12 months", String(own.jobs)),
      row("Your customers", String(own.customers)),
      row("Your revenue", decimalText(own.revenueMinor)),
    ];
  });
}

/** A comparison as a PDF with the business's letterhead. */
export async function comparisonPdf(ctx: Ctx, wanted: AnalyzeIndustries) {
  const me = allow(ctx, "invoices.read");
  const [comparison, business] = await Promise.all([analyzeIndustries(ctx, wanted), readLetterhead(ctx, me)]);
  const subtitle = datedBy(DATA_SET_DATE);
  return {
    fileName: fileName("pdf"),
    body: await drawComparison(comparison, business, { title: "Industry analysis", subtitle, createdAt: ctx.now }),
  };
}

/** A saved analysis as a PDF; a model's remarks are marked as such. @throws DomainError not_found */
export async function analysisPdf(ctx: Ctx, id: string) {
  const me = allow(ctx, "invoices.read");
  const [saved, business] = await Promise.all([findAnalysis(ctx, id), readLetterhead(ctx, me)]);
  const subtitle = `Saved ${formatDay(saved.savedAt, me.timeZone, true)}. ${datedBy(saved.dataSetDate)}`;
  const head = { title: saved.title, subtitle, createdAt: ctx.now };
  const answer = saved.modelAnswer && {
    ...saved.modelAnswer,
    on: formatDay(saved.modelAnswer.answeredAt, me.timeZone, true),
  };
  return {
    fileName: `${nameOf(saved, me)}.pdf`,
    body: await drawComparison(saved.comparison, business, { ...head, answer }),
  };
}

const datedBy = (day: string) => `Public figures compiled on ${formatDate(day, true)}`;

interface Head {
  title: string;
  subtitle: string;
  createdAt: Date;
  /** A model's remarks and their date. */
  answer?: { remarks: readonly Remark[]; model: string; on: string } | null;
}

async function drawComparison(
  { industries, own, findings }: Comparison,
  business: Letterhead,
  { title, subtitle, createdAt, answer }: Head,
) {
  const { startPdf } = await import("~/domain/shared/pdf/document.server");
  const pdf = await startPdf({ title: `${title}, ${business.name}`, author: business.name, createdAt, footer: title });
  await pdf.header({
    ...{ name: business.name, lines: [...business.lines, business.phone, business.email], title, subtitle },
  });
  pdf.heading("Industries compared");
  for (const group of [industries.slice(0, 3), industries.slice(3)].filter((each) => each.length > 0)) {
    pdf.table(
      [{ header: "Measure", width: 120 }, ...group.map(({ label, code }) => ({ header: `${label} ${code}` }))],
      [
        ...measuresOf(industries).map((measure) => [
          MEASURE_LABELS[measure],
          ...group.map(({ figures }) => figureCell(measure, figures[measure])),
        ]),
        ["Employees per establishment", ...group.map(({ peopleEach }) => peopleEach?.toFixed(1) ?? NOT_PUBLISHED)],
        ["Your jobs, last 12 months", ...group.map((each) => each.own.jobs.toLocaleString("en-US"))],
        ["Your revenue", ...group.map((each: ComparedIndustry) => formatMoney(each.own.revenueMinor))],
      ],
    );
  }
  if (findings.length > 0) {
    pdf.heading("What stands out");
    for (const finding of findings) pdf.text(finding);
  }
  if (answer && answer.remarks.length > 0) {
    pdf.heading("From a language model");
    pdf.text(`${answer.model}, ${answer.on}. Not checked by anyone; no figure in this document comes from it.`, {
      muted: true,
    });
    for (const { industry, text } of answer.remarks)
      pdf.text(industry === null ? text : `${findIndustry(industry)?.label ?? industry}: ${text}`);
  }
  pdf.heading("Your own year");
  pdf.table(
    [
      { header: "Customers" },
      { header: "Active now", width: 80, align: "right" },
      { header: "Jobs", width: 80, align: "right" },
      { header: "Revenue", width: 100, align: "right" },
    ],
    own.byCustomerType.map(({ type, customers, jobs, revenueMinor }) => [
      ...[CUSTOMER_TYPE_LABELS[type], customers.toLocaleString("en-US"), jobs.toLocaleString("en-US")],
      formatMoney(revenueMinor),
    ]),
  );
  pdf.heading("Sources");
  for (const id of sourcesOf(industries)) {
    const { agency, name, period, counts, urls } = SOURCES[id];
    pdf.text(`${agency}, ${name}, ${period}. ${counts} ${urls.join(" ")}`, { size: 8.5, muted: true });
  }
  return pdf.finish();
}

function figureCell(measure: Measure, figure: Figure | undefined) {
  if (!figure) return NOT_PUBLISHED;
  const { period } = SOURCES[figure.source];
  const sure = { published: "", preliminary: ", preliminary", republished: ", via another site" }[figure.sure];
  return {
    text: `${isPay(measure) ? "$" : ""}${figure.value.toLocaleString("en-US")}`,
    detail: `${period}${sure}${figure.of ? `, of ${figure.of}` : ""}`,
  };
}
