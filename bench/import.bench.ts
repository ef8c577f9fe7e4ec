import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type Imported, importCsv, stageCsv } from "../tests/support/csv-upload";
import { databaseCosts, type Visitor } from "../tests/support/visitor";
import { actualImport, type StatementRow } from "./actual-import";
import { atMost, type Figure, round } from "./figure";
import { localWith, signIn } from "./local";
import { peakHeapMb } from "./peak-heap";

const rows = 100_000;
const comparedRows = 10_000;
/** The maximum rows per file. */
const MAX_ROWS = 200_000;

/** Eleven years of a checking account, 25 rows a day. */
function statementRows(count: number): StatementRow[] {
  return Array.from({ length: count }, (_, at) => ({
    date: new Date(Date.UTC(2014, 0, 1 + Math.floor(at / 25))).toISOString().slice(0, 10),
    amountMinor: -((at * 7_919) % 20_000) - 1,
    description: `CARD PURCHASE ${at % 977} ACME STORE #${at % 41} AUSTIN TX`,
  }));
}

/** The rows as Chase exports them. */
function statement(all: readonly StatementRow[]): string {
  const lines = ["Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #"];
  let balance = 1_000_000_000;
  for (const { date, amountMinor, description } of all) {
    balance += amountMinor;
    const [year, month, day] = date.split("-");
    const money = `${amountMinor / 100},DEBIT_CARD,${(balance / 100).toFixed(2)}`;
    lines.push(`DEBIT,${month}/${day}/${year},"${description}",${money},,`);
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** The /proc folder of the runtime started by this run; null where not available. */
function runtimeFolder(): string | null {
  if (!existsSync("/proc")) return null;
  const own = readdirSync("/proc").find((pid) => {
    if (!/^\d+$/.test(pid) || !existsSync(`/proc/${pid}/status`)) return false;
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return status.includes(`PPid:\t${process.pid}\n`) && status.startsWith("Name:\tworkerd");
  });
  return own ? `/proc/${own}` : null;
}

/** How much the whole runtime's resident memory, including database and garbage, grew during some work, in MB. */
async function memoryGrowth(work: () => Promise<unknown>): Promise<number | null> {
  const folder = runtimeFolder();
  if (!folder) return null;
  const now = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`${folder}/status`, "utf8"))?.[1]) / 1024;
  // Resets the recorded peak.
  writeFileSync(`${folder}/clear_refs`, "5");
  const idle = now("VmRSS");
  await work();
  return now("VmHWM") - idle;
}

/** Imports 100,000 rows of a CSV file into an account over the API: preview, import, the same again, undo. */
export async function run(): Promise<Figure[]> {
  const content = statement(statementRows(rows));
  const { worker, url } = await localWith(0, { inspectorPort: 0 });
  const person = await signIn(url, "household@example.com");
  const { json: account } = await person.post<{ id: string }>("/api/bank-accounts", { name: "Big", currentBalance: 0 });
  const previewed = await timed(() => stageCsv(person, account.id, { content }));
  const imported = await timed(() => importCsv(person, account.id, { content }));
  const again = await timed(() => importCsv(person, account.id, { content }));
  const undone = await timed(() => person.post(`/api/imports/${imported.answer.json.importId}/undo`));
  const held = await peakHeapMb(await worker.getInspectorURL(), () => importCsv(person, account.id, { content }));
  const compared = await comparedToActual(person);
  await worker.dispose();
  const largest = await largestFile();
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
    atMost("memory that the Worker held during an import", held, 128, " MB"),
    ...largest,
    ...compared,
  ];
}

/** Stages and confirms the largest accepted file on a freshly started Worker. */
async function largestFile(): Promise<Figure[]> {
  const short = statementRows(MAX_ROWS).map((row, at) => ({ ...row, description: `CARD PURCHASE ${at % 977} ACME` }));
  const { worker, url } = await localWith(0);
  const person = await signIn(url, "household@example.com");
  const { json: account } = await person.post<{ id: string }>("/api/bank-accounts", {
    name: "Most",
    currentBalance: 0,
  });
  const content = statement(short);
  let counts: number[] = [];
  let seconds: number[] = [];
  let statements: number[] = [];
  const risen = await memoryGrowth(async () => {
    const staged = await timed(() => stageCsv(person, account.id, { content }));
    const { id } = staged.answer.json;
    const confirmed = await timed(() => person.post<Imported>(`/api/imports/${id}/confirm`));
    counts = [staged.answer.json.counts.new, confirmed.answer.json.importedCount];
    seconds = [staged.seconds, confirmed.seconds];
    statements = [staged.answer, confirmed.answer].map((answer) => databaseCosts(answer).statements);
  });
  await worker.dispose();
  const label = `${MAX_ROWS.toLocaleString("en-US")} rows, ${round(content.length / 1024 / 1024)} MB`;
  const rate = (at: number) => `${Math.round(MAX_ROWS / (seconds[at] ?? Number.NaN)).toLocaleString("en-US")} rows/s`;
  return [
    { figure: `staged and imported of ${label}`, value: counts.join(", "), met: counts.every((n) => n === MAX_ROWS) },
    { figure: "staging them, upload included", value: rate(0) },
    { figure: "importing them", value: rate(1) },
    // D1's limit is 1,000 statements per request.
    atMost("statements of either request", Math.max(...statements), 1000),
    // No goal: a runtime without a memory limit collects garbage late, and the database is in the same process.
    ...(risen === null
      ? []
      : [{ figure: "rise of the whole local runtime, database included", value: `${round(risen)} MB` }]),
  ];
}

/** The same 10,000 rows here, as a file over HTTP, and in Actual, as parsed rows. */
async function comparedToActual(person: Visitor): Promise<Figure[]> {
  const some = statementRows(comparedRows);
  const { json: account } = await person.post<{ id: string }>("/api/bank-accounts", {
    name: "Small",
    currentBalance: 0,
  });
  const ours = await timed(() => importCsv(person, account.id, { content: statement(some) }));
  const label = `${comparedRows.toLocaleString("en-US")} rows`;
  const own = {
    figure: `import of ${label}`,
    value: `${round(ours.seconds)} s`,
    goal: label,
    met: ours.answer.json.importedCount === comparedRows,
  };
  const theirs = await actualImport(some);
  if ("missing" in theirs) {
    return [own, { figure: `@actual-app/api, the same rows: not measured (${theirs.missing})`, value: "-" }];
  }
  return [
    own,
    { figure: `@actual-app/api, the same rows (${theirs.added} added)`, value: `${round(theirs.seconds)} s` },
    { figure: "ratio, Actual to Plenum", value: `${round(theirs.seconds / ours.seconds)} x` },
  ];
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; seconds: number }> {
  // The server sometimes closes a connection after a large body; a closing one must not be reused.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const started = performance.now();
  const answer = await work();
  return { answer, seconds: (performance.now() - started) / 1000 };
}
