import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { decodeCursor, encodeCursor, page } from "~/domain/shared/paging.server";
import { allow, allowMember, can } from "~/domain/shared/permissions";
import {
  edgeKey,
  edgeOf,
  type GraphEdge,
  type GraphRecord,
  type GraphState,
  KIND_PERMISSIONS,
  keyOf,
  MAX_COUNTED,
  type MoreRecords,
  RECORD_KINDS,
  RELATIONS,
  type RecordKey,
  type RecordKind,
  type RecordRef,
  type RelationName,
  relationsFrom,
  STEP,
} from "./record";
import { idByNumber, neighborRows, newestRows, recordOf, recordRows } from "./relations.server";
import type { NeighborQuery } from "./schema";

export const recordNotFound = () => notFound("This record does not exist, or it belongs to another business.");

export const mayRead = (me: Member, kind: RecordKind) => can(me, KIND_PERMISSIONS[kind]);

/** Kinds of records the member may see. */
export function readableKinds(ctx: Ctx): RecordKind[] {
  const me = allowMember(ctx);
  return RECORD_KINDS.filter((kind) => mayRead(me, kind));
}

/** The relations of a kind whose other end the member may see and has not hidden. */
export const relationsOf = (me: Member, kind: RecordKind, hidden: readonly RecordKind[]): RelationName[] =>
  relationsFrom(kind).filter((name) => mayRead(me, RELATIONS[name].to) && !hidden.includes(RELATIONS[name].to));

export interface Graph {
  records: GraphRecord[];
  edges: GraphEdge[];
  more: MoreRecords[];
  /** Number of expanded records in the URL that the reader may not see, or that no longer exist. */
  missing: number;
}

/**
 * The expanded records with their neighbors, in one round trip; rows read grow with what is shown, not with the tables.
 * @throws DomainError forbidden if the member may not see the start's kind, not_found
 */
export async function loadGraph(ctx: Ctx, state: GraphState): Promise<Graph> {
  const { from, hidden, since, until } = state;
  if (!from) {
    allowMember(ctx);
    return { records: [], edges: [], more: [], missing: 0 };
  }
  const me = allow(ctx, KIND_PERMISSIONS[from.kind]);
  const open = state.open.filter(({ kind }) => mayRead(me, kind));
  const kinds = RECORD_KINDS.filter((kind) => open.some((one) => one.kind === kind));
  const idsOf = (kind: RecordKind) => open.filter((one) => one.kind === kind).map(({ id }) => id);
  const relations = kinds.flatMap((kind) => relationsOf(me, kind, hidden));
  const stepsOf = new Map(open.map((one) => [keyOf(one), one.steps]));
  const statements = [
    ...kinds.map((kind) => recordRows(ctx, me, { kind, ids: idsOf(kind) })),
    ...relations.map((relation) => {
      const ids = idsOf(RELATIONS[relation].from);
      const steps = Math.max(...ids.map((id) => stepsOf.get(keyOf({ kind: RELATIONS[relation].from, id })) ?? 1));
      return neighborRows(ctx, me, { relation, ids, shown: steps * STEP, span: { since, until } });
    }),
  ];
  const [first, ...others] = statements;
  if (!first) throw recordNotFound();
  const rows = await ctx.db.batch([first, ...others]);

  const records = new Map<RecordKey, GraphRecord>();
  kinds.forEach((kind, index) => {
    for (const row of rows[index] ?? []) records.set(keyOf({ kind, id: row.id }), recordOf(kind, row));
  });
  if (!records.has(keyOf(from))) throw recordNotFound();
  const missing = open.length - records.size;
  const edges = new Map<string, GraphEdge>();
  const more = new Map<string, MoreRecords>();
  relations.forEach((relation, index) => {
    const { from: kind, to } = RELATIONS[relation];
    // Guarantee: the remaining results of the batch are those of `neighborRows`.
    for (const row of (rows[kinds.length + index] ?? []) as Awaited<ReturnType<typeof neighborRows>>) {
      const source = keyOf({ kind, id: row.source });
      if (!records.has(source)) continue;
      const name = `${relation} ${source}`;
      const entry = more.get(name) ?? {
        ...{ key: source, relation, kind: to, shown: 0 },
        ...{ total: Math.min(row.total, MAX_COUNTED), atLeast: row.total > MAX_COUNTED || row.isCut === 1 },
      };
      more.set(name, entry);
      if (entry.shown >= (stepsOf.get(source) ?? 1) * STEP) continue;
      entry.shown += 1;
      const found = recordOf(to, row);
      if (!records.has(found.key)) records.set(found.key, found);
      const edge = edgeOf(relation, source, found.key);
      edges.set(edgeKey(edge), edge);
    }
  });
  return {
    records: [...records.values()],
    edges: [...edges.values()],
    more: [...more.values()].filter(({ shown, total, atLeast }) => atLeast || total > shown),
    missing,
  };
}

/** The record a link names by its number: `customer:3`. @throws DomainError forbidden, not_found */
export async function findByNumber(ctx: Ctx, { kind, id }: RecordRef): Promise<RecordRef> {
  const me = allow(ctx, KIND_PERMISSIONS[kind]);
  const [found] = (await idByNumber(ctx, me, { kind, number: Number(id) })) ?? [];
  if (!found) throw recordNotFound();
  return { kind, id: found.id };
}

/** One record. @throws DomainError forbidden, not_found */
export async function findRecord(ctx: Ctx, { kind, id }: RecordRef): Promise<GraphRecord> {
  const me = allow(ctx, KIND_PERMISSIONS[kind]);
  const [row] = await recordRows(ctx, me, { kind, ids: [id] });
  if (!row) throw recordNotFound();
  return recordOf(kind, row);
}

/**
 * A page of a record's neighbors by one relation, with keyset pagination.
 * @throws DomainError forbidden, not_found, invalid cursor
 */
export async function listNeighbors(ctx: Ctx, ref: RecordRef, { relation, limit, cursor }: NeighborQuery) {
  const me = allow(ctx, KIND_PERMISSIONS[ref.kind]);
  const { from, to } = RELATIONS[relation];
  if (from !== ref.kind) throw notFound("This record has no such relation.");
  allow(ctx, KIND_PERMISSIONS[to]);
  const key = decodeCursor(cursor, 2);
  const after = key ? ([key[0] ?? "", String(key[1])] as const) : null;
  const [own, rows] = await ctx.db.batch([
    recordRows(ctx, me, { kind: from, ids: [ref.id] }),
    neighborRows(ctx, me, { relation, ids: [ref.id], shown: limit + 1, span: null, after }),
  ]);
  if (own.length === 0) throw recordNotFound();
  const cut = page(rows, limit, null, (row) => [row.sortKey, row.id]);
  const nextCursor = cut.nextCursor ?? (rows[0]?.isCut === 1 ? cursorAfter(rows) : null);
  return { ...cut, nextCursor, items: cut.items.map((row) => recordOf(to, row)) };
}

/** The page after the last row that was read: each neighbor is in the list once, its rows are not. */
function cursorAfter(rows: Awaited<ReturnType<typeof neighborRows>>): string {
  const [last] = rows
    .map(({ lastKey, id }) => [lastKey ?? "", id] as const)
    .sort(([a, idA], [b, idB]) => (a < b || (a === b && idA < idB) ? -1 : 1));
  return encodeCursor([...(last ?? [])]);
}

/** Suggested starting points: the newest work orders and the most recently used parts. */
export async function startingPoints(ctx: Ctx): Promise<GraphRecord[]> {
  const me = allowMember(ctx);
  const seen = newestRows(ctx, me).filter(({ kind }) => mayRead(me, kind));
  const [first, ...others] = seen.map(({ rows }) => rows);
  const answers = first ? await ctx.db.batch([first, ...others]) : [];
  return seen.flatMap(({ kind }, index) => (answers[index] ?? []).map((row) => recordOf(kind, row)));
}
