import { expect } from "vitest";
import { type TestBank, testBank } from "#tests/support/bank";
import type { Step } from "#tests/support/bank-steps";
import { Ledger } from "#tests/support/ledger";
import { transactionOf } from "#worker/providers/bank-link/read";
import { followAccounts, type KnownLink } from "~/domain/finance/bank-link/accounts";
import { BankError } from "~/domain/finance/bank-link/bank-error";
import type { LedgerRow } from "~/domain/finance/bank-link/ledger-row";
import { type FilledAccount, reconcile } from "~/domain/finance/bank-link/reconcile";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";
import { readChanges, withDeferred } from "~/domain/finance/bank-link/sync.server";

const nothing = { others: [], replacements: new Map() };

/** The household's edits of the transaction that now has this bank id. */
interface Deed {
  edits?: Record<string, unknown>;
  removed?: boolean;
}

export interface World {
  bank: TestBank;
  itemId: string;
  token: string;
  ledger: Ledger;
  cursor: string | null;
  /** The bank has not reported its whole history yet. */
  isIncomplete: boolean;
  links: KnownLink[];
  /** By account, the earliest day the bank had reported when its history was complete. */
  firstDays: Map<number, string>;
  deeds: Map<string, Deed>;
  /** What became of a transaction at the bank: another id, or null if it is gone or unrecognizable. */
  became: Map<string, string | null>;
  /** Since the last sync: reported again under a new id without reference to the old one, and reported with a different text. */
  unseen: { renamed: Map<string, string>; reworded: Set<string> };
}

const publicToken = simulatedPublicToken("ins_sim_harbor", [0, 2], "holder");

export async function newWorld(): Promise<World> {
  const bank = testBank(() => new Date("2026-11-20T12:00:00Z"));
  const { itemId, accessToken } = await bank.link.exchange(publicToken);
  bank.command(itemId, { op: "no_history" });
  bank.item(itemId);
  const accounts = await bank.link.accounts(accessToken);
  const links = accounts.map((one, at) => ({ ...one, state: "linked" as const, accountId: `own-${at}` }));
  return {
    bank,
    itemId,
    token: accessToken,
    ledger: new Ledger(),
    cursor: null,
    isIncomplete: true,
    links,
    firstDays: new Map(),
    deeds: new Map(),
    became: new Map(),
    unseen: unseen(),
  };
}

/** How often each step really happened across all schedules: a step without a target does not count. */
export const happened = new Map<string, number>();
const count = (what: string) => happened.set(what, (happened.get(what) ?? 0) + 1);

const unseen = () => ({ renamed: new Map<string, string>(), reworded: new Set<string>() });

/** One sync as the product runs it; `meanwhile` runs between the read of the table and the write. */
export async function sync(world: World, { crash = false, meanwhile = () => {} } = {}): Promise<void> {
  const { ledger } = world;
  const read = await readChanges(world.bank.link, world.token, world.isIncomplete ? null : world.cursor);
  const changes = withDeferred(read.changes, ledger.deferredBy(world.itemId));
  const followed = followAccounts(world.links, changes.accounts);
  const accounts = new Map<string, FilledAccount>();
  for (const { facts, link } of followed) {
    const filled = { accountId: link?.accountId ?? "", currency: "USD", isActive: link !== null };
    for (const id of [facts.id, link?.id ?? facts.id]) accounts.set(id, filled);
  }
  const covered = { accountIds: new Set(world.links.flatMap((link) => link.accountId ?? [])), since: "2024-12-01" };
  const connection = { itemId: world.itemId, institutionId: world.bank.item(world.itemId).institutionId };
  for (let look = 1; ; look += 1) {
    const plan = reconcile(changes, {
      ...nothing,
      connection,
      accounts,
      covered,
      deferred: ledger.deferred,
      rows: [...ledger.rows.values()],
    });
    const removedEarly = plan.removals.filter(({ id }) => {
      const row = ledger.rows.get(id);
      return row?.itemId !== world.itemId && !changes.removed.has(row?.bankId ?? "");
    });
    if (!changes.complete) expect(removedEarly, "removed before the history is known").toEqual([]);
    if (look === 1) meanwhile();
    if (crash) {
      count("crash");
      return;
    }
    if (ledger.take(plan, connection)) break;
    count("changed meanwhile");
    expect(look).toBeLessThan(3);
  }
  world.cursor = read.nextCursor || null;
  if (changes.fromStart) world.isIncomplete = !changes.complete;
  if (changes.complete) world.firstDays = firstDaysOf(world);
  // What has not been reported yet has not been seen either.
  if (changes.history === "complete") world.unseen = unseen();
  world.links = followed.map(({ facts, link }) => ({ ...(link ?? { state: "open", accountId: null }), ...facts }));
}

function firstDaysOf({ bank, itemId }: World): Map<number, string> {
  const truth = [...bank.truth(itemId).values()];
  return new Map(
    bank.item(itemId).accounts.flatMap(({ id }, place) => {
      const days = truth.filter((one) => one.account_id === id && !one.pending).map((one) => one.date);
      const [first] = days.sort();
      return first === undefined ? [] : [[place, first] as const];
    }),
  );
}

export async function trySync(world: World, options: Parameters<typeof sync>[1]): Promise<void> {
  try {
    await sync(world, options);
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    count("trouble that ended a sync");
  }
}

/** The current id of a transaction at the bank; null once it is gone. */
function idNow(world: World, id: string): string | null {
  let now: string | null = id;
  while (now !== null && world.became.has(now)) now = world.became.get(now) ?? null;
  return now;
}

/** The bank reports it under a new id without reference to the old one: only an unchanged text and amount identify it. */
function rename(world: World, from: string, to: string): void {
  if (world.unseen.reworded.has(from)) lose(world, from);
  else move(world, from, to);
  world.unseen.renamed.set(to, world.unseen.renamed.get(from) ?? from);
}

/** The table's row can no longer be matched to what the bank has. */
function lose(world: World, id: string): void {
  for (const one of [id, world.unseen.renamed.get(id) ?? id]) world.became.set(one, null);
  world.deeds.delete(id);
}

function move(world: World, from: string, to: string | null): void {
  world.became.set(from, to);
  const deed = world.deeds.get(from);
  world.deeds.delete(from);
  if (deed && to !== null) world.deeds.set(to, deed);
}

export async function take(world: World, one: Step): Promise<void> {
  const before = mark(world);
  await act(world, one);
  if (mark(world) !== before) count(one.do === "trouble" ? one.fault : one.do);
}

/** Changes as soon as anything happens at the bank or in the table. */
function mark({ bank, itemId, ledger }: World): string {
  const { log, faults, staged } = bank.item(itemId);
  return [
    itemId,
    staged?.status,
    log.length,
    faults.length,
    ...[...ledger.rows.values()].map(({ version }) => version),
  ].join();
}

async function act(world: World, one: Step): Promise<void> {
  const { bank, itemId, ledger } = world;
  const truth = [...bank.truth(itemId).values()];
  const at = <T>(all: T[], index: number): T | undefined => all[index % Math.max(all.length, 1)];
  const row = (index: number) => at(ledger.live(), index);
  switch (one.do) {
    case "add": {
      const made = bank.item(itemId).made + 1;
      const day = `2026-${["11", "10", "09"][made % 3]}-${10 + (made % 8)}`;
      // After a bank has reported its whole history, it reports no older days.
      const first = world.firstDays.get(one.place) ?? day;
      const facts = {
        amount: made + made / 100,
        pending: one.pending,
        account_id: bank.item(itemId).accounts[one.place]?.id,
        date: day < first ? first : day,
      };
      bank.command(itemId, { op: "add", facts });
      return;
    }
    case "post": {
      const pending = at(
        truth.filter((each) => each.pending),
        one.pick,
      );
      if (!pending) return;
      const amount = one.tip ? Math.round(pending.amount * 150) / 100 : pending.amount;
      const posted = bank.command(itemId, { op: "post", id: pending.transaction_id, named: one.named, amount });
      // A name that never reached the table does not count.
      const named = one.named && !world.unseen.renamed.has(pending.transaction_id);
      if (named) {
        move(world, pending.transaction_id, posted);
        if (one.tip || world.unseen.reworded.has(pending.transaction_id)) world.unseen.reworded.add(posted);
      } else if (one.tip) lose(world, pending.transaction_id);
      else rename(world, pending.transaction_id, posted);
      return;
    }
    case "modify": {
      const target = at(truth, one.pick);
      if (!target) return;
      bank.command(itemId, { op: "modify", id: target.transaction_id, facts: { name: `${target.name} again` } });
      world.unseen.reworded.add(target.transaction_id);
      if (world.unseen.renamed.has(target.transaction_id)) lose(world, target.transaction_id);
      return;
    }
    case "remove": {
      const target = at(truth, one.pick);
      if (!target) return;
      bank.command(itemId, { op: "remove", id: target.transaction_id });
      move(world, target.transaction_id, null);
      return;
    }
    case "account id":
      for (const each of truth) {
        if (each.account_id !== bank.item(itemId).accounts[one.place]?.id) continue;
        rename(world, each.transaction_id, `${each.transaction_id}~`);
      }
      bank.command(itemId, { op: "change_account_id", place: one.place });
      return;
    case "edit":
      return edit(world, row(one.pick)?.id, one.field);
    case "delete": {
      const target = row(one.pick);
      if (!target || target.isReconciled) return;
      ledger.change(target.id, { removedBy: "user" });
      return note(world, target.bankId, { removed: true });
    }
    case "reconcile": {
      const target = row(one.pick);
      if (target) ledger.change(target.id, { isReconciled: true });
      return;
    }
    case "open again": {
      const target = at(
        ledger.live().filter((each) => each.isReconciled),
        one.pick,
      );
      if (target) ledger.change(target.id, { isReconciled: false });
      return;
    }
    case "reconnect":
      return reconnect(world);
    case "tell":
      if (bank.item(itemId).staged) bank.command(itemId, { op: "history", status: one.status });
      return;
    case "trouble":
      bank.command(itemId, { op: "fail", fault: { fault: one.fault, times: one.times, page: 1 } });
      return;
    case "sync":
      for (let copy = 0; copy < one.copies; copy += 1) {
        const meanwhile = () => (one.meanwhile === null ? undefined : edit(world, row(one.meanwhile)?.id, "category"));
        if (copy > 0) count("duplicate");
        await trySync(world, { crash: one.crash && copy === 0, meanwhile });
      }
  }
}

let counter = 0;

function edit(world: World, id: string | undefined, field: "description" | "category" | "date" | "amountMinor"): void {
  const row = id === undefined ? undefined : world.ledger.rows.get(id);
  if (!row || row.isReconciled) return;
  counter += 1;
  const value = {
    description: `mine ${counter}`,
    category: "gift",
    date: "2026-10-01",
    amountMinor: row.amountMinor * 2,
  }[field];
  world.ledger.edit(row.id, { [field]: value });
  note(world, row.bankId, { edits: { [field]: value } });
}

function note(world: World, bankId: string | null, deed: Deed): void {
  const id = bankId === null ? null : idNow(world, bankId);
  if (id === null) return;
  const before = world.deeds.get(id);
  const edits: Record<string, unknown> = { ...before?.edits, ...deed.edits };
  world.deeds.set(id, { ...before, ...deed, edits });
}

/** Disconnects and reconnects the bank: the same accounts and transactions under new ids, none reported yet. */
async function reconnect(world: World): Promise<void> {
  const { bank, itemId: before } = world;
  const { itemId, accessToken } = await bank.link.exchange(publicToken);
  bank.command(itemId, { op: "history", status: "NOT_READY" });
  for (const id of [...bank.truth(before).keys()]) {
    rename(world, id, id.replaceAll(before, itemId).replaceAll("~", ""));
  }
  const accounts = await bank.link.accounts(accessToken);
  const links = accounts.map((one, at) => ({ ...one, state: "linked" as const, accountId: `own-${at}` }));
  Object.assign(world, { itemId, token: accessToken, cursor: null, isIncomplete: true, links });
}

/** After the last sync, the table matches the bank, plus the household's changes and with reconciled rows unchanged. */
export function check(world: World): void {
  const truth = world.bank.truth(world.itemId);
  const byBankId = new Map([...world.ledger.rows.values()].map((row) => [row.bankId, row]));
  for (const expected of truth.values()) {
    const bank = transactionOf(expected);
    const row = byBankId.get(bank.id);
    expect(row, `a row for ${bank.id}`).toBeDefined();
    if (!row || row.isReconciled) continue;
    const deed = world.deeds.get(bank.id);
    if (deed?.removed) expect(row.removedBy).toBe("user");
    if (row.removedBy === "user") continue;
    expect(row.removedBy).toBeNull();
    const { date, amountMinor, description, category, type, pending } = bank;
    const edited = editedOf(row);
    const own = { date: row.date, amountMinor: row.amountMinor, description: row.description, category: row.category };
    for (const [field, value] of Object.entries({ date, amountMinor, description, category })) {
      if (!edited.has(field)) expect(own, `${field} of ${bank.id}`).toMatchObject({ [field]: value });
    }
    expect({ ...own, type: row.type, pending: row.pending }).toMatchObject({ type, pending, ...deed?.edits });
  }
  const firstDay = (accountId: string) => {
    const bankAccount = world.links.find((link) => link.accountId === accountId)?.id;
    const place = world.bank.item(world.itemId).accounts.findIndex(({ id }) => id === bankAccount);
    return world.firstDays.get(place) ?? "9999-12-31";
  };
  // Between two connections the bank did not report that it was gone. Rows the household has edited, and rows from before the
  // bank's reported history, remain.
  const remains = (row: LedgerRow) =>
    row.isReconciled ||
    (row.itemId !== world.itemId && (row.editedFields !== null || row.date < firstDay(row.accountId)));
  const strays = world.ledger.live().filter((row) => !remains(row) && !truth.has(row.bankId ?? ""));
  expect(strays).toEqual([]);
}

/**
 * Reads the whole history again, which must change nothing; except that a row of an earlier connection is found to be gone if the
 * bank has since reported an earlier day: what was only pending when the history was reported does not show how far it reaches.
 */
export async function readAgain(world: World): Promise<void> {
  const before = [...world.ledger.rows.values()];
  world.cursor = null;
  await sync(world);
  for (const row of before) {
    const now = world.ledger.rows.get(row.id);
    if (row.itemId !== world.itemId && row.removedBy === null && now?.removedBy === "sync") continue;
    expect(now).toEqual(row);
  }
  expect(world.ledger.rows.size).toBe(before.length);
  check(world);
}

function editedOf(row: { editedFields: string | null }): Set<string> {
  const names: Record<string, string> = { transaction_date: "date", amount_minor: "amountMinor" };
  return new Set((row.editedFields?.split(",") ?? []).map((column) => names[column] ?? column));
}
