import { request } from "node:http";
import { type LiveFrame, parseFrame } from "../app/domain/live/channel";
import type { Visitor } from "../tests/support/visitor";

export interface Heard {
  /** Id of the change. */
  id: string;
  at: number;
}

export interface OpenLine {
  heard: Heard[];
  end: () => void;
}

/** Opens many live connections of one person and waits for each greeting. */
export async function openLines(url: URL, person: Visitor, count: number): Promise<OpenLine[]> {
  const lines: OpenLine[] = [];
  // Fewer than an isolate lets wait before it sheds load.
  const atOnce = 20;
  for (let from = 0; from < count; from += atOnce) {
    const part = Array.from({ length: Math.min(atOnce, count - from) }, () => open(url, person));
    lines.push(...(await Promise.all(part)));
  }
  return lines;
}

async function open(url: URL, person: Visitor): Promise<OpenLine> {
  const { json } = await person.post<{ event_token: string }>("/api/auth/event-token");
  const asking = request(new URL(`/api/events?token=${json.event_token}`, url), {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      origin: url.origin,
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    },
  });
  asking.end();
  return new Promise((resolve, reject) => {
    asking.on("error", reject);
    asking.on("response", (answer) => reject(new Error(`no line: ${answer.statusCode}`)));
    asking.on("upgrade", (_answer, socket, head) => {
      const heard: Heard[] = [];
      const read = reader((frame) => {
        if (frame.type === "event") heard.push({ id: frame.event.id, at: performance.now() });
        else resolve({ heard, end: () => socket.destroy() });
      });
      read(head);
      socket.on("data", read);
      socket.on("error", () => undefined);
    });
  });
}

/** Waits up to three seconds until `count` changes were received in total. */
export async function settled(lines: readonly Pick<OpenLine, "heard">[], count: number): Promise<void> {
  const until = performance.now() + 3000;
  const heard = () => lines.reduce((sum, line) => sum + line.heard.length, 0);
  while (heard() < count && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Parses incoming text frames (RFC 6455, unmasked). */
function reader(tell: (frame: LiveFrame) => void): (more: Buffer) => void {
  let bytes = Buffer.alloc(0);
  return (more) => {
    bytes = Buffer.concat([bytes, more]);
    while (bytes.length >= 2) {
      const short = (bytes[1] ?? 0) & 0x7f;
      const header = short === 126 ? 4 : 2;
      if (bytes.length < header) return;
      const size = short === 126 ? bytes.readUInt16BE(2) : short;
      if (bytes.length < header + size) return;
      const frame = parseFrame(bytes.subarray(header, header + size).toString("utf8"));
      bytes = bytes.subarray(header + size);
      if (frame) tell(frame);
    }
  };
}
