import type { z } from "zod";
import { listCustomers } from "~/domain/customers/list.server";
import { CustomerFilter } from "~/domain/customers/schema";
import { projectedAssetsAt } from "~/domain/finance/forecast/projection.server";
import { stockState } from "~/domain/inventory/items/item";
import { listItems } from "~/domain/inventory/items/items.server";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { ItemFilter } from "~/domain/inventory/schema";
import { formatInvoiceNumber, STATE_LABELS } from "~/domain/invoices/invoice";
import { type InvoiceListItem, listInvoices } from "~/domain/invoices/list.server";
import { InvoiceFilter } from "~/domain/invoices/schema";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { formatMoney } from "~/domain/shared/money";
import { allow, allowMember, can } from "~/domain/shared/permissions";
import { formatPhone } from "~/domain/shared/text/phones";
import { formatDate, formatDay, formatMonth, formatTime } from "~/domain/shared/time/date-format";
import { monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { householdToday } from "~/domain/shared/time/household-day";
import { needsTag } from "~/domain/shared/time/time-zones";
import { listTodos } from "~/domain/todos/list.server";
import { TodoFilter } from "~/domain/todos/schema";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { workOrderHeader } from "~/domain/work-orders/detail.server";
import { listWorkOrders } from "~/domain/work-orders/list.server";
import { WorkOrderFilter } from "~/domain/work-orders/schema";
import type { ChatSubject, Citation, Finding, ReadTool } from "./message";
import type { ToolArgs } from "./schema";

type Args<Name extends ReadTool> = z.output<(typeof ToolArgs)[Name]>;

/** Maximum rows shown of a longer list; its own screen shows the rest. */
const MAX_ROWS = 8;
/** Customers found by a name among which the one with it is sought. */
const MAX_NAMESAKES = 100;

/** Each tool is a use case of the product, called with the person's own permissions. @throws DomainError like the use case */
export const readTools: { [Name in ReadTool]: (ctx: Ctx, args: Args<Name>) => Promise<Finding> } = {
  async find_customers(ctx, { query }) {
    const { items, nextCursor } = await listCustomers(ctx, CustomerFilter.parse({ search: query, limit: MAX_ROWS }));
    return {
      title: `Customers matching “${query}”`,
      summary: counted(items.length, "customer", nextCursor !== null, "No customer matches."),
      rows: items.map(({ id, name, phone, email, city, state, openWorkOrders }) => ({
        ...{ kind: "customer", key: id, label: name },
        detail: joined([
          phone && formatPhone(phone),
          phone ? null : email,
          city && joined([city, state], ", "),
          openWorkOrders > 0 && counted(openWorkOrders, "open job", false, ""),
        ]),
      })),
      figures: [],
      list: { of: "customers", query: { search: query } },
    };
  },

  async list_jobs(ctx, { from, to, reference, status, technician, customer }) {
    const me = allow(ctx, "work_orders.read");
    if (reference) return oneWorkOrder(ctx, reference);
    const days = from || to ? { from: from ?? to, to: to ?? from } : {};
    const technicianId = technician ? await technicianNamed(ctx, technician) : null;
    const client = customer ? await customerNamed(ctx, customer) : null;
    const filter = WorkOrderFilter.parse({
      ...days,
      ...(status && { status }),
      ...(technicianId && { technicianId: technicianId.id }),
      ...(client && { customerId: client.id }),
      limit: MAX_ROWS,
    });
    const { items, nextCursor } = await listWorkOrders(ctx, filter);
    const span = days.from && days.to ? dayWords(days.from, days.to) : null;
    const state = status && STATUS_LABELS[status].toLowerCase();
    const title = joined(
      [
        state ? `Jobs ${state}` : "Jobs",
        technicianId && (technicianId.id === "none" ? "without a technician" : `of ${technicianId.label}`),
        client && `for ${client.name}`,
        span,
      ],
      " ",
    );
    return {
      title: title ?? "Jobs",
      summary: counted(items.length, "job", nextCursor !== null, "No job found."),
      rows: items.map((row) => workOrderRow(row, me.timeZone)),
      figures: [],
      list: {
        of: "work_orders",
        query: texts({
          ...days,
          status,
          technicianId: technicianId?.id,
          customerId: client?.id,
        }),
      },
    };
  },

  async late_jobs(ctx) {
    const me = allow(ctx, "work_orders.read");
    const { items, nextCursor } = await listWorkOrders(ctx, WorkOrderFilter.parse({ late: "true", limit: MAX_ROWS }));
    return {
      title: "Jobs that should have started",
      summary: counted(items.length, "job is late", nextCursor !== null, "No job is late.", "jobs are late"),
      rows: items.map((row) => workOrderRow(row, me.timeZone)),
      figures: [],
      list: { of: "work_orders", query: { late: "true" } },
    };
  },

  async stock_of_item(ctx, { query }) {
    const { items, nextCursor } = await listItems(ctx, ItemFilter.parse({ search: query, limit: MAX_ROWS }));
    return {
      title: `Stock of “${query}”`,
      summary: counted(items.length, "item", nextCursor !== null, "No item matches."),
      rows: items.map(itemRow),
      figures: [],
      list: { of: "items", query: { search: query } },
    };
  },

  async low_stock(ctx) {
    const { items, nextCursor } = await listItems(ctx, ItemFilter.parse({ low: "true", limit: MAX_ROWS }));
    return {
      title: "Items to reorder",
      summary: counted(
        items.length,
        "item is at or below its reorder point",
        nextCursor !== null,
        "Nothing is at its reorder point.",
        "items are at or below their reorder point",
      ),
      rows: items.map(itemRow),
      figures: [],
      list: { of: "items", query: { low: "true" } },
    };
  },

  async unpaid_invoices(ctx, { customer, overdueOnly = false }) {
    const state = overdueOnly ? "overdue" : "owed";
    const client = customer ? await customerNamed(ctx, customer) : null;
    const filter = InvoiceFilter.parse({ state, ...(client && { customerId: client.id }), limit: MAX_ROWS });
    const { items, sums } = await listInvoices(ctx, filter);
    const what = overdueOnly ? "Overdue invoices" : "Unpaid invoices";
    return {
      title: client ? `${what} of ${client.name}` : what,
      summary:
        sums.count === 0
          ? `No ${overdueOnly ? "overdue" : "unpaid"} invoice.`
          : `${counted(sums.count, "invoice", false, "").replace(".", "")}, ${formatMoney(sums.balanceMinor)} owed.`,
      rows: items.map(invoiceRow),
      figures: sums.count === 0 ? [] : [{ label: "Owed", value: formatMoney(sums.balanceMinor) }],
      list: { of: "invoices", query: texts({ state, customerId: client?.id }) },
    };
  },

  async my_todos(ctx) {
    const { items, nextCursor } = await listTodos(ctx, TodoFilter.parse({ list: "mine", limit: MAX_ROWS }));
    return {
      title: "Your to-dos",
      summary: counted(items.length, "open to-do", nextCursor !== null, "You have no open to-dos."),
      rows: items.map(({ id, title, dueOn }) => ({
        ...{ kind: "todo", key: id, label: title },
        detail: dueOn ? `Due ${formatDate(dueOn)}` : "No due date",
      })),
      figures: [],
      list: { of: "todos", query: {} },
    };
  },

  async projected_cash(ctx, { months }) {
    const month = shiftMonth(monthKey(householdToday(ctx)), months);
    const assets = await projectedAssetsAt(ctx, month, {});
    const money = (minor: number) => formatMoney(minor, assets.currency);
    const oneTime = assets.oneTimeIncomeMinor - assets.oneTimeExpensesMinor;
    return {
      title: `Projected assets at the end of ${formatMonth(month)}`,
      summary: `${money(assets.projectedMinor)} from today's balances and your plan until then.`,
      rows: [{ kind: "month", key: month, label: formatMonth(month), detail: money(assets.projectedMinor) }],
      figures: [
        { label: "Balances today", value: money(assets.balancesMinor) },
        { label: "Recurring income less expenses", value: money(assets.recurringNetMinor) },
        { label: "One-time income less expenses", value: money(oneTime) },
        { label: "Projected", value: money(assets.projectedMinor) },
      ],
      list: null,
    };
  },

  async search_help(ctx, { query }) {
    const articles = (await ctx.providers.helpArticles(query)).slice(0, 4);
    return {
      title: `Help about “${query}”`,
      summary: counted(articles.length, "article", false, "No article matches that."),
      rows: articles.map(({ slug, title, summary }) => ({ kind: "article", key: slug, label: title, detail: summary })),
      figures: [],
      list: { of: "help", query: { q: query } },
    };
  },
};

/** The tools of a subject that the person may use; others cannot be called. */
export function toolsFor(ctx: Ctx, about: ChatSubject): { read: ReadTool[]; mayWrite: boolean } {
  if (about === "household") return { read: ["projected_cash", "search_help"], mayWrite: false };
  const me = allowMember(ctx);
  const read: ReadTool[] = [
    ...(can(me, "customers.read") ? (["find_customers"] as const) : []),
    ...(can(me, "work_orders.read") ? (["list_jobs", "late_jobs"] as const) : []),
    ...(can(me, "inventory.read") ? (["stock_of_item", "low_stock"] as const) : []),
    ...(can(me, "invoices.read") ? (["unpaid_invoices"] as const) : []),
    ...(["my_todos", "search_help"] as const),
  ];
  return { read, mayWrite: true };
}

async function oneWorkOrder(ctx: Ctx, reference: string): Promise<Finding> {
  const workOrder = await workOrderHeader(ctx, reference);
  return {
    ...{
      title: workOrder.reference,
      summary: `${workOrder.reference} is ${STATUS_LABELS[workOrder.status].toLowerCase()}.`,
    },
    ...{ rows: [workOrderRow(workOrder, workOrder.zone)], figures: [], list: null },
  };
}

interface JobFacts {
  number: number;
  title: string;
  status: WorkOrderStatus;
  scheduledStart: string | null;
  timeZone: string | null;
  technicianName: string | null;
  customerName: string;
}

export function workOrderRow(row: JobFacts, zone: string): Citation {
  const { scheduledStart } = row;
  const at = row.timeZone ?? zone;
  const start =
    scheduledStart &&
    `${formatDay(scheduledStart, at)}, ${formatTime(scheduledStart, at, needsTag(scheduledStart, at, zone))}`;
  return {
    ...{ kind: "work_order", key: formatWorkOrderNumber(row.number) },
    label: `${formatWorkOrderNumber(row.number)} ${row.title}`,
    detail: joined([
      STATUS_LABELS[row.status],
      start ?? "Not scheduled",
      row.technicianName ?? "Unassigned",
      row.customerName,
    ]),
  };
}

type Item = Awaited<ReturnType<typeof listItems>>["items"][number];

function itemRow(item: Item): Citation {
  const state = { out: "Out of stock", low: "Low", ok: null }[stockState(item)];
  return {
    ...{ kind: "item", key: item.id, label: item.name },
    detail: joined([
      item.sku,
      `${formatAmountOf(item.onHandMilli, item.baseUnit)} on hand`,
      `${formatAmountOf(item.availableMilli, item.baseUnit)} available`,
      state,
    ]),
  };
}

const invoiceRow = ({ id, kind, number, state, balanceMinor, customerName, dueOn }: InvoiceListItem): Citation => ({
  ...{ kind: "invoice", key: id, label: `${formatInvoiceNumber(kind, number)} ${customerName}` },
  detail: joined([formatMoney(balanceMinor), STATE_LABELS[state], dueOn && `due ${formatDate(dueOn)}`]),
});

/** The one technician with this name. @throws DomainError invalid if none or several match */
async function technicianNamed(ctx: Ctx, name: string): Promise<{ id: string; label: string }> {
  if (/^(unassigned|none|nobody|no one|without)/i.test(name)) return { id: "none", label: "" };
  const { technicians } = await listWorkOrders(ctx, WorkOrderFilter.parse({ limit: 1 }));
  const words = name.trim().toLowerCase().split(/\s+/);
  const named = technicians
    .map(({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}` }))
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  const exact = named.filter(({ label }) => label.toLowerCase() === words.join(" "));
  const fitting = exact.length > 0 ? exact : named;
  const [one, another] = fitting;
  if (!one) throw new DomainError("invalid", `No technician is named “${name}”.`);
  if (another) {
    const names = fitting.map(({ label }) => label).join(", ");
    throw new DomainError("invalid", `Several technicians match “${name}”: ${names}. Enter the full name.`);
  }
  return one;
}

/** The one customer with this name, or found by it otherwise. @throws DomainError invalid if none or several match */
async function customerNamed(ctx: Ctx, name: string): Promise<{ id: string; name: string }> {
  const { items } = await listCustomers(ctx, CustomerFilter.parse({ search: name, limit: MAX_NAMESAKES }));
  const plain = (text: string) => text.toLowerCase().split(/\s+/).join(" ");
  const words = plain(name).split(" ");
  const named = items.filter((one) => words.every((word) => plain(one.name).includes(word)));
  const exact = named.filter((one) => plain(one.name) === plain(name));
  // The search also finds streets, towns and email addresses.
  const fitting = [exact, named, items].find(({ length }) => length > 0) ?? [];
  const [one, another] = fitting;
  if (!one) throw new DomainError("invalid", `No customer matches “${name}”.`);
  if (another) {
    const names = fitting.slice(0, MAX_ROWS).map((each) => each.name);
    const more = fitting.length > MAX_ROWS ? " and others" : "";
    const hint = exact.length > 0 ? "Open the customer instead." : "Enter the full name.";
    throw new DomainError("invalid", `Several customers match “${name}”: ${names.join(", ")}${more}. ${hint}`);
  }
  return one;
}

function dayWords(from: string, to: string): string {
  return from === to ? `on ${formatDate(from)}` : `from ${formatDate(from)} to ${formatDate(to)}`;
}

function counted(count: number, what: string, isMore: boolean, none: string, many = `${what}s`): string {
  if (count === 0) return none;
  if (isMore) return `More than ${count} ${many}.`;
  return count === 1 ? `1 ${what}.` : `${count} ${many}.`;
}

const joined = (parts: (string | null | false | undefined)[], by = " · ") => parts.filter(Boolean).join(by) || null;

const texts = (query: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
