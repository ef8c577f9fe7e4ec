import { simulatedPublicToken } from "../app/domain/finance/bank-link/simulated";
import { Visitor } from "../tests/support/visitor";
import { emptyWorker } from "./empty-worker";
import { atMost, type Figure, percentile, round } from "./figure";
import { localWith, signIn } from "./local";

const webhooks = 400;

interface Linked {
  plaidItemId: string;
  accounts: { plaidAccountId: string }[];
}

/** Connects a simulated bank over the API, without its first sync. */
async function connect(person: Visitor, institution: string): Promise<string> {
  const publicToken = simulatedPublicToken(institution, [0]);
  const { json } = await person.post<Linked>("/api/plaid/exchange-token", { publicToken });
  const accounts = json.accounts.map(({ plaidAccountId }) => ({ plaidAccountId, action: "create" }));
  await person.post(`/api/plaid/match-accounts/${json.plaidItemId}`, { accounts });
  return json.plaidItemId;
}

/** Syncs two years of forty purchases a day, and times the responses to consecutive webhooks. */
export async function run(): Promise<Figure[]> {
  const { worker, url, db } = await localWith(0);
  const person = await signIn(url, "household@example.com");
  const count = async () =>
    (await db.prepare("SELECT count(*) AS n FROM account_transactions").first<number>("n")) ?? 0;
  const before = await count();
  const started = performance.now();
  const itemId = await connect(person, "ins_sim_busy");
  const synced = await person.post<{ state: string; added?: number }>(`/api/plaid/sync-transactions/${itemId}`);
  // If the queue started a sync first, waits for it.
  while (synced.json.state === "busy" && (await isRunning(db, itemId))) await pause(5);
  const seconds = (performance.now() - started) / 1000;
  const added = (await count()) - before;
  const again = await timed(() => person.post(`/api/plaid/sync-transactions/${itemId}`));
  // Uses an ordinary bank: the queue's syncs run in this process, and the busy bank creates thirty thousand rows each time.
  const { answers, nothing } = await answerTimes(new Visitor(url), await connect(person, "ins_sim_harbor"));
  await worker.dispose();
  const rate = added / seconds;
  return [
    { figure: "transactions from the simulated bank", value: added },
    { figure: "connecting, reading and storing them", value: `${round(seconds)} s` },
    { figure: "transactions a second", value: round(rate), goal: "at least 5000", met: rate >= 5000 },
    { figure: "the same again, nothing new", value: `${round(again)} ms` },
    { figure: `answer to a webhook, p50 of ${webhooks}`, value: `${round(percentile(answers, 0.5))} ms` },
    atMost("answer to a webhook, p99", percentile(answers, 0.99), 50, " ms"),
    { figure: "answer of an empty Worker in between, p99", value: `${round(percentile(nothing, 0.99))} ms` },
  ];
}

async function isRunning(db: D1Database, itemId: string): Promise<boolean> {
  const row = await db.prepare("SELECT last_synced_at FROM bank_items WHERE id = ?").bind(itemId).first();
  return row?.last_synced_at === null;
}

/** Calls an empty Worker in between, to show how much of the time is due to the machine. */
async function answerTimes(bank: Visitor, itemId: string): Promise<{ answers: number[]; nothing: number[] }> {
  const webhook = { webhook_type: "TRANSACTIONS", webhook_code: "SYNC_UPDATES_AVAILABLE", item_id: itemId };
  const times: number[] = [];
  const empty = emptyWorker();
  const hello = await empty.ready;
  const nothing: number[] = [];
  for (let at = 0; at < webhooks; at += 1) {
    const signed = await bank.post<{ body: string; signature: string }>("/dev/bank/sign", { webhook, ago: at % 250 });
    const headers = { "content-type": "application/json", "plaid-verification": signed.json.signature };
    times.push(await timed(() => bank.send("POST", "/api/webhooks/plaid", { body: signed.json.body, headers })));
    nothing.push(await timed(async () => (await fetch(hello)).text()));
  }
  await empty.dispose();
  // The first webhook fetches the bank's key.
  return { answers: times.slice(1), nothing };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
