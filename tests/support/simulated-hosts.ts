import { openAt, simulatedApi } from "#worker/providers/code-hosts/index";
import { simulatedHostClient } from "#worker/providers/simulated-code-host/index";
import type { HostWorld } from "#worker/providers/simulated-code-host/repository";
import type { SimulatedFault } from "#worker/providers/simulated-code-host/state";
import type { HostStore } from "#worker/providers/simulated-code-host/store";
import type { HostKind } from "~/domain/code-hosts/host";
import type { CodeHost } from "~/domain/code-hosts/provider";
import { SIMULATED_PATH } from "~/domain/code-hosts/simulated";

/** The simulated hosts' storage without a database. */
export function memoryHostStore(): HostStore {
  interface Row {
    id: string;
    at: string;
    state: string;
  }
  const tables = new Map<string, Map<string, Row>>();
  const table = (kind: string, parent: string) => {
    const key = `${kind} ${parent}`;
    const known = tables.get(key) ?? new Map<string, Row>();
    tables.set(key, known);
    return known;
  };
  const add: HostStore["add"] = async (kind, parent, { id, at, state }) => {
    const rows = table(kind, parent);
    if (rows.has(id)) return false;
    rows.set(id, { id, at, state: JSON.stringify(state) });
    return true;
  };
  return {
    add,
    addMany: async (kind, parent, rows) => {
      for (const row of rows) await add(kind, parent, row);
    },
    read: async (kind, parent, id) => {
      const row = table(kind, parent).get(id);
      return row ? JSON.parse(row.state) : null;
    },
    list: async (kind, parent, { from = "", offset = 0, limit, newestFirst, byId }) => {
      const rows = [...table(kind, parent).values()].filter(({ at }) => at >= from);
      rows.sort((a, b) => (a.at === b.at || byId ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1));
      if (newestFirst) rows.reverse();
      return rows.slice(offset, offset + limit).map(({ state }) => JSON.parse(state));
    },
    change: async (kind, parent, id, run) => {
      const row = table(kind, parent).get(id);
      if (!row) return null;
      const state = JSON.parse(row.state);
      const { at, result } = run(state);
      table(kind, parent).set(id, { id, at, state: JSON.stringify(state) });
      return structuredClone(result);
    },
    remove: async (kind, parent, id) => {
      table(kind, parent).delete(id);
    },
  };
}

const ORIGIN = "https://plenum.example";

export interface SimulatedHosts extends HostWorld {
  /** Advances the clock by seconds. */
  pass: (seconds: number) => void;
  open: (host: HostKind, token: string) => CodeHost;
  fail: (host: HostKind, login: string, ...faults: SimulatedFault[]) => Promise<void>;
}

/** Both hosts in memory, with their own clock. Pauses take no time. */
export function simulatedHosts(): SimulatedHosts {
  let now = Date.parse("2026-11-24T12:00:00.000Z");
  const world: HostWorld = { store: memoryHostStore(), clock: () => new Date(now) };
  const { deps } = simulatedHostClient(world);
  return {
    ...world,
    pass: (seconds) => {
      now += seconds * 1000;
    },
    open: (host, token) => {
      const access = { host, baseUrl: `${ORIGIN}${SIMULATED_PATH}/${host}`, token };
      const pause = async (milliseconds: number) => {
        now += milliseconds;
      };
      return openAt(access, { ...simulatedApi(access), timeoutMs: 100, deps: { ...deps, pause, now: () => now } });
    },
    fail: async (host, login, ...faults) => {
      await world.store.change("account", host, login, (account) => {
        account.faults.push(...faults);
        return { at: login, result: null };
      });
    },
  };
}
