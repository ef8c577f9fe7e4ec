import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { importCsv, previewCsv } from "../tests/support/csv-upload";
import { databaseCosts } from "../tests/support/visitor";
import { atMost, type Figure, round } from "./figure";
import { localWith, signIn } from "./local";

const rows = 100_000;

/** A checking account's export of eleven years, 25 rows a day. */
function statement(): string {
  const lines = ["Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #"];
  let balance = 1_000_000_000;
  for (let at = 0; at < rows; at += 1) {
    const cents = -((at * 7_919) % 20_000) - 1;
    balance += cents;
    const day = new Date(Date.UTC(2014, 0, 1 + Math.floor(at / 25))).toISOString().slice(0, 10);
    const [year, month, date] = day.split("-");
    const text = `CARD PURCHASE ${at % 977} ACME STORE #${at % 41} AUSTIN TX`;
    lines.push(`DEBIT,${month}/${date}/${year},"${text}",${cents / 100},DEBIT_CARD,${(balance / 100).toFixed(2)},,`);
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** The most memory the local runtime has had, database included; null where the system does not tell. */
function mostMemory(): number | null {
  try {
    const pids = execFileSync("pgrep", ["-P", String(process.pid), "workerd"], { encoding: "utf8" })
      .trim()
      .split("\n");
    const peaks = pids.map((pid) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return Math.max(...peaks.map(Number)) / 1024;
  } catch {
    return null;
  }
}

/** 100,000 rows of a CSV file into an account over the API: preview, import, the same again, undo. */
export async function run(): Promise<Figure[]> {
  const content = statement();
  const { worker, url } = await localWith(0);
  const memoryBefore = mostMemory();
  const person = await signIn(url, "household@example.com");
  const { json: account } = await person.post<{ id: string }>("/api/bank-accounts", { name: "Big", currentBalance: 0 });
  const previewed = await timed(() => previewCsv(person, account.id, { content }));
  const imported = await timed(() => importCsv(person, account.id, { content }));
  const memory = mostMemory();
  const again = await timed(() => importCsv(person, account.id, { content }));
  const undone = await timed(() => person.post(`/api/bank-account-imports/${imported.answer.json.importId}/undo`));
  await worker.dispose();
  return [
    {
      figure: "rows counted by the preview",
      value: previewed.answer.json.counts.new,
      goal: "100000",
      met: previewed.answer.json.counts.new === rows,
    },
    { figure: "preview of 100,000 rows", value: `${round(previewed.seconds)} s` },
    {
      figure: "rows imported",
      value: imported.answer.json.importedCount,
      goal: "100000",
      met: imported.answer.json.importedCount === rows,
    },
    atMost("import of 100,000 rows, upload to done", imported.seconds, 8, " s"),
    atMost("statements of that import", databaseCosts(imported.answer).statements, 60),
    atMost("rows added by the same file again", again.answer.json.importedCount, 0),
    atMost("the same file again", again.seconds, 3, " s"),
    atMost("undo of 100,000 rows", undone.seconds, 1, " s"),
    ...(memory && memoryBefore
      ? [atMost("growth of the runtime with its database, at its peak", memory - memoryBefore, 128, " MB")]
      : []),
  ];
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; seconds: number }> {
  // The server ends a connection now and then after a large body: one that is ending must not be used again.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const started = performance.now();
  const answer = await work();
  return { answer, seconds: (performance.now() - started) / 1000 };
}
