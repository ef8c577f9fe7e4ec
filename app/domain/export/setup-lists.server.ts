import { permissionsText } from "~/domain/api-keys/api-key";
import { listApiKeys } from "~/domain/api-keys/change.server";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { LOG_KIND_LABELS, LOG_OUTCOME_LABELS } from "~/domain/code-hosts/log";
import type { LogFilter } from "~/domain/code-hosts/sync/schema";
import { syncLog } from "~/domain/code-hosts/sync/sync-log.server";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { formatIssueNumber } from "~/domain/issues/issue";
import { listTrash } from "~/domain/issues/trash.server";
import { pendingInvitations } from "~/domain/people/technician-invitations.server";
import { planZone } from "~/domain/plans/owner.server";
import { PLAN_INVOICE_LABELS, type PlanOwnerKind } from "~/domain/plans/plan";
import { readPlan } from "~/domain/plans/read.server";
import { householdZone } from "~/domain/shared/time/household-day";
import { listSupport } from "~/domain/support/inbox.server";
import type { SupportFilter } from "~/domain/support/schema";
import { SUPPORT_STATE_LABELS } from "~/domain/support/support";
import { listEndpoints } from "~/domain/webhooks/change.server";
import { webhookEventLabels } from "~/domain/webhooks/event";
import { allPicks } from "~/domain/work-order-parts/picks.server";
import type { PickFilter } from "~/domain/work-order-parts/schema";
import { listFile, type Narrowed } from "./list-file.server";

const whole = <Row>(items: Row[]) => ({ items, nextCursor: null });

/** Without the keys themselves, of which only the last characters are stored. */
export const apiKeyFile = listFile({
  read: async (ctx, _all: object) => whole(await listApiKeys(ctx)),
  columns: [
    ["Name", (row) => row.name],
    ["Ends with", (row) => row.tokenEnd],
    ["Permissions", (row) => permissionsText(row.permissions)],
    ["State", (row) => (row.hasEnded ? "Expired" : "Active")],
    ["Created", (row, clock) => clock(row.createdAt)],
    ["Created by", (row) => row.createdBy],
    ["Last used", (row, clock) => clock(row.lastUsedAt)],
    ["Expires", (row, clock) => clock(row.expiresAt)],
  ],
});

/** Without their secrets. */
export const webhookEndpointFile = listFile({
  read: async (ctx, _all: object) => whole(await listEndpoints(ctx)),
  columns: [
    ["Address", (row) => row.url],
    ["Description", (row) => row.description],
    ["State", (row) => (row.enabled ? "Enabled" : "Disabled")],
    ["Events", (row) => row.events.map((event) => webhookEventLabels[event]).join(", ")],
    ["Failing since", (row, clock) => clock(row.failingSince)],
    ["Disabled", (row, clock) => clock(row.disabledAt)],
    ["Last event", (row, clock) => clock(row.lastEventAt)],
    ["Created", (row, clock) => clock(row.createdAt)],
    ["Created by", (row) => row.createdBy],
  ],
});

export const syncLogFile = listFile({
  read: (ctx, filter: Narrowed<LogFilter>, page) => syncLog(ctx, { ...filter, ...page }),
  columns: [
    ["Time", (row, clock) => clock(row.at)],
    ["Host", (row) => HOST_NAMES[row.host]],
    ["Repository", (row) => row.repository],
    ["Number there", (row) => (row.number === null ? null : String(row.number))],
    ["Issue", (row) => (row.issueNumber === null ? null : formatIssueNumber(row.issueNumber))],
    ["What", (row) => LOG_KIND_LABELS[row.kind]],
    ["Result", (row) => LOG_OUTCOME_LABELS[row.outcome]],
    ["Detail", (row) => row.detail],
    ["Retried", (row, clock) => clock(row.settledAt)],
  ],
});

export const deletedIssueFile = listFile({
  read: (ctx, _all: object, page) => listTrash(ctx, page),
  columns: [
    ["Number", (row) => formatIssueNumber(row.number)],
    ["Title", (row) => row.title],
    ["Deleted", (row, clock) => clock(row.deletedAt)],
  ],
});

/** The caller's own messages; all messages for support staff. */
export const supportFile = listFile({
  read: (ctx, filter: Narrowed<SupportFilter>, page) => listSupport(ctx, { ...filter, ...page }),
  zone: householdZone,
  columns: [
    ["Subject", (row) => row.subject],
    ["From", (row) => row.senderName],
    ["Email", (row) => row.senderEmail],
    ["State", (row) => SUPPORT_STATE_LABELS[row.state]],
    ["Sent", (row, clock) => clock(row.createdAt)],
    ["Last message", (row, clock) => clock(row.updatedAt)],
  ],
});

/** The invoices for a plan; empty without permission to change it. */
export const planInvoiceFile = listFile({
  read: async (ctx, { of }: { of: PlanOwnerKind }, { cursor }) => (await readPlan(ctx, of, { cursor })).invoices,
  zone: (ctx, { of }) => planZone(ctx, of),
  columns: [
    ["Number", (row) => row.number],
    ["Status", (row) => PLAN_INVOICE_LABELS[row.status]],
    ["Amount", (row) => row.amountMinor],
    ["From", (row, _clock, day) => day(row.periodStart)],
    ["To", (row, _clock, day) => day(row.periodEnd)],
    ["Issued", (row, _clock, day) => day(row.issuedAt)],
    ["Paid", (row, clock) => clock(row.paidAt)],
  ],
});

export const invitationFile = listFile({
  read: (ctx, _all: object, page) => pendingInvitations(ctx, page),
  columns: [
    ["First name", (row) => row.firstName],
    ["Last name", (row) => row.lastName],
    ["Email", (row) => row.email],
    ["State", (row) => (row.state === "expired" ? "Expired" : "Pending")],
    ["Mail", (row) => (row.undelivered ? "Not delivered" : "Sent")],
    ["Sent", (row, clock) => clock(row.sentAt)],
    ["Expires", (row, clock) => clock(row.expiresAt)],
    ["Invited by", (row) => row.invitedBy],
  ],
});

export const pickFile = listFile({
  read: async (ctx, filter: PickFilter) => whole((await allPicks(ctx, filter)).items),
  columns: [
    ["Truck", (row) => row.truckName],
    ["Technician", (row) => row.technicianName],
    ["From", (row) => row.locationName],
    ["SKU", (row) => row.sku],
    ["Item", (row) => row.name],
    ["Quantity", (row) => formatAmountOf(row.openMilli, row.unit)],
    ["Work order", (row) => row.workOrder],
    ["Job", (row) => row.title],
    ["Start", (row, clock) => clock(row.scheduledStart)],
  ],
});
