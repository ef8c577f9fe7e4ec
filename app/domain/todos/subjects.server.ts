import { type SQL, sql } from "drizzle-orm";
import { todos } from "#drizzle/schema/todos";
import { MOVEMENT_KINDS, movementTitle } from "~/domain/inventory/movement";
import { formatInvoiceNumber, INVOICE_KINDS } from "~/domain/invoices/invoice";
import { formatIssueNumber } from "~/domain/issues/issue";
import { maySee, nameOfThread } from "~/domain/messages/access.server";
import { formatPurchaseOrderNumber } from "~/domain/purchasing/purchase-order";
import { seesEveryReceipt } from "~/domain/receipts/receipt";
import type { Ctx, Member } from "~/domain/shared/context";
import { invalidField, notFound } from "~/domain/shared/errors";
import { allow, allowMember, can, type Permission } from "~/domain/shared/permissions";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { SUBJECT_FIELDS, SUBJECT_KINDS, type SubjectIds, type SubjectKind } from "./todo";

export interface Subject {
  kind: SubjectKind;
  id: string;
  /** Null if the reader may not open it. */
  label: string | null;
}

interface Source {
  table: string;
  /** Null: every member, for the rows of `seen`. */
  permission: Permission | null;
  /** What the label is made of; the record's row is `t`. */
  label: SQL | ((me: Member) => SQL);
  /** Rows the reader may see, if the permission alone does not say. */
  seen?: (me: Member) => SQL;
  hasTrash?: boolean;
  /** The search finds it by its number instead of its id. */
  isNumbered?: boolean;
}

const ITEM_NAME = sql`(select i.name from inventory_items i where i.org_id = t.org_id and i.id = t.item_id)`;

const SOURCES: Record<SubjectKind, Source> = {
  customer: { table: "customers", permission: "customers.read", label: sql`t.name`, isNumbered: true },
  workOrder: { table: "work_orders", permission: "work_orders.read", label: sql`t.number`, isNumbered: true },
  equipment: { table: "equipment", permission: "equipment.read", label: sql`t.name` },
  invoice: { table: "invoices", permission: "invoices.read", label: sql`t.kind || ' ' || coalesce(t.number, '')` },
  lead: { table: "leads", permission: "leads.read", label: sql`t.name`, hasTrash: true, isNumbered: true },
  site: { table: "addresses", permission: "customers.read", label: sql`t.line1 || ', ' || t.city` },
  estimate: { table: "estimates", permission: "leads.read", label: sql`t.title` },
  item: { table: "inventory_items", permission: "inventory.read", label: sql`t.name` },
  purchaseOrder: { table: "purchase_orders", permission: "inventory.read", label: sql`t.number` },
  supplier: { table: "suppliers", permission: "inventory.read", label: sql`t.name` },
  location: { table: "inventory_locations", permission: "inventory.read", label: sql`t.name` },
  technician: {
    ...{ table: "technicians", permission: "technicians.read", label: sql`trim(t.first_name || ' ' || t.last_name)` },
  },
  serviceType: { table: "service_types", permission: "service_types.read", label: sql`t.name` },
  issue: {
    ...{ table: "issues", permission: "issues.read", label: sql`t.number || ' ' || t.title` },
    ...{ hasTrash: true, isNumbered: true },
  },
  design: { table: "designs", permission: "equipment.read", label: sql`t.title`, hasTrash: true },
  receipt: {
    ...{ table: "business_receipts", permission: null, label: sql`coalesce('Receipt from ' || t.merchant, 'Receipt')` },
    seen: (me) => (seesEveryReceipt(me) ? sql`true` : sql`t.added_by = ${me.userId}`),
  },
  thread: { table: "threads", permission: "work_orders.read", label: nameOfThread, seen: maySee },
  cylinder: { table: "refrigerant_cylinders", permission: "equipment.read", label: sql`'Cylinder ' || t.number` },
  count: {
    ...{ table: "stock_counts", permission: "inventory.read" },
    label: sql`'Count: ' || (select l.name from inventory_locations l where l.org_id = t.org_id and l.id = t.location_id)`,
  },
  movement: { table: "stock_movements", permission: "inventory.read", label: sql`t.kind || ' ' || ${ITEM_NAME}` },
  reservation: {
    ...{ table: "stock_reservations", permission: "inventory.read", label: sql`'Reservation of ' || ${ITEM_NAME}` },
  },
  analysis: { table: "industry_analyses", permission: "invoices.read", label: sql`t.title`, hasTrash: true },
};

export const SUBJECT_NOUNS: Record<SubjectKind, string> = {
  ...{ customer: "a customer", workOrder: "a work order", equipment: "equipment", invoice: "an invoice" },
  ...{ lead: "a lead", site: "a property", estimate: "an estimate", item: "an item" },
  ...{ purchaseOrder: "a purchase order", supplier: "a supplier", location: "a location" },
  ...{ technician: "a technician", serviceType: "a service type", issue: "an issue", design: "a design" },
  ...{ receipt: "a receipt", thread: "a conversation", cylinder: "a cylinder", count: "a stock count" },
  ...{ movement: "a stock movement", reservation: "a reservation", analysis: "a saved analysis" },
};

const mayOpen = (me: Member, { permission }: Source) => permission === null || can(me, permission);

function recordRows(me: Member, source: Source, { id, inTrash }: { id: SQL; inTrash: boolean }): SQL {
  const { table, label, seen, hasTrash } = source;
  return sql`select ${typeof label === "function" ? label(me) : label} as label from ${sql.raw(table)} t
    where t.org_id = ${me.orgId} and t.id = ${id} ${seen ? sql`and ${seen(me)}` : sql``}
    ${hasTrash && !inTrash ? sql`and t.deleted_at is null` : sql``}`;
}

/** Condition on `todos`: not about a record of a kind that the reader may not open. */
export function aboutOpenable(me: Member): SQL {
  const hidden = SUBJECT_KINDS.filter((kind) => !mayOpen(me, SOURCES[kind]));
  const conditions = hidden.map((kind) => sql`${sql.identifier(todos[SUBJECT_FIELDS[kind]].name)} is null`);
  return sql.join([sql`true`, ...conditions], sql` and `);
}

/** What the label of a to-do's record is made of, for a statement on `todos`; null if the reader may not open the record. */
export function labelOfSubject(me: Member): SQL<string | null> {
  const cases = SUBJECT_KINDS.map((kind) => {
    const id = sql.raw(`todos.${todos[SUBJECT_FIELDS[kind]].name}`);
    const source = SOURCES[kind];
    return sql`when ${id} is not null then ${mayOpen(me, source) ? sql`(${recordRows(me, source, { id, inTrash: true })})` : sql`null`}`;
  });
  return sql<string | null>`cast(case ${sql.join(cases, sql` `)} end as text)`;
}

/** A record's label, from what `labelOfSubject` returns. */
export function shownLabel(kind: SubjectKind, raw: string): string {
  switch (kind) {
    case "workOrder":
      return formatWorkOrderNumber(Number(raw));
    case "purchaseOrder":
      return formatPurchaseOrderNumber(Number(raw));
    case "issue":
      return raw.replace(/^\d+/, (number) => formatIssueNumber(Number(number)));
    case "invoice": {
      const [stored, number] = raw.split(" ");
      const invoiceKind = INVOICE_KINDS.find((each) => each === stored) ?? "invoice";
      return formatInvoiceNumber(invoiceKind, number ? Number(number) : null);
    }
    case "movement": {
      const [stored = "", ...name] = raw.split(" ");
      const movementKind = MOVEMENT_KINDS.find((each) => each === stored);
      return movementKind ? movementTitle(movementKind, name.join(" ")) : name.join(" ");
    }
    case "customer":
    case "equipment":
    case "lead":
    case "site":
    case "estimate":
    case "item":
    case "supplier":
    case "location":
    case "technician":
    case "serviceType":
    case "design":
    case "receipt":
    case "thread":
    case "cylinder":
    case "count":
    case "reservation":
    case "analysis":
      return raw;
  }
}

async function findLabel(ctx: Ctx, me: Member, { kind, id, inTrash }: Wanted & { inTrash: boolean }) {
  const [found] = await ctx.db.all<{ label: string }>(sql`
    select cast(label as text) as label from (${recordRows(me, SOURCES[kind], { id: sql`${id}`, inTrash })}) limit 1`);
  return found?.label ?? null;
}

interface Wanted {
  kind: SubjectKind;
  id: string;
}

/** Whether the business has this record and the reader may open it. */
export async function isSubject(
  ctx: Ctx,
  me: Member,
  { kind, id, inTrash = false }: Wanted & { inTrash?: boolean },
): Promise<boolean> {
  return mayOpen(me, SOURCES[kind]) && (await findLabel(ctx, me, { kind, id, inTrash })) !== null;
}

/**
 * The field of a record chosen in the form, by its kind and its number or id; null: none was chosen.
 * @throws DomainError invalid if the business has no such record or the author may not open it
 */
export async function chosenSubject(ctx: Ctx, about: string | null): Promise<Partial<SubjectIds>> {
  if (about === null) return {};
  const me = allowMember(ctx);
  const kind = SUBJECT_KINDS.find((each) => about.startsWith(`${each}:`));
  const ref = about.slice(about.indexOf(":") + 1);
  const source = kind && SOURCES[kind];
  const byNumber = source?.isNumbered === true && /^\d{1,9}$/.test(ref);
  const [found] =
    source && mayOpen(me, source)
      ? await ctx.db.all<{ id: string }>(sql`
          select t.id as id from ${sql.raw(source.table)} t where t.org_id = ${me.orgId}
            and ${byNumber ? sql`t.number = ${Number(ref)}` : sql`t.id = ${ref}`} limit 1`)
      : [];
  if (!kind || !found) throw invalidField("about", "Choose a record from the list");
  return { [SUBJECT_FIELDS[kind]]: found.id };
}

export const noSuchRecord = () => notFound("There is no record here to add a to-do to.");

/** The record a new to-do is about, by the id in a link. @throws DomainError forbidden, not_found */
export async function subjectToName(ctx: Ctx, kind: SubjectKind, id: string): Promise<Subject> {
  const { permission } = SOURCES[kind];
  const me = permission === null ? allowMember(ctx) : allow(ctx, permission);
  const label = await findLabel(ctx, me, { kind, id, inTrash: false });
  if (label === null) throw noSuchRecord();
  return { kind, id, label: shownLabel(kind, label) };
}
