import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { CUSTOMER_TYPES } from "~/domain/customers/customer";
import { csvFile } from "~/domain/export/csv-answer.server";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { type ComparedIndustry, type Comparison, sourcesOf } from "~/domain/industries/analysis";
import { analyzeIndustries } from "~/domain/industries/analyze.server";
import { DATA_SET_DATE, type Figure, monthsOf, SOURCES } from "~/domain/industries/figures";
import { comparisonFile, comparisonPdf } from "~/domain/industries/file.server";
import { INDUSTRIES } from "~/domain/industries/industry";
import { remarkOnIndustries } from "~/domain/industries/remark.server";
import { AnalyzeIndustries, ComparisonFile } from "~/domain/industries/schema";
import { toDecimal } from "~/domain/shared/money";
import { eventStream } from "./event-stream";
import { json, jsonRequest, operation, whole } from "./operation";

const tags = ["Industry analysis"];
const count = z.number().int();
const money = z.number().describe("Dollars");

const FigureAnswer = z
  .object({
    value: z.number(),
    source: z.string().describe("An id of `sources`"),
    sure: z
      .enum(["published", "preliminary", "republished"])
      .describe("`republished`: the agency's figure, taken from another site"),
    of: z.string().nullable().describe("The broader industry the figure is for; null if it is for the industry itself"),
  })
  .nullable()
  .describe("Null if not available");

const IndustryAnswer = z.object({
  code: z.string().describe("NAICS 2022 code"),
  title: z.string(),
  establishments: FigureAnswer,
  employees: FigureAnswer,
  weeklyPay: FigureAnswer.describe("Dollars per week; null if not available"),
  annualPay: FigureAnswer.describe("Dollars per year; null if not available"),
  productionWorkers: FigureAnswer,
  peopleEach: z.number().nullable().describe("Employees per establishment, computed from one source"),
  payroll: z.number().nullable().describe("Dollars per year, computed from one source"),
  months: z.array(z.object({ month: z.string(), thousands: z.number() })).describe("People employed, in thousands"),
  monthsCount: z.enum(["employees", "productionWorkers"]).describe("Whom `months` counts"),
  monthsSource: z.string().nullable().describe("An id of `sources`; null without months and in older analyses"),
  own: z.object({ jobs: count, customers: count, revenue: money, serviceTypes: z.array(z.string()) }),
});

export const AnalysisAnswer = z.object({
  by: z.literal("computed").describe("Computed from the figures, without a language model"),
  dataSetDate: z.string(),
  industries: z.array(IndustryAnswer),
  own: z.object({
    jobs: count.describe("Work orders completed in the last 12 months, including the current month so far"),
    revenue: money.describe("Invoices issued less credit notes, before tax, in dollars"),
    customers: count.describe("Only active ones"),
    technicians: count.describe("Only active ones"),
    months: z.array(z.object({ month: z.string(), jobs: count, revenue: money })),
    byCustomerType: z.array(z.object({ type: z.enum(CUSTOMER_TYPES), customers: count, jobs: count, revenue: money })),
    byIndustry: z.array(z.object({ code: z.string(), jobs: count, customers: count, revenue: money })),
  }),
  findings: z.array(z.string()),
  sources: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      agency: z.string(),
      period: z.string(),
      counts: z.string(),
      urls: z.array(z.string()),
    }),
  ),
});

export const industries = new OpenAPIHono<HonoEnv>();

industries.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/industries",
    tags,
    summary: "List the industries that can be analyzed",
    responses: {
      200: json(
        z.object({
          items: z.array(z.object({ code: z.string(), title: z.string(), label: z.string() })),
          nextCursor: z.null(),
          total: count,
        }),
      ),
    },
  }),
  (c) => c.json(whole(INDUSTRIES.map(({ code, title, label }) => ({ code, title, label }))), 200),
);

industries.openapi(
  operation("invoices.read", {
    method: "post",
    path: "/open-ai/analyze-industries",
    tags,
    summary: "Compare industries",
    description: "Compares up to five industries with one another and with the business's own last 12 months.",
    request: { body: jsonRequest(AnalyzeIndustries) },
    responses: { 200: json(AnalysisAnswer) },
  }),
  async (c) => c.json(analysisAnswer(await analyzeIndustries(c.var.ctx, c.req.valid("json")), DATA_SET_DATE), 200),
);

industries.openapi(
  operation("invoices.read", {
    method: "post",
    path: "/open-ai/analyze-industries/remarks",
    tags,
    summary: "Stream a language model's remarks on a comparison",
    description:
      "Server-sent events with JSON data: `text` with the text so far, then `done` with the remarks, the tokens used, their cost and `answer`, which saves the remarks with an analysis, or `trouble` with an error message. Nothing is stored unless you save it. Closing the connection stops the model. The answer is 503 if no model is set up.",
    request: { body: jsonRequest(AnalyzeIndustries) },
    responses: { 200: { description: "The events", content: { "text/event-stream": { schema: z.string() } } } },
  }),
  (c) => eventStream(c, (signal) => remarkOnIndustries(c.var.ctx, c.req.valid("json"), signal)),
);

industries.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/industries/compare/export",
    tags,
    summary: "Download a comparison of industries",
    description: "CSV with the source of each figure, or PDF.",
    request: { query: ComparisonFile },
    responses: {
      200: {
        description: "The file",
        content: { "text/csv": { schema: z.string() }, "application/pdf": { schema: z.string() } },
      },
    },
  }),
  async (c) => {
    const { format, ...wanted } = c.req.valid("query");
    if (format === "csv") return csvFile(await comparisonFile(c.var.ctx, wanted));
    return pdfAnswer(await comparisonPdf(c.var.ctx, wanted));
  },
);

/** A comparison in the API's format. `dataSetDate`: the date of its figures. */
export function analysisAnswer(
  { industries: compared, own, findings }: Comparison,
  dataSetDate: string,
): z.output<typeof AnalysisAnswer> {
  return {
    by: "computed",
    dataSetDate,
    industries: compared.map(industryAnswer),
    own: {
      ...{ jobs: own.jobs, customers: own.customers, technicians: own.technicians },
      revenue: toDecimal(own.revenueMinor),
      months: own.months.map(withRevenue),
      byCustomerType: own.byCustomerType.map(withRevenue),
      byIndustry: own.byIndustry.map(({ serviceTypes: _, ...work }) => withRevenue(work)),
    },
    findings,
    sources: sourcesOf(compared).map((id) => ({ id, ...SOURCES[id], urls: [...SOURCES[id].urls] })),
  };
}

function industryAnswer(industry: ComparedIndustry): z.output<typeof IndustryAnswer> {
  const { code, title, figures, peopleEach, payroll, own } = industry;
  const { serviceTypes, jobs, customers, revenueMinor } = own;
  return {
    ...{ code, title, peopleEach, payroll },
    establishments: figureAnswer(figures.establishments),
    employees: figureAnswer(figures.employees),
    weeklyPay: figureAnswer(figures.weeklyPay),
    annualPay: figureAnswer(figures.annualPay),
    productionWorkers: figureAnswer(figures.productionWorkers),
    months: [...(figures.months ?? [])],
    monthsCount: monthsOf(figures),
    monthsSource: figures.monthsSource ?? null,
    own: { jobs, customers, revenue: toDecimal(revenueMinor), serviceTypes: [...serviceTypes] },
  };
}

const figureAnswer = (figure: Figure | undefined) => (figure ? { ...figure, of: figure.of ?? null } : null);

function withRevenue<T extends { revenueMinor: number }>({ revenueMinor, ...rest }: T) {
  return { ...rest, revenue: toDecimal(revenueMinor) };
}
