import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, inject } from "vitest";
import type { LiveChange } from "~/domain/live/channel";
import type { Permission, Role } from "~/domain/shared/permissions";
import { defaultPermissions } from "~/domain/shared/permissions";
import { copyMigrated, createWorker } from "../../scripts/local-worker.mjs";
import {
  accessWorker,
  type LocalDatabase,
  publishToWorker,
  sweepWorker,
  workerDatabase,
  workerDatabases,
  workerFiles,
} from "../../scripts/worker-access.mjs";
import { Visitor } from "./visitor";

export const SIGNING_SECRET = "s".repeat(40);

export interface Business {
  orgId: string;
  orgKey: number;
  admin: Visitor;
  manager: Visitor;
  technician: Visitor;
  technicianId: string;
}

export interface TestWorker {
  url: URL;
  /** Combines the directory and the newest shard, choosing by a statement's tables: everything a test creates is there. */
  db: LocalDatabase;
  /** Like `db`, for another shard. */
  on: (shard: string) => LocalDatabase;
  databases: ReturnType<typeof workerDatabases>;
  /** Each has an IP address of its own, as limits apply to an address and test files share a Worker. */
  visitor: () => Visitor;
  /** A business with one signed-in member per role. */
  business: (name?: string, shard?: string) => Promise<Business>;
  /** Adds a member to a business. */
  member: (orgId: string, role: Role, permissions?: Permission[] | null) => Promise<Visitor>;
  /** A signed-in person with a household only. */
  household: (shard?: string) => Promise<Visitor>;
  /** The keys of stored files with a prefix. */
  files: (prefix: string) => Promise<string[]>;
  /** Runs the cron trigger at the given instant; by default at one for which only the work of every minute is due. */
  sweep: (at?: Date) => Promise<void>;
  /** Publishes changes to a business's live channel, as their delivery does. */
  publish: (orgId: string, changes: readonly LiveChange[]) => Promise<void>;
  /** Stops it before the test file ends, like a deployment or a crash. */
  stop: () => Promise<void>;
}

let shared: Promise<TestWorker> | null = null;
let sharedSite: Promise<TestWorker> | null = null;

/** The Workers' output during a test. Many tests provoke errors, so it is only shown for one that fails. */
let written = "";

function showOutputOfFailures(): void {
  afterEach(({ task }) => {
    if (task.result?.state === "fail") process.stderr.write(written);
    written = "";
  });
}

/** The Worker's log output during this test. */
export const workerOutput = () => written;

/**
 * The built Worker with one database for all test files of a process, which use separate businesses and households. It ends with
 * the process.
 */
export function testWorker(): Promise<TestWorker> {
  showOutputOfFailures();
  shared ??= startWorker({});
  return shared;
}

/** Like `testWorker`, with static files, as visitors of the site use it. */
export function testSite(): Promise<TestWorker> {
  showOutputOfFailures();
  sharedSite ??= startWorker({}, undefined, { files: true });
  return sharedSite;
}

/**
 * The built Worker with its own fresh database, stopped when the test file ends; `persist` names a folder that keeps the data for
 * a later one.
 */
export function ownWorker(vars: Record<string, string> = {}, persist?: string): Promise<TestWorker> {
  showOutputOfFailures();
  const started = startWorker(vars, persist);
  afterAll(() => started.then(({ stop }) => stop()));
  return started;
}

interface Setup {
  /** Replaces the product if only the databases are used directly: it starts sooner. */
  bundle?: "tests/fixtures/databases-alone/index.js";
  /** Whether static files are served, by Miniflare's entry, which adds two milliseconds per request. */
  files?: boolean;
}

/** Like `ownWorker`, for callers that stop it themselves or share it among all test files of their process. */
export async function startWorker(
  vars: Record<string, string>,
  persist?: string,
  { bundle, files = false }: Setup = {},
): Promise<TestWorker> {
  const folder = persist ?? mkdtempSync(join(inject("databases"), "worker-"));
  await copyMigrated(folder);
  const mf = createWorker({
    persist: folder,
    companion: accessWorker,
    bundle,
    direct: !files,
    onOutput: (text) => {
      written += text;
    },
    vars: {
      ...{ ENVIRONMENT: "test", SIGNING_SECRET, ENCRYPTION_KEY: "e".repeat(44) },
      // Tests send more concurrent requests than one isolate of a busy machine accepts by default.
      ...{ MAX_WAITING_REQUESTS: "2000", MAX_DATABASE_CALLS: "2000", ...vars },
    },
  });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await mf.dispose();
    if (folder !== persist) rmSync(folder, { recursive: true, force: true });
  };
  const entry = await mf.ready;
  const url = files ? entry : await mf.unsafeGetDirectURL("plenum");
  const db = workerDatabase(mf);
  const on = (shard: string) => workerDatabase(mf, shard);
  const visitor = () => new Visitor(url, "", ownAddress());

  /** A signed-in person, and the statements that create them: a test's setup is written in one batch. */
  function newPerson(shard = db.shard): { userId: string; signedIn: Visitor; statements: D1PreparedStatement[] } {
    const userId = randomUUID();
    const token = randomBytes(32).toString("base64url");
    const now = new Date().toISOString();
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const hash = createHash("sha256").update(token).digest("hex");
    const signedIn = new Visitor(url, userId);
    signedIn.cookies.set("session", token);
    const statements = [
      db
        .prepare(
          "INSERT INTO users (id, email, first_name, last_name, status, shard, created_at) VALUES (?, ?, 'Test', 'Person', 'active', ?, ?)",
        )
        .bind(userId, `${userId}@example.com`, shard, now),
      db
        .prepare(
          "INSERT INTO sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at, user_agent) VALUES (?, ?, ?, ?, ?, ?, 'test')",
        )
        .bind(randomUUID(), hash, userId, now, now, later),
    ];
    return { userId, signedIn, statements };
  }

  function newMember(
    orgId: string,
    role: Role,
    permissions: Permission[] | null = defaultPermissions([role]),
    shard = db.shard,
  ) {
    const { userId, signedIn, statements } = newPerson(shard);
    statements.push(
      db
        .prepare(
          "INSERT INTO members (org_id, user_id, roles, permissions, status, created_at) VALUES (?, ?, ?, ?, 'active', ?)",
        )
        .bind(
          orgId,
          userId,
          JSON.stringify([role]),
          permissions && JSON.stringify(permissions),
          new Date().toISOString(),
        ),
      db
        .prepare(
          "INSERT INTO tenant_members (org_id, user_id, first_name, last_name, revision) VALUES (?, ?, 'Test', 'Person', 2)",
        )
        .bind(orgId, userId),
    );
    return { userId, signedIn, statements };
  }

  async function member(orgId: string, role: Role, permissions?: Permission[] | null) {
    const { signedIn, statements } = newMember(orgId, role, permissions);
    await db.batch(statements);
    return signedIn;
  }

  type NewMember = ReturnType<typeof newMember>;

  async function business(name = "North Wind Heating", shard = db.shard): Promise<Business> {
    const home = on(shard);
    const orgId = randomUUID();
    const technicianId = randomUUID();
    const now = new Date().toISOString();
    const [admin, manager, technician] = (["Admin", "Manager", "Technician"] as const).map((role) =>
      newMember(orgId, role, undefined, shard),
    ) as [NewMember, NewMember, NewMember];
    const orgKey = await home
      .prepare(
        "INSERT INTO organizations (id, name, time_zone, shard, created_at) VALUES (?, ?, 'America/Chicago', ?, ?) RETURNING key",
      )
      .bind(orgId, name, shard, now)
      .first<number>("key");
    await home.batch([
      home.prepare("INSERT INTO tenant_organizations (id, key) VALUES (?, ?)").bind(orgId, orgKey),
      ...admin.statements,
      ...manager.statements,
      ...technician.statements,
      home
        .prepare(
          "INSERT INTO technicians (org_id, id, user_id, first_name, last_name, email, status, created_at) VALUES (?, ?, ?, 'Luis', 'Ortega', ?, 'active', ?)",
        )
        .bind(orgId, technicianId, technician.userId, `${technicianId}@example.com`, now),
      home.prepare("UPDATE members SET technician_id = ? WHERE user_id = ?").bind(technicianId, technician.userId),
    ]);
    return {
      orgId,
      orgKey: orgKey ?? 0,
      admin: admin.signedIn,
      manager: manager.signedIn,
      technician: technician.signedIn,
      technicianId,
    };
  }

  async function household(shard?: string): Promise<Visitor> {
    const { signedIn, statements } = newPerson(shard);
    await db.batch(statements);
    return signedIn;
  }

  return {
    url,
    ...{ db, on },
    databases: workerDatabases(mf),
    visitor,
    business,
    member,
    household,
    stop,
    publish: (orgId, changes) => publishToWorker(mf, orgId, changes),
    files: (prefix) => workerFiles(mf, prefix),
    sweep: (at = quietMinute()) => sweepWorker(mf, at),
  };
}

let addresses = 0;

/** Of the network reserved for measurements, which no test names. */
function ownAddress(): string {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

/** Of the current hour. At any other, hourly work would also run on what other test files of the process have left. */
function quietMinute(): Date {
  const at = new Date();
  at.setUTCMinutes(46);
  return at;
}
