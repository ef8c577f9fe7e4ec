import {
  isAlarming,
  SECURITY_EVENT_KINDS,
  type SecurityEventKind,
  securityEventLabels,
} from "~/domain/auth/security-event";
import { isRecord } from "~/domain/shared/objects";

/** The topics an Admin can filter by. Each has one source: account events, identity's log or the tenants' log. */
export const AUDIT_TOPICS = ["sign_ins", "failed", "refused", "people", "settings", "records"] as const;
type AuditTopic = (typeof AUDIT_TOPICS)[number];

export const auditTopicLabels: Record<AuditTopic, string> = {
  sign_ins: "Sign-ins and sessions",
  failed: "Failed sign-ins",
  refused: "Refused requests",
  people: "Users and invitations",
  settings: "Business settings",
  records: "Work orders, customers and other records",
};

const topicOfEvent: Record<SecurityEventKind, "sign_ins" | "failed" | "refused"> = {
  sign_in: "sign_ins",
  sign_out: "sign_ins",
  session_ended: "sign_ins",
  password_changed: "sign_ins",
  password_reset: "sign_ins",
  second_step_on: "sign_ins",
  second_step_off: "sign_ins",
  second_step_removal: "sign_ins",
  recovery_code_used: "sign_ins",
  recovery_codes_made: "sign_ins",
  passkey_added: "sign_ins",
  passkey_removed: "sign_ins",
  sign_in_failed: "failed",
  second_step_failed: "failed",
  locked_out: "failed",
  passkey_failed: "failed",
  passkey_copied: "failed",
  permission_refused: "refused",
  cross_site_refused: "refused",
};

/** A topic's account events. */
export const eventsOf = (topic: AuditTopic): readonly SecurityEventKind[] =>
  SECURITY_EVENT_KINDS.filter((kind) => topicOfEvent[kind] === topic);

/** One line of the log: an account event, or a change by a person or the system. */
export interface AuditLine {
  id: string;
  at: string;
  /** Null for the system. */
  person: { id: string; name: string } | null;
  action: string;
  entity: string;
  entityId: string | null;
  /** What changed or was denied, in a few words. */
  detail: string | null;
  /** The number of occurrences within the hour. */
  count: number;
  device: string | null;
  network: string | null;
}

/** Changes to users, invitations and settings, whose actions are single verbs. */
const identityActions: Record<string, string> = {
  "member.roles_changed": "Changed roles",
  "member.permissions_changed": "Changed permissions",
  "member.disabled": "Turned off access",
  "member.enabled": "Turned on access",
  "member.renamed": "Changed a name",
  "member.joined": "Joined the business",
  "member.left": "Left the business",
  "member.sessions_ended": "Ended a user's sessions",
  "invitation.invited": "Invited a user",
  "invitation.resent": "Resent an invitation",
  "invitation.cancelled": "Canceled an invitation",
  "organization.founded": "Created the business",
  "organization.settings_saved": "Changed business settings",
  "organization.logo_changed": "Changed the logo",
  "organization.logo_removed": "Removed the logo",
  "organization.deletion_requested": "Scheduled the deletion of the business",
  "organization.deletion_canceled": "Canceled the deletion of the business",
  "organization.second_step_required": "Required two-step verification for Admins",
  "organization.second_step_optional": "Stopped requiring two-step verification for Admins",
  "organization.data_exported": "Exported all data",
  "organization.data_restored": "Restored an export",
  "api_key.created": "Created an API key",
  "api_key.deleted": "Deleted an API key",
  "organization.export_downloaded": "Downloaded an export",
  "delivery.retried": "Retried a failed delivery",
};

/** Verbs of record actions; others are shown unchanged: 'Scheduler: reassign day'. */
const verbs: Record<string, string> = {
  ...{ create: "created", update: "changed", delete: "deleted", archive: "archived", restore: "restored" },
  ...{
    add: "added",
    remove: "removed",
    view: "viewed",
    confirm: "confirmed",
    end: "ended",
    move: "moved",
    sign: "signed",
    report: "reported",
    choose: "chosen",
    turn_on: "turned on",
    correct_expiry: "expiration date corrected",
  },
  ...{ complete: "completed", close: "closed", reopen: "reopened", connect: "connected", disconnect: "disconnected" },
};
/** Records whose display name differs from the one in code. */
const subjects: Record<string, string> = {
  todo: "to-do",
  thread: "conversation",
  site: "property",
  site_access: "access notes",
  site_person: "person at property",
  site_photo: "property photo",
  service_group: "circuit",
  stock_lot: "lot",
};

/** 'Changed roles', 'Signed in', or 'Work order changed' for actions without their own text. */
export function actionLabel({ entity, action }: Pick<AuditLine, "entity" | "action">): string {
  if (entity === "account") return isEventKind(action) ? securityEventLabels[action] : action;
  const known = identityActions[`${entity}.${action}`];
  if (known) return known;
  const [named = "", verb] = action.includes(".") ? action.split(".") : [entity, action];
  const subject = subjects[named] ?? named;
  const past = verb === undefined ? undefined : verbs[verb];
  return sentence(past ? `${subject} ${past}` : verb ? `${subject}: ${verb}` : subject);
}

/** Whether a line deserves a second look. */
export function needsAttention({ entity, action }: Pick<AuditLine, "entity" | "action">): boolean {
  return entity === "account" && isEventKind(action) && isAlarming(action);
}

function isEventKind(action: string): action is SecurityEventKind {
  return Object.hasOwn(securityEventLabels, action);
}

function sentence(words: string): string {
  const text = words.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names of the changed fields from the JSON of before and after; never their values, which the record shows. */
export function changedFields(before: string | null, after: string | null): string | null {
  const fields = new Set([...fieldsOf(before), ...fieldsOf(after)]);
  if (fields.size === 0) return null;
  return [...fields].map((field) => field.replaceAll(/([A-Z])/g, " $1").toLowerCase()).join(", ");
}

const MAX_VALUE = 60;

/** Like `changedFields`, with old and new values, for users and settings: 'roles: Manager → Admin'. */
export function changedValues(before: string | null, after: string | null): string | null {
  const [was, is] = [objectOf(before), objectOf(after)];
  const changed = Object.keys(is ?? was ?? {}).filter(
    (field) => field !== "version" && JSON.stringify(was?.[field]) !== JSON.stringify(is?.[field]),
  );
  if (changed.length === 0) return null;
  return changed
    .map((field) => {
      const values = [was, is].flatMap((one) => (one && field in one ? [valueText(one[field])] : []));
      return `${field.replaceAll(/([A-Z])/g, " $1").toLowerCase()} ${values.join(" → ")}`;
    })
    .join("; ");
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  const text = Array.isArray(value) ? value.map((each) => String(each)).join(", ") : String(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

function objectOf(json: string | null): Record<string, unknown> | null {
  const value: unknown = json === null ? null : JSON.parse(json);
  return isRecord(value) ? value : null;
}

function fieldsOf(json: string | null): string[] {
  return Object.keys(objectOf(json) ?? {});
}
