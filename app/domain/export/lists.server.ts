import { CUSTOMER_STATUS_LABELS, CUSTOMER_TYPE_LABELS } from "~/domain/customers/customer";
import { listCustomers } from "~/domain/customers/list.server";
import type { CustomerFilter } from "~/domain/customers/schema";
import { ESTIMATE_STATE_LABELS, formatEstimateNumber } from "~/domain/estimates/estimate";
import { listEstimates } from "~/domain/estimates/list.server";
import type { EstimateFilter } from "~/domain/estimates/schema";
import { COUNT_STATUS_LABELS } from "~/domain/inventory/counts/count";
import { listCounts } from "~/domain/inventory/counts/counts.server";
import { LOCATION_TYPE_LABELS } from "~/domain/inventory/locations/location";
import { listLocations } from "~/domain/inventory/locations/locations.server";
import { LOT_STATE_LABELS } from "~/domain/inventory/lots/lot";
import { listLots } from "~/domain/inventory/lots/lots.server";
import { MOVEMENT_KIND_LABELS } from "~/domain/inventory/movement";
import { listMovements } from "~/domain/inventory/movements.server";
import { quantityOf } from "~/domain/inventory/quantity";
import { RESERVATION_STATUS_LABELS } from "~/domain/inventory/reservation";
import { listReservations } from "~/domain/inventory/reserve.server";
import { formatInvoiceNumber, STATE_LABELS } from "~/domain/invoices/invoice";
import { listInvoices } from "~/domain/invoices/list.server";
import { listPaymentsReceived } from "~/domain/invoices/money.server";
import { PAYMENT_METHOD_LABELS } from "~/domain/invoices/payment";
import { listCardPayments } from "~/domain/invoices/payouts/list.server";
import type { CardPaymentFilter } from "~/domain/invoices/payouts/schema";
import type { InvoiceFilter } from "~/domain/invoices/schema";
import { formatLeadNumber, LEAD_SOURCE_LABELS, LEAD_STAGE_LABELS, LOST_REASON_LABELS } from "~/domain/leads/lead";
import { listLeads } from "~/domain/leads/list.server";
import type { LeadFilter } from "~/domain/leads/schema";
import { listMessages } from "~/domain/messages/detail.server";
import { listThreads, searchMessages } from "~/domain/messages/list.server";
import type { AuthorKind, ThreadKind } from "~/domain/messages/message";
import type { ThreadFilter } from "~/domain/messages/schema";
import { listMembers } from "~/domain/people/list-members.server";
import type { MembersFilter } from "~/domain/people/schema";
import { listPurchaseOrders } from "~/domain/purchasing/order-list.server";
import { formatPurchaseOrderNumber, PURCHASE_ORDER_STATUS_LABELS } from "~/domain/purchasing/purchase-order";
import type { PurchaseOrderFilter, SupplierFilter } from "~/domain/purchasing/schema";
import { listSuppliers } from "~/domain/purchasing/suppliers.server";
import { listServiceTypes } from "~/domain/service-types/list.server";
import { SERVICE_CATEGORY_LABELS, TASK_KIND_LABELS } from "~/domain/service-types/service-type";
import { tasksOfServiceType } from "~/domain/service-types/tasks.server";
import { listSites } from "~/domain/sites/list.server";
import type { SiteFilter } from "~/domain/sites/schema";
import { OCCUPANCY_LABELS } from "~/domain/sites/site";
import { listTechnicians } from "~/domain/technicians/list.server";
import type { TechnicianFilter } from "~/domain/technicians/schema";
import { SKILL_LEVEL_LABELS, TECHNICIAN_STATUS_LABELS } from "~/domain/technicians/technician";
import { listTodos } from "~/domain/todos/list.server";
import type { TodoFilter } from "~/domain/todos/schema";
import { repetitionText } from "~/domain/todos/todo";
import { deliveryStatusLabels } from "~/domain/webhooks/endpoint";
import { eventLabel } from "~/domain/webhooks/event";
import { listDeliveries } from "~/domain/webhooks/log.server";
import type { DeliveryFilter } from "~/domain/webhooks/schema";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { PRIORITY_LABELS } from "~/domain/work-order-basics/priority";
import { HOLD_REASON_LABELS, STATUS_LABELS } from "~/domain/work-order-basics/status";
import { listWorkOrders } from "~/domain/work-orders/list.server";
import type { WorkOrderFilter } from "~/domain/work-orders/schema";
import { listFile, type Narrowed } from "./list-file.server";

const yesOrNo = (is: boolean) => (is ? "Yes" : "No");
const workOrderOf = (number: number | null) => (number === null ? null : formatWorkOrderNumber(number));
const count = (number: number | null) => (number === null ? null : String(number));
const units = (milli: number) => String(quantityOf(milli));

export const workOrderFile = listFile({
  read: (ctx, filter: Narrowed<WorkOrderFilter>, page) => listWorkOrders(ctx, { ...filter, ...page }),
  columns: [
    ["Number", (row) => formatWorkOrderNumber(row.number)],
    ["Title", (row) => row.title],
    ["Status", (row) => STATUS_LABELS[row.status]],
    ["On hold for", (row) => row.holdReason && HOLD_REASON_LABELS[row.holdReason]],
    ["Priority", (row) => PRIORITY_LABELS[row.priority]],
    ["Customer", (row) => row.customerName],
    ["Street", (row) => row.line1],
    ["City", (row) => row.city],
    ["Technician", (row) => row.technicianName],
    ["Start", (row, clock) => clock(row.scheduledStart)],
    ["End", (row, clock) => clock(row.scheduledEnd)],
    ["Minutes", (row) => String(row.durationMinutes)],
    ["Window from", (row, clock) => clock(row.windowStart)],
    ["Window until", (row, clock) => clock(row.windowEnd)],
    ["Created", (row, clock) => clock(row.createdAt)],
  ],
});

export const customerFile = listFile({
  read: (ctx, filter: Narrowed<CustomerFilter>, page) => listCustomers(ctx, { ...filter, ...page }),
  columns: [
    ["Number", (row) => String(row.number)],
    ["Name", (row) => row.name],
    ["Type", (row) => CUSTOMER_TYPE_LABELS[row.customerType]],
    ["Status", (row) => CUSTOMER_STATUS_LABELS[row.status]],
    ["Archived", (row) => yesOrNo(row.archived)],
    ["Email", (row) => row.email],
    ["Phone", (row) => row.phone],
    ["City", (row) => row.city],
    ["State", (row) => row.state],
    ["Open work orders", (row) => String(row.openWorkOrders)],
  ],
});

export const siteFile = listFile({
  read: (ctx, filter: Narrowed<SiteFilter>, page) => listSites(ctx, { ...filter, ...page }),
  columns: [
    ["Number", (row) => String(row.number)],
    ["Label", (row) => row.label],
    ["Street", (row) => row.line1],
    ["Unit", (row) => row.line2],
    ["City", (row) => row.city],
    ["State", (row) => row.state],
    ["ZIP", (row) => row.postalCode],
    ["Occupancy", (row) => OCCUPANCY_LABELS[row.occupancy]],
    ["Customer number", (row) => count(row.customerNumber)],
    ["Customer", (row) => row.customerName],
    ["Phone", (row) => row.customerPhone],
    ["On the map", (row) => yesOrNo(row.point !== null)],
    ["Next visit", (row, clock) => clock(row.nextVisit)],
  ],
});

export const memberFile = listFile({
  read: (ctx, filter: Narrowed<MembersFilter>, page) => listMembers(ctx, { ...filter, ...page }),
  columns: [
    ["First name", (row) => row.firstName],
    ["Last name", (row) => row.lastName],
    ["Email", (row) => row.email],
    ["Roles", (row) => row.roles.join(", ")],
    ["Rights", (row) => row.permissions?.join(", ") ?? null],
    ["Access", (row) => (row.status === "active" ? "Active" : "Off")],
    ["Two-step verification", (row) => yesOrNo(row.hasSecondStep)],
    ["Last seen", (row, clock) => clock(row.lastSeenAt)],
    ["Joined", (row, clock) => clock(row.joinedAt)],
  ],
});

export const technicianFile = listFile({
  read: (ctx, filter: Narrowed<TechnicianFilter>, page) => listTechnicians(ctx, { ...filter, ...page }),
  columns: [
    ["First name", (row) => row.firstName],
    ["Last name", (row) => row.lastName],
    ["Email", (row) => row.email],
    ["Phone", (row) => row.phone],
    ["Status", (row) => TECHNICIAN_STATUS_LABELS[row.status]],
    ["Team", (row) => row.team],
    ["Skill level", (row) => row.skillLevel && SKILL_LEVEL_LABELS[row.skillLevel]],
    ["Skills", (row) => row.skills.join(", ")],
    [
      "Certifications",
      (row) =>
        row.certifications.map(({ name, expiresOn }) => (expiresOn ? `${name} (${expiresOn})` : name)).join(", "),
    ],
    ["Hourly rate", (row) => row.hourlyRateMinor],
    ["Years of experience", (row) => count(row.yearsExperience)],
    ["Jobs today", (row) => String(row.jobsToday)],
  ],
});

export const supplierFile = listFile({
  read: (ctx, filter: Narrowed<SupplierFilter>, page) => listSuppliers(ctx, { ...filter, ...page }),
  columns: [
    ["Name", (row) => row.name],
    ["Contact", (row) => row.contactName],
    ["Phone", (row) => row.phone],
    ["Email", (row) => row.email],
    ["Account", (row) => row.accountNumber],
    ["Terms", (row) => row.terms],
    ["Lead time in days", (row) => count(row.leadTimeDays)],
    ["Items", (row) => String(row.itemCount)],
    ["Active", (row) => yesOrNo(row.active)],
    ["Notes", (row) => row.notes],
  ],
});

export const purchaseOrderFile = listFile({
  read: (ctx, filter: Narrowed<PurchaseOrderFilter>, page) => listPurchaseOrders(ctx, { ...filter, ...page }),
  columns: [
    ["Number", (row) => formatPurchaseOrderNumber(row.number)],
    ["Status", (row) => PURCHASE_ORDER_STATUS_LABELS[row.status]],
    ["Overdue", (row) => yesOrNo(row.isOverdue)],
    ["Supplier", (row) => row.supplierName],
    ["Reference", (row) => row.supplierReference],
    ["Ordered", (row, clock) => clock(row.orderedAt)],
    ["Expected", (row) => row.expectedOn],
    ["Lines", (row) => String(row.lineCount)],
    ["Lines received", (row) => String(row.receivedLines)],
    ["Lines without a price", (row) => String(row.unpriced)],
    ["Total", (row) => row.totalMinor],
    ["Created", (row, clock) => clock(row.createdAt)],
  ],
});

export const leadFile = listFile({
  read: (ctx, filter: Narrowed<LeadFilter>, page) => listLeads(ctx, { ...filter, ...page }),
  columns: [
    ["Number", (row) => formatLeadNumber(row.number)],
    ["Name", (row) => row.name],
    ["Company", (row) => row.companyName],
    ["Phone", (row) => row.phone],
    ["City", (row) => row.city],
    ["State", (row) => row.state],
    ["Need", (row) => row.need],
    ["Source", (row) => LEAD_SOURCE_LABELS[row.source]],
    ["Stage", (row) => LEAD_STAGE_LABELS[row.stage]],
    ["In stage since", (row, clock) => clock(row.stageSince)],
    ["Lost reason", (row) => row.lostReason && LOST_REASON_LABELS[row.lostReason]],
    ["Value", (row) => row.valueMinor],
    ["Owner", (row) => (row.ownerId === null ? null : `${row.ownerFirstName} ${row.ownerLastName}`)],
    ["Next follow-up", (row) => row.followUpOn],
    ["Created", (row, clock) => clock(row.createdAt)],
  ],
});

export const todoFile = listFile({
  read: (ctx, filter: Narrowed<TodoFilter>, page) => listTodos(ctx, { ...filter, ...page }),
  columns: [
    ["To-do", (row) => row.title],
    ["Due", (row) => row.dueOn],
    ["Due at", (row) => row.dueAt],
    ["Assignee", (row) => row.assignee?.name ?? null],
    ["About", (row) => row.subject?.label ?? null],
    ["Repeats", (row) => row.repeat && repetitionText(row.repeat)],
    ["Done", (row, clock) => clock(row.doneAt)],
    ["Done by", (row) => row.doneByName],
    ["Notes", (row) => row.notes],
    ["Created", (row, clock) => clock(row.createdAt)],
    ["Created by", (row) => row.createdByName],
  ],
});

export const estimateFile = listFile({
  read: (ctx, filter: Narrowed<EstimateFilter>, page) => listEstimates(ctx, { ...filter, ...page }),
  columns: [
    ["Number", (row) => formatEstimateNumber(row.number, row.revision)],
    ["Title", (row) => row.title],
    ["State", (row) => ESTIMATE_STATE_LABELS[row.state]],
    ["For", (row) => row.billTo.name],
    ["Lead", (row) => (row.leadNumber === null ? null : formatLeadNumber(row.leadNumber))],
    ["Customer number", (row) => count(row.customerNumber)],
    ["Work order", (row) => workOrderOf(row.workOrderNumber)],
    ["Sent", (row) => row.sentOn],
    ["Valid until", (row) => row.validUntil],
    ["Total", (row) => row.totalMinor],
    ["Approved", (row) => row.approvedMinor],
    ["Created", (row, clock) => clock(row.createdAt)],
  ],
});

const THREAD_KIND_NAMES: Record<ThreadKind, string> = {
  direct: "Direct",
  group: "Group",
  job: "Job",
  customer: "Customer",
};

export const threadFile = listFile({
  read: (ctx, filter: Narrowed<ThreadFilter>, page) => listThreads(ctx, { ...filter, ...page }),
  columns: [
    ["Conversation", (row) => row.title],
    ["Kind", (row) => THREAD_KIND_NAMES[row.kind]],
    ["Customer", (row) => row.customer],
    ["Work order", (row) => row.workOrder?.number ?? null],
    ["Unread", (row) => String(row.unread)],
    ["Last message by", (row) => row.last?.by ?? null],
    ["Last message", (row) => row.last?.text ?? null],
    ["Last at", (row, clock) => clock(row.lastAt)],
    ["Closed", (row, clock) => clock(row.closedAt)],
  ],
});

/** Messages that match a search, from every conversation that the reader may see. */
export const foundMessageFile = listFile({
  // Search reads a few hundred messages per page.
  limit: 100,
  read: (ctx, filter: { q: string }, page) => searchMessages(ctx, { ...filter, ...page }),
  columns: [
    ["Conversation", (row) => row.thread.title],
    ["At", (row, clock) => clock(row.at)],
    ["By", (row) => row.by],
    ["Message", (row) => row.body],
  ],
});

const AUTHOR_NAMES: Record<AuthorKind, string> = { member: "", customer: "Customer", system: "Plenum" };

/** One conversation from its first message. */
export const threadMessageFile = listFile({
  read: async (ctx, { threadId }: { threadId: string }, { limit, cursor }) => {
    const { items, hasNewer } = await listMessages(ctx, threadId, { after: Number(cursor ?? 0), limit });
    return { items, nextCursor: hasNewer ? String(items.at(-1)?.seq) : null };
  },
  columns: [
    ["At", (row, clock) => clock(row.createdAt)],
    ["By", (row) => row.by?.name ?? AUTHOR_NAMES[row.authorKind]],
    ["Message", (row) => row.body],
    ["Photo", (row) => yesOrNo(row.hasPhoto)],
    ["Sent as", (row) => row.channel],
    ["Delivery", (row) => row.delivery],
  ],
});

export const invoiceFile = listFile({
  read: (ctx, filter: Narrowed<InvoiceFilter>, page) => listInvoices(ctx, { ...filter, ...page }),
  columns: [
    ["Number", (row) => formatInvoiceNumber(row.kind, row.number)],
    ["Kind", (row) => (row.kind === "invoice" ? "Invoice" : "Credit note")],
    ["Status", (row) => (row.kind === "invoice" ? STATE_LABELS[row.state] : "Issued")],
    ["Title", (row) => row.title],
    ["Customer number", (row) => String(row.customerNumber)],
    ["Customer", (row) => row.customerName],
    ["Work order", (row) => workOrderOf(row.workOrderNumber)],
    ["Issued", (row) => row.issuedOn],
    ["Due", (row) => (row.kind === "invoice" ? row.dueOn : null)],
    // A credit note's total is negative, so that the column adds up.
    ["Total", (row) => (row.kind === "invoice" ? row.totalMinor : -row.totalMinor)],
    ["Paid", (row) => row.paidMinor],
    ["Credited", (row) => row.creditedMinor],
    ["Balance", (row) => row.balanceMinor],
  ],
});

export const receivedPaymentFile = listFile({
  read: (ctx, days: { from: string; to: string }, page) => listPaymentsReceived(ctx, { ...days, ...page }),
  columns: [
    ["Received", (row) => row.receivedOn],
    ["Customer number", (row) => String(row.customerNumber)],
    ["Customer", (row) => row.customerName],
    ["Method", (row) => PAYMENT_METHOD_LABELS[row.method]],
    ["Reference", (row) => row.reference],
    ["Amount", (row) => row.minor],
  ],
});

export const cardPaymentFile = listFile({
  read: (ctx, filter: Narrowed<CardPaymentFilter>, page) => listCardPayments(ctx, { ...filter, ...page }),
  columns: [
    ["Received", (row) => row.receivedOn],
    ["Customer number", (row) => String(row.customerNumber)],
    ["Customer", (row) => row.customerName],
    ["Gross", (row) => row.grossMinor],
    ["Refunded", (row) => row.refundedMinor],
    ["Fee", (row) => row.feeMinor],
    ["Net", (row) => row.netMinor],
    ["Payout", (row) => row.payoutId],
    ["Payout status", (row) => row.payoutStatus],
    ["Arrives", (row) => row.arrivesOn],
  ],
});

type Filter<List extends (ctx: never, filter: never) => unknown> = Narrowed<Parameters<List>[1]>;

export const serviceTypeFile = listFile({
  read: (ctx, filter: Filter<typeof listServiceTypes>, page) => listServiceTypes(ctx, { ...filter, ...page }),
  columns: [
    ["Name", (row) => row.name],
    ["Category", (row) => SERVICE_CATEGORY_LABELS[row.category]],
    ["Description", (row) => row.description],
    ["Minutes", (row) => String(row.durationMinutes)],
    ["Price", (row) => row.priceMinor],
    ["Skills", (row) => row.skills.join(", ")],
    ["Steps", (row) => String(row.taskCount)],
    ["Jobs", (row) => String(row.jobs)],
    ["Active", (row) => yesOrNo(row.active)],
  ],
});

/** The checklist of one service type in order, including archived tasks. */
export const serviceTaskFile = listFile({
  read: async (ctx, { serviceTypeId }: { serviceTypeId: string }) => ({
    items: await tasksOfServiceType(ctx, serviceTypeId, { activeOnly: false }),
    nextCursor: null,
  }),
  columns: [
    ["Step", (row) => String(row.sequence)],
    ["Task", (row) => row.title],
    ["Type", (row) => TASK_KIND_LABELS[row.kind]],
    ["Required", (row) => yesOrNo(row.required)],
    ["Unit", (row) => row.unit],
    ["From", (row) => count(row.min)],
    ["To", (row) => count(row.max)],
    ["Skills", (row) => row.skills.join(", ")],
    ["Instructions", (row) => row.instructions],
    ["Active", (row) => yesOrNo(row.active)],
  ],
});

export const movementFile = listFile({
  read: (ctx, filter: Filter<typeof listMovements>, page) => listMovements(ctx, { ...filter, ...page }),
  columns: [
    ["Date", (row) => row.occurredOn],
    ["Kind", (row) => MOVEMENT_KIND_LABELS[row.kind]],
    ["SKU", (row) => row.itemSku],
    ["Item", (row) => row.itemName],
    ["Location", (row) => row.locationName],
    ["Quantity", (row) => units(row.quantityMilli)],
    ["Unit", (row) => row.baseUnit],
    ["Cost", (row) => row.totalCostMinor],
    ["Work order", (row) => workOrderOf(row.workOrderNumber)],
    ["Reason", (row) => row.reason],
    ["Note", (row) => row.note],
    ["By", (row) => row.createdBy],
    ["Recorded", (row, clock) => clock(row.createdAt)],
  ],
});

export const reservationFile = listFile({
  read: (ctx, filter: Filter<typeof listReservations>, page) => listReservations(ctx, { ...filter, ...page }),
  columns: [
    ["SKU", (row) => row.itemSku],
    ["Item", (row) => row.itemName],
    ["Location", (row) => row.locationName],
    ["Work order", (row) => workOrderOf(row.workOrderNumber)],
    ["Status", (row) => RESERVATION_STATUS_LABELS[row.status]],
    ["Quantity", (row) => units(row.quantityMilli)],
    ["Used", (row) => units(row.fulfilledMilli)],
    ["Unit", (row) => row.baseUnit],
    ["Reserved until", (row) => row.reservedUntil],
    ["Note", (row) => row.note],
    ["Created", (row, clock) => clock(row.createdAt)],
    ["Closed", (row, clock) => clock(row.closedAt)],
  ],
});

export const countFile = listFile({
  read: (ctx, filter: Filter<typeof listCounts>, page) => listCounts(ctx, { ...filter, ...page }),
  columns: [
    ["Location", (row) => row.locationName],
    ["Status", (row) => COUNT_STATUS_LABELS[row.status]],
    ["Lines", (row) => String(row.lineCount)],
    ["Counted", (row) => String(row.countedCount)],
    ["Different", (row) => count(row.differentCount)],
    ["Value posted", (row) => row.postedValueMinor],
    ["Note", (row) => row.note],
    ["Begun", (row, clock) => clock(row.createdAt)],
    ["By", (row) => row.createdBy],
    ["Closed", (row, clock) => clock(row.closedAt)],
  ],
});

export const lotFile = listFile({
  read: (ctx, filter: Filter<typeof listLots>, page) => listLots(ctx, { ...filter, ...page }),
  columns: [
    ["Lot", (row) => row.number],
    ["SKU", (row) => row.itemSku],
    ["Item", (row) => row.itemName],
    ["State", (row) => LOT_STATE_LABELS[row.state]],
    ["Received", (row) => row.receivedOn],
    ["Expires", (row) => row.expiresOn],
    ["On hand", (row) => units(row.onHandMilli)],
    ["Unit", (row) => row.baseUnit],
  ],
});

export const locationFile = listFile({
  read: (ctx, filter: Filter<typeof listLocations>, page) => listLocations(ctx, { ...filter, ...page }),
  columns: [
    ["Name", (row) => row.name],
    ["Type", (row) => LOCATION_TYPE_LABELS[row.type]],
    ["Inside", (row) => row.parentName],
    ["Technician", (row) => row.technicianName],
    ["On hand", (row) => units(row.onHandMilli)],
    ["Active", (row) => yesOrNo(row.active)],
    ["Notes", (row) => row.notes],
  ],
});

/** The log of one webhook endpoint. */
export const webhookLogFile = listFile({
  read: async (ctx, { endpointId, ...filter }: Narrowed<DeliveryFilter> & { endpointId: string }, page) =>
    (await listDeliveries(ctx, endpointId, { ...filter, ...page })).deliveries,
  columns: [
    ["ID", (row) => row.id],
    ["Event", (row) => eventLabel(row.event)],
    ["Record ID", (row) => row.recordId],
    ["Status", (row) => deliveryStatusLabels[row.status]],
    ["Time", (row, clock) => clock(row.occurredAt)],
    ["Attempts", (row) => String(row.attempts)],
    ["Last response", (row) => count(row.responseStatus)],
    ["Next attempt", (row, clock) => clock(row.nextAttemptAt)],
  ],
});
