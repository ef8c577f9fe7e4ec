import { vi } from "vitest";
import type { SimulatedComment, SimulatedIssue } from "#worker/providers/simulated-code-host/state";
import type { HostKind } from "~/domain/code-hosts/host";
import { simulatedTokens } from "~/domain/code-hosts/simulated";
import type { Answer, Visitor } from "./visitor";
import type { TestWorker } from "./worker";

export interface Delivery {
  id: string;
  event: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface IssueHere {
  id: string;
  number: number;
  title: string;
  body: string;
  state: { id: string; category: string };
  labels: { name: string }[];
  milestone: string | null;
  author: string | null;
  version: number;
}

let accounts = 0;

/** A business connected to a simulated host with one repository selected. */
export async function hostShop(worker: TestWorker, host: HostKind) {
  const business = await worker.business();
  const { admin, orgId } = business;
  accounts += 1;
  const login = `sync-${accounts}-${Date.now().toString(36)}`;
  const name = `${login}/gauges`;
  const token = simulatedTokens(host, login)[0]?.token ?? "";
  const guest: Visitor = worker.visitor();

  async function happens<T = object>(command: object): Promise<T> {
    const answer = await guest.post<T>("/dev/code-host/command", { host, name, ...command });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
    return answer.json;
  }

  await admin.post(`/api/${host}/token`, { token });
  await happens({ op: "repository", members: { [login]: "admin", "luis-o": "write", "dana-k": "write" } });
  const listed = await admin.get<{ items: { id: string; fullName: string }[] }>(`/api/${host}/repos?limit=100`);
  const repositoryId = listed.json.items.find(({ fullName }) => fullName === name)?.id ?? "";

  const choose = async (ids: string[] = [repositoryId]) =>
    (await admin.submit(`/integrations/${host}/repositories`, { repositoryIds: ids, limit: "100" })).status;

  const rows = async <T>(query: string, ...values: unknown[]) =>
    (
      await worker.db
        .prepare(query)
        .bind(...values)
        .all<T>()
    ).results;

  const repository = async () =>
    (
      await rows<{
        imported_at: string | null;
        hook_id: string | null;
        problem: string | null;
        next_page: string | null;
      }>("SELECT * FROM code_host_repositories WHERE org_id = ? AND id = ?", orgId, repositoryId)
    )[0];

  const links = () =>
    rows<{ number: number; status: string; issue_id: string; changes: number; synced_changes: number }>(
      "SELECT * FROM code_host_issues WHERE org_id = ? ORDER BY number",
      orgId,
    );

  /** Waits until the queue is empty. */
  async function settled(): Promise<void> {
    await vi.waitFor(
      async () => {
        const [open] = await rows<{ count: number }>(
          "SELECT count(*) AS count FROM outbox WHERE org_id = ? AND topic = 'code_host' AND delivered_at IS NULL AND failed_at IS NULL AND attempts = 0",
          orgId,
        );
        if (open?.count !== 0) throw new Error(`${open?.count} messages are still open`);
      },
      { timeout: 40_000, interval: 50 },
    );
  }

  /** Lets time pass: differences are queued and synced until there are none left. */
  async function synced(): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      await settled();
      if ((await links()).every((one) => one.changes === one.synced_changes || one.status !== "linked")) return;
      await worker.sweep(new Date(Date.now() + 10 * 60_000));
    }
    throw new Error("nothing comes to rest");
  }

  const deliveries = (all = false) => happens<Delivery[]>({ op: "deliveries", all });
  const send = ({
    url,
    headers,
    body,
  }: Pick<Delivery, "url" | "headers" | "body">): Promise<Answer<{ outcome: string; message: string }>> =>
    worker.visitor().send("POST", new URL(url).pathname, { body, headers });

  /** Delivers every pending webhook and waits for its effects. */
  async function deliverAll(): Promise<string[]> {
    const outcomes: string[] = [];
    for (const delivery of await deliveries()) outcomes.push((await send(delivery)).json.outcome);
    await synced();
    return outcomes;
  }

  const there = (number: number) =>
    happens<{ issue: SimulatedIssue; comments: SimulatedComment[] }>({ op: "look", number });

  async function here(number: number) {
    const link = (await links()).find((one) => one.number === number);
    const [issue] = await rows<{
      id: string;
      title: string;
      body: string;
      state_id: string;
      milestone: string | null;
      version: number;
      author_name: string;
      comment_count: number;
      deleted_at: string | null;
      label_ids: string;
    }>("SELECT * FROM issues WHERE org_id = ? AND id = ?", orgId, link?.issue_id ?? "");
    if (!issue) throw new Error(`issue ${number} is not here`);
    const labels = await rows<{ name: string }>(
      "SELECT name FROM issue_labels WHERE org_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY name",
      orgId,
      issue.label_ids,
    );
    const comments = await rows<{ id: string; body: string; author_name: string | null; version: number }>(
      "SELECT * FROM issue_comments WHERE org_id = ? AND issue_id = ? ORDER BY id",
      orgId,
      issue.id,
    );
    return { ...issue, labels: labels.map((label) => label.name), comments };
  }

  return {
    ...business,
    ...{ host, login, name, token, repositoryId, happens, choose, repository, links, settled, synced },
    ...{ deliveries, send, deliverAll, there, here, rows },
  };
}
