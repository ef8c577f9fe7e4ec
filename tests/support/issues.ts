import { randomUUID } from "node:crypto";
import type { Visitor } from "./visitor";
import type { TestWorker } from "./worker";

export interface IssueJson {
  id: string;
  number: number;
  reference: string;
  title: string;
  body: string;
  state: { id: string; name: string; category: "open" | "closed" };
  priority: string;
  projectId: string | null;
  assignee: { id: string; name: string } | null;
  author: { name: string; host: string | null; url: string | null } | null;
  labelIds: string[];
  labels: { id: string; name: string; color: string }[];
  source: string;
  workOrder: { id: string } | null;
  duplicateOf: { number: number } | null;
  commentCount: number;
  attachmentCount: number;
  version: number;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
}

export interface IssueList {
  items: IssueJson[];
  nextCursor: string | null;
  total: number | null;
}

export interface IssueRefused {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  current?: { version: number; title: string };
}

let made = 0;

export async function addIssue(by: Visitor, fields: object = {}): Promise<IssueJson> {
  made += 1;
  const answer = await by.post<IssueJson>("/api/issues", { title: `Issue ${made}`, ...fields });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

export async function findIssues(by: Visitor, query: string): Promise<IssueList> {
  return (await by.get<IssueList>(`/api/issues?${query}`)).json;
}

export const numbersOf = (list: IssueList) => list.items.map(({ number }) => number);

export async function addLabel(by: Visitor, name: string): Promise<string> {
  const answer = await by.post<{ id: string }>("/api/issues/labels", { name, color: "#1d76db" });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.id;
}

/** Rows written directly to the database: every seventh closed, alternating priorities and states, numbered from 1. */
export async function seedManyIssues(worker: TestWorker, orgId: string, count: number): Promise<void> {
  const states = ["backlog", "todo", "progress", "review", "done", "canceled", "todo"];
  const priorities = ["none", "low", "medium", "high", "urgent"];
  for (let from = 0; from < count; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - from) }, (_, at) => {
      const n = from + at + 1;
      return {
        ...{ n, id: randomUUID(), title: `Compressor ${n % 10 === 0 ? "rattles" : "hums"} ${n}` },
        ...{ state: states[n % 7], priority: priorities[n % 5] },
      };
    });
    await worker.db
      .prepare(
        `INSERT INTO issues (org_id, id, number, title, state_id, priority, source, created_at, updated_at)
         SELECT ?1, value->>'id', value->>'n', value->>'title', value->>'state', value->>'priority', 'person', ?3, ?3 FROM json_each(?2)`,
      )
      .bind(orgId, JSON.stringify(rows), new Date().toISOString())
      .run();
  }
  await worker.db
    .prepare("INSERT INTO sequences (org_id, name, value) VALUES (?, 'issues', ?)")
    .bind(orgId, count)
    .run();
}

export interface AttachmentJson {
  id: string;
  name: string;
  contentType: string;
  bytes: number;
  by: string | null;
  createdAt: string;
}

/** Uploads a file to an issue as browsers do. */
export function sendFile(
  by: Visitor,
  ref: string,
  { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> },
  more: Record<string, string> = {},
) {
  const body = new FormData();
  body.set("file", new File([bytes], name));
  const headers = { "idempotency-key": randomUUID(), ...more };
  return by.send<AttachmentJson & IssueRefused>("POST", `/api/issues/${ref}/attachments`, { body, headers });
}
