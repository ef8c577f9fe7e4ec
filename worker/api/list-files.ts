import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { CustomerFilter } from "~/domain/customers/schema";
import { DesignFilter } from "~/domain/designs/schema";
import { DueFilter, EquipmentFilter } from "~/domain/equipment/schema";
import { EstimateFilter } from "~/domain/estimates/schema";
import { designFile, equipmentFile, maintenanceDueFile } from "~/domain/export/equipment-lists.server";
import { accountFile, cashflowFile, expenseFile, incomeFile } from "~/domain/export/household-lists.server";
import {
  cardPaymentFile,
  countFile,
  customerFile,
  estimateFile,
  foundMessageFile,
  invoiceFile,
  leadFile,
  locationFile,
  lotFile,
  memberFile,
  movementFile,
  purchaseOrderFile,
  receivedPaymentFile,
  reservationFile,
  serviceTaskFile,
  serviceTypeFile,
  siteFile,
  supplierFile,
  technicianFile,
  threadFile,
  threadMessageFile,
  todoFile,
  webhookLogFile,
  workOrderFile,
} from "~/domain/export/lists.server";
import { cylinderFile, leakDeadlineFile } from "~/domain/export/refrigerant-lists.server";
import { stockFile } from "~/domain/export/stock-list.server";
import { monthOf } from "~/domain/finance/cashflow/cashflow";
import { SummaryQuery, YearQuery } from "~/domain/finance/cashflow/schema";
import { LotFilter } from "~/domain/inventory/lots/schema";
import { CountFilter, LocationFilter, MovementFilter, ReservationFilter, StockFilter } from "~/domain/inventory/schema";
import { CardPaymentFilter } from "~/domain/invoices/payouts/schema";
import { InvoiceFilter } from "~/domain/invoices/schema";
import { LeadFilter } from "~/domain/leads/schema";
import { MessageSearch, ThreadFilter } from "~/domain/messages/schema";
import { MembersQuery } from "~/domain/people/schema";
import { PurchaseOrderFilter, SupplierFilter } from "~/domain/purchasing/schema";
import { CylinderFilter } from "~/domain/refrigerant/cylinders/schema";
import { AttentionFilter } from "~/domain/refrigerant/schema";
import { ServiceTypeFilter } from "~/domain/service-types/schema";
import { civilDate, RecordId } from "~/domain/shared/fields";
import { SiteFilter } from "~/domain/sites/schema";
import { TechnicianFilter } from "~/domain/technicians/schema";
import { TodoFilter } from "~/domain/todos/schema";
import { DeliveryFilter } from "~/domain/webhooks/schema";
import { WorkOrderFilter } from "~/domain/work-orders/schema";
import { listAnswer, csvResponses as responses } from "./list-answer";
import { operation } from "./operation";

/** Lists as CSV, filtered like their screens. Mounted before the lists, whose ids would match the paths. */
export const listFiles = new OpenAPIHono<HonoEnv>();

const paging = { limit: true, cursor: true } as const;

listFiles.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/export",
    tags: ["Work orders"],
    summary: "Download work orders as CSV",
    request: { query: WorkOrderFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: workOrderFile, filter: c.req.valid("query"), name: "work-orders" }),
);

listFiles.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/card-payments/export",
    tags: ["Invoices"],
    summary: "Download a month's card payments as CSV",
    request: { query: CardPaymentFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: cardPaymentFile, filter: c.req.valid("query"), name: "card-payments" }),
);

listFiles.openapi(
  operation("customers.read", {
    method: "get",
    path: "/customers/export",
    tags: ["Customers"],
    summary: "Download customers as CSV",
    request: { query: CustomerFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: customerFile, filter: c.req.valid("query"), name: "customers" }),
);

listFiles.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/export",
    tags: ["Equipment"],
    summary: "Download equipment as CSV",
    request: { query: EquipmentFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: equipmentFile, filter: c.req.valid("query"), name: "equipment" }),
);

listFiles.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/maintenance-due/export",
    tags: ["Equipment"],
    summary: "Download equipment due for maintenance as CSV",
    description: "Equipment with maintenance overdue or due soon.",
    request: { query: DueFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: maintenanceDueFile, filter: c.req.valid("query"), name: "maintenance-due" }),
);

listFiles.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/designs/export",
    tags: ["Designs"],
    summary: "Download system layouts as CSV",
    request: { query: DesignFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: designFile, filter: c.req.valid("query"), name: "designs" }),
);

listFiles.openapi(
  operation("customers.read", {
    method: "get",
    path: "/sites/export",
    tags: ["Properties"],
    summary: "Download properties as CSV",
    description: "Access notes are left out.",
    request: { query: SiteFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: siteFile, filter: c.req.valid("query"), name: "properties" }),
);

listFiles.openapi(
  operation("technicians.read", {
    method: "get",
    path: "/technicians/export",
    tags: ["Technicians"],
    summary: "Download technicians as CSV",
    request: { query: TechnicianFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: technicianFile, filter: c.req.valid("query"), name: "technicians" }),
);

listFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/suppliers/export",
    tags: ["Inventory"],
    summary: "Download suppliers as CSV",
    request: { query: SupplierFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: supplierFile, filter: c.req.valid("query"), name: "suppliers" }),
);

listFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/purchase-orders/export",
    tags: ["Inventory"],
    summary: "Download purchase orders as CSV",
    request: { query: PurchaseOrderFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: purchaseOrderFile, filter: c.req.valid("query"), name: "purchase-orders" }),
);

listFiles.openapi(
  operation("leads.read", {
    method: "get",
    path: "/leads/export",
    tags: ["Leads"],
    summary: "Download leads as CSV",
    request: { query: LeadFilter.omit({ ...paging, before: true }) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: leadFile, filter: c.req.valid("query"), name: "leads" }),
);

listFiles.openapi(
  operation("leads.read", {
    method: "get",
    path: "/estimates/export",
    tags: ["Estimates"],
    summary: "Download estimates as CSV",
    request: { query: EstimateFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: estimateFile, filter: c.req.valid("query"), name: "estimates" }),
);

listFiles.openapi(
  operation("member", {
    method: "get",
    path: "/todos/export",
    tags: ["To-dos"],
    summary: "Download to-dos as CSV",
    request: { query: TodoFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: todoFile, filter: c.req.valid("query"), name: "to-dos" }),
);

listFiles.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/threads/export",
    tags: ["Messages"],
    summary: "Download conversations as CSV",
    request: { query: ThreadFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: threadFile, filter: c.req.valid("query"), name: "conversations" }),
);

listFiles.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/messages/export",
    tags: ["Messages"],
    summary: "Download found messages as CSV",
    request: { query: MessageSearch.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: foundMessageFile, filter: c.req.valid("query"), name: "messages" }),
);

listFiles.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/threads/{id}/export",
    tags: ["Messages"],
    summary: "Download a conversation as CSV",
    description: "From its first message on.",
    request: { params: z.object({ id: z.string().max(100) }) },
    responses,
  }),
  (c) =>
    listAnswer(c.var.ctx, {
      file: threadMessageFile,
      filter: { threadId: c.req.valid("param").id },
      name: "conversation",
    }),
);

listFiles.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/invoices/list/export",
    tags: ["Invoices"],
    summary: "Download invoices and credit notes as CSV",
    request: { query: InvoiceFilter.omit({ ...paging, before: true }) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: invoiceFile, filter: c.req.valid("query"), name: "invoices" }),
);

listFiles.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types/export",
    tags: ["Service types"],
    summary: "Download service types as CSV",
    request: { query: ServiceTypeFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: serviceTypeFile, filter: c.req.valid("query"), name: "service-types" }),
);

listFiles.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types/{id}/tasks/export",
    tags: ["Service types"],
    summary: "Download a service type's tasks as CSV",
    description: "In order, including archived ones.",
    request: { params: z.object({ id: z.string().max(100) }) },
    responses,
  }),
  (c) =>
    listAnswer(c.var.ctx, { file: serviceTaskFile, filter: { serviceTypeId: c.req.valid("param").id }, name: "tasks" }),
);

listFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/movements/export",
    tags: ["Inventory"],
    summary: "Download stock movements as CSV",
    request: { query: MovementFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: movementFile, filter: c.req.valid("query"), name: "movements" }),
);

listFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/stock/export",
    tags: ["Inventory"],
    summary: "Download stock levels as CSV",
    request: { query: StockFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: stockFile, filter: c.req.valid("query"), name: "stock" }),
);

listFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/reservations/export",
    tags: ["Inventory"],
    summary: "Download reservations as CSV",
    request: { query: ReservationFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: reservationFile, filter: c.req.valid("query"), name: "reservations" }),
);

listFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/counts/export",
    tags: ["Inventory"],
    summary: "Download stock counts as CSV",
    request: { query: CountFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: countFile, filter: c.req.valid("query"), name: "counts" }),
);

listFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/lots/export",
    tags: ["Inventory"],
    summary: "Download lots as CSV",
    request: { query: LotFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: lotFile, filter: c.req.valid("query"), name: "lots" }),
);

listFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/locations/export",
    tags: ["Inventory"],
    summary: "Download stock locations as CSV",
    request: { query: LocationFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: locationFile, filter: c.req.valid("query"), name: "locations" }),
);

listFiles.openapi(
  operation("admin", {
    method: "get",
    path: "/members/export",
    tags: ["Business data"],
    summary: "Download users as CSV",
    request: { query: MembersQuery },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: memberFile, filter: c.req.valid("query"), name: "users" }),
);

listFiles.openapi(
  operation("admin", {
    method: "get",
    path: "/webhook-endpoints/{id}/deliveries/export",
    tags: ["Webhooks"],
    summary: "Download a webhook endpoint's deliveries as CSV",
    description: "Of the last 30 days, newest first.",
    request: { params: RecordId, query: DeliveryFilter.omit(paging) },
    responses,
  }),
  (c) =>
    listAnswer(c.var.ctx, {
      file: webhookLogFile,
      filter: { ...c.req.valid("query"), endpointId: c.req.valid("param").id },
      name: "webhook-log",
    }),
);

listFiles.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/refrigerant-cylinders/export",
    tags: ["Refrigerant cylinders"],
    summary: "Download refrigerant cylinders as CSV",
    request: { query: CylinderFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: cylinderFile, filter: c.req.valid("query"), name: "cylinders" }),
);

listFiles.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/leak-deadlines/export",
    tags: ["Leak compliance"],
    summary: "Download circuits with leak deadlines as CSV",
    request: { query: AttentionFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: leakDeadlineFile, filter: c.req.valid("query"), name: "leak-deadlines" }),
);

listFiles.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/payments-received/export",
    tags: ["Invoices"],
    summary: "Download payments received as CSV",
    description: "Of a range of at most 92 days.",
    request: { query: z.object({ from: civilDate, to: civilDate }) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: receivedPaymentFile, filter: c.req.valid("query"), name: "payments-received" }),
);

const ofMonth = ({ year, month, currency }: z.output<typeof SummaryQuery>) => ({
  month: monthOf({ year, month }),
  currency,
});

listFiles.openapi(
  operation("person", {
    method: "get",
    path: "/income/monthly/export",
    tags: ["Income"],
    summary: "Download a month's income as CSV",
    description: "Of all currencies unless one is given.",
    request: { query: SummaryQuery },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: incomeFile, filter: ofMonth(c.req.valid("query")), name: "income" }),
);

listFiles.openapi(
  operation("person", {
    method: "get",
    path: "/expenses/monthly/export",
    tags: ["Expenses"],
    summary: "Download a month's expenses as CSV",
    description: "Of all currencies unless one is given.",
    request: { query: SummaryQuery },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: expenseFile, filter: ofMonth(c.req.valid("query")), name: "expenses" }),
);

listFiles.openapi(
  operation("person", {
    method: "get",
    path: "/cashflow/yearly/export",
    tags: ["Cashflow"],
    summary: "Download a year's cashflow as CSV",
    description: "One row per month.",
    request: { query: YearQuery },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: cashflowFile, filter: c.req.valid("query"), name: "cashflow" }),
);

listFiles.openapi(
  operation("person", {
    method: "get",
    path: "/bank-accounts/export",
    tags: ["Bank accounts"],
    summary: "Download bank accounts as CSV",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: accountFile, filter: {}, name: "accounts" }),
);
