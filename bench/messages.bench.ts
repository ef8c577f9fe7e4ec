import { atMost, type Figure, percentile } from "./figure";
import { type Local, localWith } from "./local";
import { openLines, settled } from "./open-lines";

const sockets = 1000;
const turns = 10;

/** Time from sending a group message until a thousand open screens have been notified. */
export async function run(): Promise<Figure[]> {
  const local = await localWith(0);
  const figures = await broadcast(local);
  await local.worker.dispose();
  return figures;
}

async function broadcast({ admin, url }: Local): Promise<Figure[]> {
  const { json } = await admin.get<{ items: { id: string; kind: string }[] }>("/api/threads");
  const thread = json.items.find(({ kind }) => kind === "group")?.id;
  const lines = await openLines(url, admin, sockets);
  const waits: number[] = [];
  let wrong = 0;
  for (let turn = 0; turn < turns; turn++) {
    const before = lines.map(({ heard }) => heard.length);
    const began = performance.now();
    const sent = await admin.post(`/api/threads/${thread}/messages`, { body: `Line ${turn}` });
    if (sent.status !== 201) throw new Error(sent.text);
    await settled(lines, (turn + 1) * sockets);
    for (const [index, { heard }] of lines.entries()) {
      const fresh = heard.slice(before[index]);
      if (fresh.length !== 1) wrong += 1;
      for (const { at } of fresh) waits.push(at - began);
    }
  }
  for (const line of lines) line.end();
  return [
    atMost(`a message sent until ${sockets} screens have heard of it, p99`, percentile(waits, 0.99), 300, " ms"),
    atMost("screens that heard of a message never or twice", wrong, 0),
  ];
}
