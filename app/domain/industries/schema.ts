import { z } from "zod";
import { line, paging, pagingView, version } from "~/domain/shared/fields";
import { findIndustry, INDUSTRIES, MAX_INDUSTRIES } from "./industry";

/** One to five distinct industries, by NAICS code or name. */
export const AnalyzeIndustries = z.object({
  industries: z
    .array(
      z.string({ error: "Name each industry by its NAICS code or name" }).trim().max(200, "That name is too long"),
      {
        error: "Name the industries to analyze as a list",
      },
    )
    .min(1, "Choose at least one industry")
    .max(MAX_INDUSTRIES, `Compare up to ${MAX_INDUSTRIES} industries at a time`)
    .superRefine((names, context) => {
      for (const [at, name] of names.entries()) {
        if (findIndustry(name)) continue;
        context.addIssue({ code: "custom", path: [at], message: `Unknown industry “${name.slice(0, 60)}”` });
      }
    })
    .describe(
      `At most ${MAX_INDUSTRIES} NAICS codes or names of the industries ${INDUSTRIES.map(({ code }) => code).join(", ")}`,
    ),
});
export type AnalyzeIndustries = z.output<typeof AnalyzeIndustries>;

/** Query such as `industries=238220,238210&format=csv`. */
export const ComparisonFile = z.object({
  industries: z
    .string({ error: "Name the industries to compare" })
    .transform((list) => list.split(",").filter((name) => name.trim() !== ""))
    .pipe(AnalyzeIndustries.shape.industries),
  format: z.enum(["csv", "pdf"], { error: "Choose CSV or PDF" }),
});

const title = line("Name the analysis", 120);
const answer = z.string().max(200_000).optional();

/** An analysis to save; `answer` comes from the last event of the remarks. */
export const SaveAnalysis = z.object({
  title,
  industries: AnalyzeIndustries.shape.industries,
  answer: answer.describe("`answer` of the remarks' last event, to save the remarks with the analysis"),
});
export type SaveAnalysis = z.output<typeof SaveAnalysis>;

/** The same from a form: `industries=238220,238210`. */
export const SaveAnalysisForm = z.object({ title, industries: ComparisonFile.shape.industries, answer });

export const RenameAnalysis = z.object({ title, version });
export type RenameAnalysis = z.output<typeof RenameAnalysis>;

export const AnalysisChoice = z.object({ id: z.guid({ error: "Choose an analysis from the list" }).toLowerCase() });

export const SavedFilter = z.object(paging);
export type SavedFilter = z.output<typeof SavedFilter>;
/** The list's URL in the browser. */
export const SavedView = z.object({
  ...pagingView,
});

export const AnalysisFile = z.object({ format: ComparisonFile.shape.format.default("csv") });
