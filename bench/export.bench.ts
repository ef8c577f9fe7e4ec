import { strFromU8, unzipSync } from "fflate";
import type { ExportView } from "~/domain/export/export";
import { isRestoreOpen, PART_BYTES, type RestoreView } from "~/domain/export/restore";
import { demoPassword } from "../drizzle/seed/demo";
import { Visitor } from "../tests/support/visitor";
import { atMost, type Figure, round } from "./figure";
import { type Local, localWith } from "./local";
import { peakHeapMb } from "./peak-heap";

const WORK_ORDERS = 100_000;
const LOOK_MS = 500;

/**
 * Exports a business with 100,000 work orders as a ZIP file through the queue, and compares its rows after another business has
 * restored it.
 */
export async function run(): Promise<Figure[]> {
  const local = await localWith(WORK_ORDERS, { inspectorPort: 0 });
  const { worker, admin } = local;
  let made: ExportView | undefined;
  const held = await peakHeapMb(await worker.getInspectorURL(), async () => {
    made = await madeExport(admin);
  });
  const file = await download(admin, made?.id ?? "");
  const target = await newAdmin(local);
  const restoring = performance.now();
  const restored = await restore(target, file);
  const restoreSeconds = (performance.now() - restoring) / 1000;
  const exporting = performance.now();
  const again = await madeExport(target);
  const seconds = (performance.now() - exporting) / 1000;
  const { rows, different } = compare(file, await download(target, again.id));
  await worker.dispose();
  const rowCount = made?.rowCount ?? 0;
  return [
    { figure: "records of the export", value: rowCount, met: rowCount > WORK_ORDERS && rowCount === made?.rowTotal },
    { figure: "its file", value: `${round((made?.bytes ?? 0) / 1_000_000)} MB` },
    atMost("memory that the Worker held meanwhile", held, 128, " MB"),
    atMost("time of the export", seconds, 60, " s"),
    { figure: "records read in again", value: restored.rowCount, met: restored.problem === null },
    { figure: "time to read them in", value: `${round(restoreSeconds)} s` },
    { figure: "records compared with the first export", value: rows, met: rows > WORK_ORDERS },
    atMost(
      `records that came back different${different.length > 0 ? ` (${different.slice(0, 5).join(", ")})` : ""}`,
      different.length,
      0,
    ),
  ];
}

async function madeExport(admin: Visitor): Promise<ExportView> {
  const started = await admin.post<ExportView>("/api/archives/business", { currentPassword: demoPassword });
  if (started.status !== 202) throw new Error(`export: ${started.status} ${started.text}`);
  return settled<ExportView>(admin, `/api/archives/business/${started.json.id}`, (made) => {
    if (made.status === "failed") throw new Error(made.problem ?? "the export failed");
    return made.status === "ready";
  });
}

async function settled<T>(admin: Visitor, path: string, isOver: (view: T) => boolean): Promise<T> {
  for (;;) {
    const { json } = await admin.get<T>(path);
    if (isOver(json)) return json;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function download(admin: Visitor, id: string): Promise<Uint8Array> {
  const link = await admin.post<{ url: string }>(`/api/archives/business/${id}/link`, {
    currentPassword: demoPassword,
  });
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(new URL(link.json.url, admin.base), { headers: { cookie } });
  if (answer.status !== 200) throw new Error(`download: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** An Admin of a new business without records. */
async function newAdmin({ url }: Local): Promise<Visitor> {
  const [email, password] = ["restored@example.com", demoPassword];
  const admin = new Visitor(url);
  const person = { firstName: "Ada", lastName: "Marsh", email, password, organizationName: "Restored Air" };
  await admin.post("/api/auth/signup", person);
  const isThere = (mail: { to: string }) => mail.to === email;
  type Mailbox = { items: { to: string; links: string[] }[] };
  const { items } = await settled<Mailbox>(admin, "/dev/mailbox.json", (box) => box.items.some(isThere));
  const link = items.find(isThere)?.links.find((each) => each.includes("/auth/activate")) ?? "";
  await admin.post("/api/auth/activate", { token: new URL(link).searchParams.get("token") });
  const signedIn = await admin.post("/api/auth/login", { email, password });
  if (signedIn.status !== 200) throw new Error(`sign-in: ${signedIn.status} ${signedIn.text}`);
  return admin;
}

async function restore(admin: Visitor, file: Uint8Array): Promise<RestoreView> {
  const input = { currentPassword: demoPassword, fileName: "export.zip", bytes: file.length };
  const started = await admin.post<RestoreView>("/api/restores/business", input);
  if (started.status !== 201) throw new Error(`restore: ${started.status} ${started.text}`);
  const path = `/api/restores/business/${started.json.id}`;
  for (let part = 0; part * PART_BYTES < file.length; part += 1) {
    const sent = await admin.put(`${path}/parts/${part}`, file.slice(part * PART_BYTES, (part + 1) * PART_BYTES));
    if (sent.status !== 200) throw new Error(`part ${part}: ${sent.status} ${sent.text}`);
  }
  await admin.post(`${path}/begin`);
  return settled<RestoreView>(admin, path, (view) => !isRestoreOpen(view));
}

/** Belongs to the installation or the new business: members are invited again, cards connected again. */
const LEFT_OUT = new Set([
  "members",
  "invitations",
  "card_accounts",
  "organizations",
  "tenant_members",
  "identity_audit_log",
]);

type Row = Record<string, unknown>;
/** Necessarily different: who signs in, and the processor's id, which is unique in the database. */
const OTHERS: Record<string, (row: Row) => Row> = {
  technicians: ({ user_id, ...row }) => row,
  payments: (row) => ({ ...row, provider_payment_id: String(row.provider_payment_id).split("#")[0] }),
};

interface Manifest {
  owner: string;
  tables: Record<string, number>;
}

/** Compares every record of two exports, one table at a time. */
function compare(first: Uint8Array, second: Uint8Array): { rows: number; different: string[] } {
  const [was, is] = [manifestOf(first), manifestOf(second)];
  const tables = new Set([...Object.keys(was.tables), ...Object.keys(is.tables)]);
  const different: string[] = [];
  let rows = 0;
  for (const table of tables) {
    if (LEFT_OUT.has(table)) continue;
    const [before, after] = [linesOf(first, table), linesOf(second, table)];
    rows += before.length;
    const same = (line: string) => {
      const change = OTHERS[table];
      return change ? JSON.stringify(change(JSON.parse(line))) : line;
    };
    for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
      const [from, to] = [before[at], after[at]];
      const isSame = from !== undefined && to !== undefined && same(from.replaceAll(was.owner, is.owner)) === same(to);
      if (!isSame) different.push(`${table} ${at}`);
    }
  }
  return { rows, different };
}

const manifestOf = (zip: Uint8Array): Manifest =>
  JSON.parse(
    strFromU8(unzipSync(zip, { filter: ({ name }) => name === "manifest.json" })["manifest.json"] ?? new Uint8Array()),
  );

function linesOf(zip: Uint8Array, table: string): string[] {
  const isPart = (name: string) =>
    name === `json/${table}.jsonl` || (name.startsWith(`json/${table}.`) && /\.\d+\.jsonl$/.test(name));
  const parts = unzipSync(zip, { filter: ({ name }) => isPart(name) });
  return Object.values(parts).flatMap((part) => strFromU8(part).split("\n").filter(Boolean));
}
