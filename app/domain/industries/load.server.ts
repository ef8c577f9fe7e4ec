import { and, eq, isNull, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { containsText } from "#drizzle/d1/contains-text";
import { industryAnalyses } from "#drizzle/schema/industries";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import type { Comparison } from "./analysis";
import type { Remarks } from "./remarks";
import type { SavedFilter } from "./schema";

const NOT_FOUND = "Analysis not found";
export const analysisNotFound = () => notFound(NOT_FOUND);

/** Saved analyses of the business, newest first. Rows read do not grow with the table. @throws DomainError invalid cursor */
export async function listAnalyses(ctx: Ctx, { limit, ...at }: SavedFilter & BackCursor) {
  const me = allow(ctx, "invoices.read");
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [industryAnalyses.savedAt, industryAnalyses.id], "desc");
  const rows = await ctx.db
    .select({
      ...namedEach({
        id: industryAnalyses.id,
        title: industryAnalyses.title,
        industries: industryAnalyses.industries,
        dataSetDate: industryAnalyses.dataSetDate,
        savedAt: industryAnalyses.savedAt,
        version: industryAnalyses.version,
      }),
      model: sql<string | null>`industry_analyses.model`.as("analysis_model"),
      savedByName: savedByName(me),
    })
    .from(byIndex(industryAnalyses, "industry_analyses_newest"))
    .where(and(eq(industryAnalyses.orgId, me.orgId), isNull(industryAnalyses.deletedAt), beyond))
    .orderBy(...order)
    .limit(limit + 1);
  const cut = bidirectionalPage(rows, { limit, total: null, direction }, (row) => [row.savedAt, row.id]);
  return { ...cut, mayWrite: can(me, "invoices.write") };
}

/** Saved analyses checked by the global search, newest first. */
const MAX_SCANNED = 300;
const HITS_SHOWN = 5;

/** For the global search: finds saved analyses by title. */
export function findAnalyses(ctx: Ctx, { orgId }: Member, text: string) {
  return ctx.db.all<{ foundId: string; foundLabel: string; foundDetail: string | null }>(sql`
    SELECT id AS foundId, title AS foundLabel, 'Industry analysis' AS foundDetail FROM (
      SELECT x.id, x.title, x.saved_at FROM industry_analyses x INDEXED BY industry_analyses_newest
      WHERE x.org_id = ${orgId} AND x.deleted_at IS NULL ORDER BY x.saved_at DESC, x.id DESC LIMIT ${MAX_SCANNED})
    WHERE ${containsText(sql`title`, text)} ORDER BY saved_at DESC, id DESC LIMIT ${HITS_SHOWN}`);
}

export interface SavedAnalysis {
  id: string;
  title: string;
  version: number;
  savedAt: string;
  savedByName: string | null;
  /** The date of the shipped figures it compares. */
  dataSetDate: string;
  comparison: Comparison;
  /** A language model's remarks, separate from the figures; null if not requested or not saved. */
  modelAnswer: (Remarks & { answeredAt: string }) | null;
  mayWrite: boolean;
}

/** A saved analysis as it was that day. @throws DomainError not_found, with `{ isDeleted }` if it can be restored */
export async function findAnalysis(ctx: Ctx, id: string): Promise<SavedAnalysis> {
  const me = allow(ctx, "invoices.read");
  const [row] = await ctx.db
    .select({
      ...namedEach({
        id: industryAnalyses.id,
        title: industryAnalyses.title,
        dataSetDate: industryAnalyses.dataSetDate,
        comparison: industryAnalyses.comparison,
        modelRemarks: industryAnalyses.modelRemarks,
        model: industryAnalyses.model,
        modelAnsweredAt: industryAnalyses.modelAnsweredAt,
        version: industryAnalyses.version,
        savedAt: industryAnalyses.savedAt,
      }),
      savedByName: savedByName(me),
    })
    .from(industryAnalyses)
    .where(and(eq(industryAnalyses.orgId, me.orgId), eq(industryAnalyses.id, id), isNull(industryAnalyses.deletedAt)));
  const mayWrite = can(me, "invoices.write");
  if (!row && mayWrite && (await isDeleted(ctx, me, id)))
    throw new DomainError("not_found", NOT_FOUND, { details: { isDeleted: true } });
  if (!row) throw analysisNotFound();
  const { modelRemarks, model, modelAnsweredAt, ...rest } = row;
  return {
    ...rest,
    modelAnswer:
      modelRemarks && model !== null && modelAnsweredAt !== null
        ? { ...modelRemarks, model, answeredAt: modelAnsweredAt }
        : null,
    mayWrite,
  };
}

/** Whether the row of an analysis that is no longer readable still exists. */
async function isDeleted(ctx: Ctx, me: Member, id: string): Promise<boolean> {
  const found = await ctx.db
    .select({ title: industryAnalyses.title })
    .from(industryAnalyses)
    .where(and(eq(industryAnalyses.orgId, me.orgId), eq(industryAnalyses.id, id)));
  return found.length > 0;
}

const savedByName = ({ orgId }: Member) =>
  sql<
    string | null
  >`(select m.first_name || ' ' || m.last_name from tenant_members m where m.org_id = ${orgId} and m.user_id = industry_analyses.saved_by)`.as(
    "saved_by_name",
  );
