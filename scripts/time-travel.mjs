// Time travel for a shard: D1's own, and copies of the file for a local instance.
import { createHash, createHmac } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseOf } from "./worker-access.mjs";

const KIND = "miniflare-D1DatabaseObject";

/** The file of a Miniflare database, named by the Durable Object id derived from the database's id. */
function fileOf(folder, id) {
  const key = createHash("sha256").update(KIND).digest();
  const sealed = (value) => createHmac("sha256", key).update(value).digest().subarray(0, 16);
  const name = sealed(id);
  return join(folder, "d1", KIND, `${Buffer.concat([name, sealed(name)]).toString("hex")}.sqlite`);
}

const parts = ["", "-wal", "-shm"];

function copyFile(from, to) {
  for (const part of parts) {
    rmSync(`${to}${part}`, { force: true });
    if (existsSync(`${from}${part}`)) cpSync(`${from}${part}`, `${to}${part}`);
  }
}

/**
 * A local database can only return to moments at which it was copied by `now`.
 * @param {{ folder: string, id: string, stop: () => Promise<void>, start: () => Promise<void> }} options
 * `folder` has the instance's data; its files are replaced while it is stopped.
 */
export function localTimeTravel({ folder, id, stop, start }) {
  const file = fileOf(folder, id);
  const copies = join(folder, "time-travel", id);
  mkdirSync(copies, { recursive: true });
  const whileStopped = async (work) => {
    await stop();
    try {
      work();
    } finally {
      await start();
    }
  };
  return {
    now: async () => {
      const bookmark = new Date().toISOString().replaceAll(":", "-");
      await whileStopped(() => copyFile(file, join(copies, bookmark)));
      return bookmark;
    },
    at: async (moment) => {
      const wanted = moment.toISOString().replaceAll(":", "-");
      const known = readdirSync(copies).filter((name) => name.endsWith("Z") && name <= wanted);
      const latest = known.sort().at(-1);
      if (!latest)
        throw new Error("No copy was made at or before that moment: npm run restore-tenant -- --mark makes one.");
      return latest;
    },
    restore: (bookmark) => whileStopped(() => copyFile(join(copies, bookmark), file)),
  };
}

/**
 * D1 through its REST API (developers.cloudflare.com/api/resources/d1): time travel, and the database interface a Worker has.
 * @param {{ account: string, token: string, id: string }} options
 */
export function remoteDatabase({ account, token, id }) {
  const call = async (path, init = {}) => {
    const answer = await fetch(`https://api.cloudflare.com/client/v4/accounts/${account}/d1/database/${id}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    });
    const { success, result, errors } = await answer.json();
    if (!success) throw new Error(errors?.map(({ message }) => message).join("; ") || `D1 answered ${answer.status}`);
    return result;
  };
  const query = (batch) => call("/query", { method: "POST", body: JSON.stringify({ batch }) });
  return {
    database: databaseOf(({ statements }) => query(statements.map(({ sql, values }) => ({ sql, params: values })))),
    travel: {
      now: async () => (await call("/time_travel/bookmark")).bookmark,
      at: async (moment) => (await call(`/time_travel/bookmark?timestamp=${moment.toISOString()}`)).bookmark,
      restore: async (bookmark) => {
        await call(`/time_travel/restore?bookmark=${bookmark}`, { method: "POST" });
      },
    },
  };
}

/** State of a restore in a local folder; each file is written whole or not at all. */
export function notesIn(folder) {
  const place = (id, name) => join(folder, id, name);
  const keep = (id, name, value) => {
    mkdirSync(join(folder, id), { recursive: true, mode: 0o700 });
    const file = place(id, name);
    writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  };
  return {
    note: (journey) => keep(journey.id, "journey.json", journey),
    rows: (id) =>
      existsSync(place(id, "rows.json")) ? new Map(JSON.parse(readFileSync(place(id, "rows.json"), "utf8"))) : null,
    keepRows: (id, rows) => keep(id, "rows.json", [...rows]),
    // Some may be missing when a restore is started again.
    keepSince: (id, rows) => {
      let n = 1;
      while (existsSync(place(id, `since-${n}.json`))) n += 1;
      keep(id, `since-${n}.json`, [...rows]);
    },
  };
}
