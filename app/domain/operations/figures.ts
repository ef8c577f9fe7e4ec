import { TOPICS, type Topic } from "~/domain/outbox/topics";
import { formatBytes } from "~/domain/shared/limits";
import { UUID_PATTERN } from "~/domain/shared/record-ref";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { CHECK_LABELS, type CheckState } from "./checks";
import { MOVE_LABELS, type MoveView } from "./tenant-moves/tenant-move";
import type { HourCounts, SlowStatement } from "./usage";

/** Guarantee: the entries of `TOPICS`, which is closed. */
export const TOPIC_NAMES = Object.keys(TOPICS) as [Topic, ...Topic[]];

/** Everything that can be waiting: rows of the outboxes, and deliveries to webhook endpoints, which have their own table. */
const QUEUES = { ...TOPICS, webhook: { side: "tenants", label: "Webhook" } } as const;
export type Queue = keyof typeof QUEUES;

/** Guarantee: the entries of `QUEUES`, which is closed. */
export const QUEUE_NAMES = Object.keys(QUEUES) as [Queue, ...Queue[]];

/** A topic's label; the name of a topic that a newer version of the Worker has written. */
export const topicLabel = (topic: string): string =>
  new Map<string, { label: string }>(Object.entries(QUEUES)).get(topic)?.label ?? topic;

/** The maximum number of outbox rows the page reads; further ones are not counted. */
export const MAX_WAITING = 5000;
export const MAX_FAILED = 1000;
/** The maximum number of failed rows retried by one click. */
export const MAX_RETRIED = 100;

const ID = new RegExp(`\\b${UUID_PATTERN}\\b`, "gi");

/** Due for longer than this: the sweep, which runs every minute, is not reaching them, or nothing consumes their queue. */
export const OVERDUE_MS = 2 * MINUTE_MS;
/** Failures are retried for about two hours. */
const OLD_MS = 2 * HOUR_MS;
const TARGET = 0.999;
export const BUDGET_DAYS = 30;
/** The maximum size of a D1 database (developers.cloudflare.com/d1/platform/limits). */
export const DATABASE_LIMIT_BYTES = 10_000_000_000;
const FILL_LIMIT = 0.8;
/** The share of allowed errors below which little is left for the rest of the month. */
const BUDGET_LIMIT_PERCENT = 25;
const SLOW_LIMIT_MS = 1000;

export interface QueueFigures {
  topic: Queue;
  waiting: number;
  /** Rows with at least one failed attempt. */
  retrying: number;
  overdue: number;
  /** When the oldest was written, an ISO instant. */
  oldestAt: string;
}

interface FailedGroup {
  topic: Topic;
  error: string;
  count: number;
  latestAt: string;
}

interface DatabaseFill {
  name: string;
  bytes: number;
  limitBytes: number;
  measuredAt: string;
}

interface ErrorBudget {
  days: number;
  /** The percentage of requests that should be answered without a server error. */
  targetPercent: number;
  requests: number;
  serverErrors: number;
  /** The number of errors the target allows for this many requests, rounded down. */
  allowed: number;
  /** The percentage of allowed errors that is left, 0 if they are used up. */
  leftPercent: number;
}

interface Migrations {
  /** The newest applied migration; null for an empty database. */
  applied: string | null;
  /** The newest migration known to this Worker. */
  expected: string;
  isCurrent: boolean;
  count: number;
}

export interface Figures {
  /** When the figures were read, an ISO instant. */
  at: string;
  queues: QueueFigures[];
  /** Whether more rows are waiting than were counted. */
  isMoreWaiting: boolean;
  deadLetters: FailedGroup[];
  isMoreFailed: boolean;
  slowStatements: SlowStatement[];
  databases: DatabaseFill[];
  hours: (HourCounts & { hour: string })[];
  budget: ErrorBudget;
  checks: CheckState[];
  keys: { inUse: string; previous: string | null };
  migrations: Migrations;
  /** Shards closed for maintenance; their queues, failed deliveries and migrations are not read. */
  closedShards: string[];
  /** Shards that could not be read; theirs are not included either. */
  failingShards: string[];
  /** The latest moves of tenants between shards. */
  moves: MoveView[];
  actions: { at: string; operator: string; action: "retry"; topic: string }[];
}

export const SECTIONS = [
  "checks",
  "requests",
  "queues",
  "dead-letters",
  "database",
  "moves",
  "slow-statements",
] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface Attention {
  section: SectionName;
  message: string;
}

/** The errors that the target allows, and how many are left. */
export function errorBudget({ requests, serverErrors }: Pick<HourCounts, "requests" | "serverErrors">): ErrorBudget {
  // 1 - 0.999 is slightly more than a thousandth.
  const allowed = Math.floor(Number((requests * (1 - TARGET)).toFixed(6)));
  const left = allowed === 0 ? (serverErrors === 0 ? 1 : 0) : Math.max(0, 1 - serverErrors / allowed);
  const leftPercent = Math.round(left * 1000) / 10;
  return { days: BUDGET_DAYS, targetPercent: TARGET * 100, requests, serverErrors, allowed, leftPercent };
}

/** Messages about anything an operator should look at; empty if everything is fine. */
export function attentionOf(figures: Omit<Figures, "keys" | "actions">): Attention[] {
  const { checks, budget, queues, deadLetters, databases, migrations, moves, slowStatements } = figures;
  const now = Date.parse(figures.at);
  const found: Attention[] = [];
  const say = (section: SectionName, message: string) => void found.push({ section, message });
  for (const check of checks) {
    const label = CHECK_LABELS[check.name];
    if (check.state === "failed") say("checks", `${label}: failed (${check.error ?? "no reason given"})`);
    if (check.state === "late") say("checks", `${label}: no result for 15 minutes`);
    if (check.state === "never" && !isUnchecked(figures)) say("checks", `${label}: never checked`);
  }
  if (budget.leftPercent < BUDGET_LIMIT_PERCENT) {
    say("requests", `${budget.leftPercent}% of the error budget of ${budget.days} days is left`);
  }
  for (const { topic, overdue, oldestAt } of queues) {
    const label = topicLabel(topic);
    if (overdue > 0) say("queues", `${label}: ${overdue.toLocaleString("en-US")} overdue`);
    // A failing endpoint is for its owner to fix, and is retried for days.
    else if (topic !== "webhook" && now - Date.parse(oldestAt) > OLD_MS)
      say("queues", `${label}: the oldest waits for over two hours`);
  }
  const failed = deadLetters.reduce((sum, { count }) => sum + count, 0);
  if (failed > 0) {
    const some = `${failed.toLocaleString("en-US")}${figures.isMoreFailed ? " or more" : ""}`;
    say("dead-letters", failed === 1 ? "1 delivery failed permanently" : `${some} deliveries failed permanently`);
  }
  for (const { name, bytes, limitBytes } of databases) {
    if (bytes / limitBytes >= FILL_LIMIT) {
      say("database", `${name} holds ${formatBytes(bytes)} of ${formatBytes(limitBytes)}`);
    }
  }
  if (!migrations.isCurrent) say("database", `The migration ${migrations.expected} is not applied`);
  for (const shard of figures.failingShards) say("database", `Shard ${shard} can't be read and is not counted here`);
  for (const shard of figures.closedShards)
    say("database", `Shard ${shard} is closed for maintenance and not counted here`);
  for (const { status, problem, finishedAt } of moves)
    if (problem !== null && finishedAt === null)
      say("moves", `A move is stuck (${MOVE_LABELS[status].toLowerCase()}): ${problem}`);
  const isRecent = (at: string) => now - Date.parse(at) < DAY_MS;
  const slow = slowStatements.filter(({ maxMs, lastAt }) => maxMs >= SLOW_LIMIT_MS && isRecent(lastAt)).length;
  if (slow > 0) {
    say("slow-statements", `${slow === 1 ? "1 statement" : `${slow} statements`} took a second or longer today`);
  }
  return found;
}

/** Whether no check has run yet because the installation is new; after hours with requests, the cron job must have run. */
export function isUnchecked({ at, checks, hours }: Pick<Figures, "at" | "checks" | "hours">): boolean {
  const isOld = hours.some(({ hour }) => Date.parse(at) - Date.parse(hour) > OLD_MS);
  return !isOld && checks.length > 0 && checks.every(({ state }) => state === "never");
}

/**
 * Removes names from an external system's error: addresses, phone and account numbers, ids and quoted text. Errors that differ
 * only in these then count as one.
 */
export function withoutNames(error: string): string {
  return error
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "[email]")
    .replace(/https?:\/\/\S+/g, "[address]")
    .replace(ID, "[id]")
    .replace(/"[^"]*"|“[^”]*”|'[^']{2,}'/g, "[text]")
    .replace(/\+?\d[\d ().-]{5,}\d/g, "[number]")
    .slice(0, 200);
}

/** Failed rows grouped by topic and error, most frequent first. */
export function groupFailed(rows: readonly { topic: Topic; error: string | null; failedAt: string }[]): FailedGroup[] {
  const groups = new Map<string, FailedGroup>();
  for (const { topic, error: raw, failedAt } of rows) {
    const error = withoutNames(raw ?? "unknown error");
    const key = `${topic} ${error}`;
    const group = groups.get(key) ?? { topic, error, count: 0, latestAt: failedAt };
    group.count += 1;
    if (failedAt > group.latestAt) group.latestAt = failedAt;
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || b.latestAt.localeCompare(a.latestAt));
}
