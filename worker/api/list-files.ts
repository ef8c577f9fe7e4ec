import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
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
import { SummaryQuery, YearQuery } from "~/domain/finance/cashflow/schema";
import { LotFilter } from "~/domain/inventory/lots/schema";
import { CountFilter, LocationFilter, MovementFilter, ReservationFilter } from "~/domain/inventory/schema";
import { CardPaymentFilter } from "~/domain/invoices/payouts/schema";
import { InvoiceFilter } from "~/domain/invoices/schema";
import { LeadFilter } from "~/domain/leads/schema";
import { MessageSearch, ThreadFilter } from "~/domain/messages/schema";
import { MembersQuery } from "~/domain/people/schema";
import { PurchaseOrderFilter, SupplierFilter } from "~/domain/purchasing/schema";
import { CylinderFilter } from "~/domain/refrigerant/cylinders/schema";
import { AttentionFilter } from "~/domain/refrigerant/schema";
import { ServiceTypeFilter } from "~/domain/service-types/schema";
import { civilDate } from "~/domain/shared/fields";
import { SiteFilter } from "~/domain/sites/schema";
import { TechnicianFilter } from "~/domain/technicians/schema";
import { TodoFilter } from "~/domain/todos/schema";
import { DeliveryFilter, EndpointId } from "~/domain/webhooks/schema";
import { WorkOrderFilter } from "~/domain/work-orders/schema";
import type { HonoEnv } from "../env";
import { monthOf } from "./finance-queries";
import { listAnswer, csvResponses as responses } from "./list-answer";
import { operation } from "./operation";

/** Lists as CSV, narrowed as their screens narrow them. Mounted before the lists, whose ids would take the paths. */
export const listFiles = new OpenAPIHono<HonoEnv>();

const paging = { limit: true, cursor: true } as const;

listFiles.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/export",
    tags: ["Work orders"],
    summary: "Download the work orders that match as CSV",
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
    summary: "Download the card payments of a month as CSV",
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
    summary: "Download the customers that match as CSV",
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
    summary: "Download the equipment that matches as CSV",
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
    summary: "Download the equipment with maintenance overdue or due soon as CSV",
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
    summary: "Download the system layouts that match as CSV",
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
    summary: "Download the service sites that match as CSV, without how to get in",
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
    summary: "Download the technicians that match as CSV",
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
    summary: "Download the suppliers that match as CSV",
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
    summary: "Download the purchase orders that match as CSV",
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
    summary: "Download the leads that match as CSV",
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
    summary: "Download the estimates that match as CSV",
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
    summary: "Download a list of to-dos as CSV",
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
    summary: "Download a list of conversations as CSV",
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
    summary: "Download the messages with some words as CSV",
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
    summary: "Download a conversation as CSV, from its first message on",
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
    summary: "Download the invoices and credit notes that match as CSV",
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
    summary: "Download the service types that match as CSV",
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
    summary: "Download a service type's tasks in order as CSV, including archived ones",
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
    summary: "Download the stock movements that match as CSV",
    request: { query: MovementFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: movementFile, filter: c.req.valid("query"), name: "movements" }),
);

listFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/reservations/export",
    tags: ["Inventory"],
    summary: "Download the reservations that match as CSV",
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
    summary: "Download the stock counts that match as CSV",
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
    summary: "Download the lots that match as CSV",
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
    summary: "Download the stock locations that match as CSV",
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
    summary: "Download the users of the business that match as CSV",
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
    summary: "Download an endpoint's events of the last 30 days as CSV, newest first",
    request: { params: EndpointId, query: DeliveryFilter.omit(paging) },
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
    summary: "Download the refrigerant cylinders that match as CSV",
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
    summary: "Download the circuits with leak deadlines that match as CSV",
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
    summary: "Download the payments that came in on up to 92 days as CSV",
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
    summary: "Download a month's income as CSV, of all currencies unless one is given",
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
    summary: "Download a month's expenses as CSV, of all currencies unless one is given",
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
    summary: "Download a year's cashflow as CSV, a row for each month",
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
    summary: "Download the household's accounts as CSV",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: accountFile, filter: {}, name: "accounts" }),
);
