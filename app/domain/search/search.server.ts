import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { findCustomers } from "~/domain/customers/choices.server";
import { findDesigns } from "~/domain/designs/load.server";
import { findUnits } from "~/domain/equipment/list.server";
import { findEstimates } from "~/domain/estimates/list.server";
import { findAnalyses } from "~/domain/industries/load.server";
import { findItems } from "~/domain/inventory/items/items.server";
import { findLocations } from "~/domain/inventory/locations/locations.server";
import { findInvoices } from "~/domain/invoices/list.server";
import { findIssues } from "~/domain/issues/list.server";
import { findLeads } from "~/domain/leads/list.server";
import { findMessages } from "~/domain/messages/list.server";
import { findPurchaseOrders } from "~/domain/purchasing/order-list.server";
import { findSuppliers } from "~/domain/purchasing/suppliers.server";
import { findReceipts } from "~/domain/receipts/list.server";
import { findCylinders } from "~/domain/refrigerant/cylinders/list.server";
import { findServiceTypes } from "~/domain/service-types/list.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { limitSearches } from "~/domain/shared/limits.server";
import { formatMoney } from "~/domain/shared/money";
import { can, type Permission } from "~/domain/shared/permissions";
import { formatPhone } from "~/domain/shared/text/phones";
import { formatDate, formatNearDate } from "~/domain/shared/time/date-format";
import type { CivilDate } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { findSites } from "~/domain/sites/list.server";
import { findTechnicians } from "~/domain/technicians/list.server";
import { findTodos } from "~/domain/todos/list.server";
import { findWorkOrders } from "~/domain/work-orders/list.server";
import { findAccounts, findPlanned, plannedDetail } from "./household.server";
import { MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from "./query";

/** What a search finds: records of the business, then of the person's own household. */
export const SEARCH_KINDS = [
  ...(["work_order", "customer", "technician", "lead", "estimate", "equipment", "item", "invoice", "site"] as const),
  ...(["purchase_order", "supplier", "location", "service_type", "cylinder"] as const),
  ...(["issue", "todo", "message", "design", "analysis", "receipt"] as const),
  ...(["income", "expense", "account", "household_receipt"] as const),
];
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A search result: its number or id, its label, and a detail that distinguishes records of the same name. */
export interface SearchHit {
  kind: SearchKind;
  key: string;
  label: string;
  detail: string | null;
}

/** A row of a source's statement. Columns have exactly these names (`named(customers.id, "foundId")`). */
interface SearchRow {
  foundId: string;
  foundLabel: string;
  foundDetail: string | null;
}

/** An area's part of the search: the required permission, and its one statement that reads a few rows by an index. */
interface SearchSource {
  kind: SearchKind;
  /** Null: every member, for their own records. */
  permission: Permission | null;
  statement: (ctx: Ctx, me: Member, text: string) => RunnableQuery<SearchRow[], "sqlite">;
}

/** In the order in which results are shown. */
const sources: readonly SearchSource[] = [
  { kind: "work_order", permission: "work_orders.read", statement: findWorkOrders },
  { kind: "customer", permission: "customers.read", statement: findCustomers },
  { kind: "technician", permission: "technicians.read", statement: findTechnicians },
  { kind: "lead", permission: "leads.read", statement: findLeads },
  { kind: "estimate", permission: "leads.read", statement: findEstimates },
  { kind: "equipment", permission: "equipment.read", statement: findUnits },
  { kind: "item", permission: "inventory.read", statement: findItems },
  { kind: "invoice", permission: "invoices.read", statement: findInvoices },
  { kind: "site", permission: "customers.read", statement: findSites },
  { kind: "purchase_order", permission: "inventory.read", statement: findPurchaseOrders },
  { kind: "supplier", permission: "inventory.read", statement: findSuppliers },
  { kind: "location", permission: "inventory.read", statement: findLocations },
  { kind: "service_type", permission: "service_types.read", statement: findServiceTypes },
  { kind: "cylinder", permission: "equipment.read", statement: findCylinders },
  { kind: "issue", permission: "issues.read", statement: findIssues },
  { kind: "todo", permission: null, statement: findTodos },
  { kind: "message", permission: "work_orders.read", statement: findMessages },
  { kind: "design", permission: "equipment.read", statement: findDesigns },
  { kind: "analysis", permission: "invoices.read", statement: findAnalyses },
];

/**
 * Matching records the member may see, then those of the person's own household, in one round trip. Empty for a guest or for
 * fewer than two letters.
 */
export async function globalSearch(ctx: Ctx, text: string): Promise<SearchHit[]> {
  if (ctx.actor.kind !== "person") return [];
  const { person } = ctx.actor;
  const me = person.member;
  const query = text.trim().slice(0, MAX_QUERY_LENGTH);
  if (query.length < MIN_QUERY_LENGTH) return [];
  const allowed = me ? sources.filter(({ permission }) => permission === null || can(me, permission)) : [];
  await limitSearches(ctx);
  const [income, expenses, accounts, receipts, businessReceipts, ...rows] = await ctx.db.batch([
    findPlanned(ctx, person, { table: "income", text: query }),
    findPlanned(ctx, person, { table: "expenses", text: query }),
    findAccounts(ctx, person, query),
    findReceipts(ctx, "household", query),
    findReceipts(ctx, me ? "business" : "household", query),
    ...(me ? allowed.map((source) => source.statement(ctx, me, query)) : []),
  ]);
  const today = me ? todayOf(ctx, me) : "";
  const records = allowed.flatMap(({ kind }, index) =>
    (rows[index] ?? []).map(({ foundId, foundLabel, foundDetail }) => ({
      ...{ kind, key: foundId, label: foundLabel },
      detail: foundDetail && shownDetail(kind, foundDetail, today),
    })),
  );
  return [
    ...records,
    ...(me ? receiptHits("receipt", businessReceipts) : []),
    ...householdHits({ income, expenses, accounts }),
    ...receiptHits("household_receipt", receipts),
  ];
}

/** A stored phone number or date, formatted as on the screens. */
function shownDetail(kind: SearchKind, detail: string, today: CivilDate): string {
  switch (kind) {
    case "customer":
    case "technician":
      return formatPhone(detail);
    case "todo":
      return `Due ${formatNearDate(detail, today)}`;
    default:
      return detail;
  }
}

function receiptHits(
  kind: "receipt" | "household_receipt",
  rows: Awaited<ReturnType<typeof findReceipts>>,
): SearchHit[] {
  return rows.map(({ id, merchant, boughtOn, totalMinor, currency }) => ({
    ...{ kind, key: id, label: merchant },
    detail: ["Receipt", boughtOn && formatDate(boughtOn), totalMinor !== null && formatMoney(totalMinor, currency)]
      .filter(Boolean)
      .join(", "),
  }));
}

interface Household {
  income: Awaited<ReturnType<typeof findPlanned>>;
  expenses: Awaited<ReturnType<typeof findPlanned>>;
  accounts: Awaited<ReturnType<typeof findAccounts>>;
}

function householdHits({ income, expenses, accounts }: Household): SearchHit[] {
  return [
    ...income.map((row) => ({
      kind: "income" as const,
      key: row.id,
      label: row.name,
      detail: plannedDetail("Income", row),
    })),
    ...expenses.map((row) => ({
      ...{ kind: "expense" as const, key: row.id, label: row.name },
      detail: plannedDetail("Expense", row),
    })),
    ...accounts.map(({ id, name, mask }) => ({
      ...{ kind: "account" as const, key: id, label: name },
      detail: mask ? `Account ending in ${mask}` : "Account",
    })),
  ];
}
