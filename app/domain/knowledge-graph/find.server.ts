import { globalSearch } from "~/domain/search/search.server";
import type { Ctx } from "~/domain/shared/context";
import { allowMember } from "~/domain/shared/permissions";
import { mayRead } from "./load.server";
import { keyOf, type RecordKey, type RecordKind } from "./record";
import { idByNumber } from "./relations.server";

const KIND_OF_HIT: Partial<Record<Awaited<ReturnType<typeof globalSearch>>[number]["kind"], RecordKind>> = {
  work_order: "job",
  customer: "customer",
  technician: "technician",
  equipment: "equipment",
  item: "part",
  invoice: "invoice",
  site: "site",
  lead: "lead",
  estimate: "estimate",
};

export interface FoundRecord {
  key: RecordKey;
  kind: RecordKind;
  label: string;
  detail: string | null;
}

/** Finds records of every kind the member may see by text; a graph can start from any of them. */
export async function findRecords(ctx: Ctx, text: string): Promise<FoundRecord[]> {
  const me = allowMember(ctx);
  const hits = (await globalSearch(ctx, text)).flatMap(({ kind, ...hit }) => {
    const known = KIND_OF_HIT[kind];
    return known && mayRead(me, known) ? [{ ...hit, kind: known }] : [];
  });
  const numbered = hits.filter(({ key }) => /^\d+$/.test(key));
  const [first, ...others] = numbered.flatMap(
    ({ kind, key }) => idByNumber(ctx, me, { kind, number: Number(key) }) ?? [],
  );
  const rows = first ? await ctx.db.batch([first, ...others]) : [];
  const ids = new Map(numbered.map((hit, index) => [hit, rows[index]?.[0]?.id]));
  return hits.flatMap((hit) => {
    const id = ids.has(hit) ? ids.get(hit) : hit.key;
    return id ? [{ key: keyOf({ kind: hit.kind, id }), kind: hit.kind, label: hit.label, detail: hit.detail }] : [];
  });
}
