import { and, eq, isNull } from "drizzle-orm";
import { industryAnalyses } from "#drizzle/schema/industries";
import type { Ctx } from "~/domain/shared/context";
import { invalidField, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import type { Comparison } from "./analysis";
import { analyzeIndustries } from "./analyze.server";
import { DATA_SET_DATE } from "./figures";
import { analysisNotFound, findAnalysis } from "./load.server";
import { readAnswer } from "./remark.server";
import { factsOf, isUnfounded, type Remarks } from "./remarks";
import type { RenameAnalysis, SaveAnalysis } from "./schema";

const ENTITY = "industry_analysis";

/**
 * Saves a comparison as it is now. A language model's remarks are saved with the model and the time, unmodified.
 * @throws DomainError invalid with the field `answer` if no model gave it for these industries in the last day
 */
export async function saveAnalysis(ctx: Ctx, input: SaveAnalysis): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "saveIndustryAnalysis", input, async (commit) => {
    const comparison = await analyzeIndustries(ctx, input);
    const codes = comparison.industries.map(({ code }) => code);
    const answer = input.answer ? await readAnswer(ctx, me.orgId, { answer: input.answer, codes }) : null;
    if (input.answer && !answer)
      throw invalidField("answer", "These remarks are about a different comparison. Request them again.");
    const marked = answer && markedOf(answer, comparison);
    const id = ctx.newId();
    return commit(me, {
      writes: [
        ctx.db.insert(industryAnalyses).values({
          ...{ orgId: me.orgId, id, title: input.title, industries: codes, dataSetDate: DATA_SET_DATE, comparison },
          ...marked,
          ...{ savedBy: me.userId ?? "system", savedAt: ctx.now.toISOString() },
        }),
      ],
      audit: [
        {
          ...{ action: `${ENTITY}.save`, entity: ENTITY, entityId: id },
          after: { title: input.title, industries: codes, model: answer?.model ?? null },
        },
      ],
      result: { id },
    });
  });
}

/** Remarks marked with their model and time; one whose figures have changed since is left out. */
function markedOf({ model, answeredAt, ...answer }: Remarks & { answeredAt: string }, comparison: Comparison) {
  const facts = factsOf(comparison);
  const remarks = answer.remarks.filter(({ text }) => !isUnfounded(text, facts));
  const leftOut = answer.leftOut + answer.remarks.length - remarks.length;
  return { modelRemarks: { ...answer, remarks, leftOut }, model, modelAnsweredAt: answeredAt };
}

/** @throws DomainError not_found; conflict with `{ current }` if someone else renamed it in the meantime */
export async function renameAnalysis(
  ctx: Ctx,
  id: string,
  { title, version }: RenameAnalysis,
): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "renameIndustryAnalysis", { id, title, version }, async (commit) => {
    const { title: before, version: stored } = await findAnalysis(ctx, id);
    const stale = () => staleVersion("analysis", { title: before, version: stored });
    if (stored !== version) throw stale();
    return commit(me, {
      writes: [
        ctx.db
          .update(industryAnalyses)
          .set({ title, version: version + 1 })
          .where(
            and(
              eq(industryAnalyses.orgId, me.orgId),
              eq(industryAnalyses.id, id),
              eq(industryAnalyses.version, version),
              isNull(industryAnalyses.deletedAt),
            ),
          ),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [
        { action: `${ENTITY}.rename`, entity: ENTITY, entityId: id, before: { title: before }, after: { title } },
      ],
      result: { id },
      refusals: { stale },
    });
  });
}

/** Deletes an analysis; it can be restored for 30 days. @throws DomainError not_found */
export async function deleteAnalysis(ctx: Ctx, id: string): Promise<{ id: string; title: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "deleteIndustryAnalysis", { id }, async (commit) => {
    const { title } = await findAnalysis(ctx, id);
    return commit(me, {
      writes: [
        ctx.db
          .update(industryAnalyses)
          .set({ deletedAt: ctx.now.toISOString() })
          .where(
            and(eq(industryAnalyses.orgId, me.orgId), eq(industryAnalyses.id, id), isNull(industryAnalyses.deletedAt)),
          ),
        assertRowChanged(ctx, "analysis_gone"),
      ],
      audit: [{ action: `${ENTITY}.delete`, entity: ENTITY, entityId: id, before: { title } }],
      result: { id, title },
      refusals: { analysis_gone: analysisNotFound },
    });
  });
}

/** @throws DomainError not_found if it does not exist or is permanently deleted */
export async function restoreAnalysis(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "restoreIndustryAnalysis", { id }, async (commit) =>
    commit(me, {
      writes: [
        ctx.db
          .update(industryAnalyses)
          .set({ deletedAt: null })
          .where(and(eq(industryAnalyses.orgId, me.orgId), eq(industryAnalyses.id, id))),
        assertRowChanged(ctx, "analysis_gone"),
      ],
      audit: [{ action: `${ENTITY}.restore`, entity: ENTITY, entityId: id }],
      result: { id },
      refusals: { analysis_gone: analysisNotFound },
    }),
  );
}
