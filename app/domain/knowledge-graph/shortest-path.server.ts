import type { Ctx } from "~/domain/shared/context";
import { limitSearches } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { recordNotFound, relationsOf } from "./load.server";
import { advance, beginSearch, type FoundStep, type PathStep, pathOf } from "./path-search";
import {
  type GraphRecord,
  KIND_PERMISSIONS,
  keyOf,
  parseKey,
  RECORD_KINDS,
  RELATIONS,
  type RecordKey,
  type RecordKind,
  type RecordRef,
} from "./record";
import { pairRows, recordOf, recordRows } from "./relations.server";

/** Limits a path to twice as many steps: each round trip advances both ends. */
const MAX_ROUNDS = 3;
/** Maximum records of a frontier that are expanded. */
const MAX_FRONTIER = 150;
/** Maximum neighbors read per relation, newest first. */
const MAX_OF_RELATION = 30;

export interface GraphPath {
  /** The record to reach, also if no path was found. */
  to: GraphRecord;
  /** In order, from one end to the other; empty if no path was found. */
  records: GraphRecord[];
  steps: PathStep[];
  /** Number of records visited. */
  looked: number;
}

/**
 * The shortest path between two records through visible kinds: a bidirectional search with one round trip per two steps, at most
 * three, and one more for the labels. It visits a limited number of records, so a path through older neighbors of a busy record
 * may be missed.
 * @throws DomainError forbidden, not_found if an end does not exist
 */
export async function findPath(
  ctx: Ctx,
  { from, to, hidden = [] }: { from: RecordRef; to: RecordRef; hidden?: readonly RecordKind[] },
): Promise<GraphPath> {
  const me = allow(ctx, KIND_PERMISSIONS[from.kind]);
  allow(ctx, KIND_PERMISSIONS[to.kind]);
  await limitSearches(ctx);
  const search = beginSearch(keyOf(from), keyOf(to));
  let end: GraphRecord | null = null;
  const endsExist = [from, to].map(({ kind, id }) => recordRows(ctx, me, { kind, ids: [id] }));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const reads = (["start", "end"] as const).flatMap((side) =>
      byKind(search[side].frontier).flatMap(({ kind, ids }) =>
        relationsOf(me, kind, hidden).map((relation) => ({ side, relation, ids })),
      ),
    );
    const statements = reads.map(({ relation, ids }) => pairRows(ctx, me, { relation, ids, limit: MAX_OF_RELATION }));
    const checks = round === 0 ? endsExist : [];
    const [first, ...others] = [...checks, ...statements];
    if (!first) break;
    const answers = await ctx.db.batch([first, ...others]);
    // Guarantee: the results of the checks are those of `recordRows`.
    const ends = answers.slice(0, checks.length) as Awaited<ReturnType<typeof recordRows>>[];
    if (ends.some((rows) => rows.length === 0)) throw recordNotFound();
    for (const row of ends[1] ?? []) end = recordOf(to.kind, row);
    if (search.met !== null) break;
    for (const side of ["start", "end"] as const) {
      const found = reads.flatMap((read, index) => {
        if (read.side !== side) return [];
        const { from: kind, to: other } = RELATIONS[read.relation];
        // Guarantee: the results after the checks are those of `pairRows`.
        const rows = answers[checks.length + index] as Awaited<ReturnType<typeof pairRows>>;
        return rows.map(
          ({ source, id }): FoundStep => ({
            from: keyOf({ kind, id: source }),
            to: keyOf({ kind: other, id }),
            relation: read.relation,
          }),
        );
      });
      advance(search, side, { found, limit: MAX_FRONTIER });
    }
    if (search.met !== null || search.start.frontier.length === 0 || search.end.frontier.length === 0) break;
  }
  if (!end) throw recordNotFound();
  const looked = search.start.reached.size + search.end.reached.size;
  const steps = pathOf(search);
  if (!steps) return { to: end, records: [], steps: [], looked };
  const keys: RecordKey[] = [keyOf(from), ...steps.map((step) => step.to)];
  const kinds = byKind(keys);
  const [first, ...others] = kinds.map(({ kind, ids }) => recordRows(ctx, me, { kind, ids }));
  const rows = first ? await ctx.db.batch([first, ...others]) : [];
  const records = new Map(
    kinds.flatMap(({ kind }, index) =>
      (rows[index] ?? []).map((row) => [keyOf({ kind, id: row.id }), recordOf(kind, row)]),
    ),
  );
  return { to: end, records: keys.flatMap((key) => records.get(key) ?? []), steps, looked };
}

function byKind(keys: readonly RecordKey[]): { kind: RecordKind; ids: string[] }[] {
  const refs = keys.flatMap((key) => parseKey(key) ?? []);
  return RECORD_KINDS.map((kind) => ({
    kind,
    ids: refs.filter((ref) => ref.kind === kind).map(({ id }) => id),
  })).filter(({ ids }) => ids.length > 0);
}
