import { createHash, randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** The service's behavior: normal, failing, silent, stopping halfway, or behind a network's sign-in page. */
type Mood = "answers" | "503" | "hangs" | "stops" | "portal" | "empty";

export interface BreachService {
  url: string;
  /** Received requests: method, path and headers of each. */
  requests: { line: string; headers: Record<string, unknown> }[];
  mood: (mood: Mood) => void;
  /** Called when a request arrives that gets no answer. */
  onHang: () => void;
}

const hashOf = (password: string) => createHash("sha1").update(password).digest("hex").toUpperCase();
const strange = () => randomBytes(18).toString("hex").slice(0, 35).toUpperCase();

/**
 * A local version of Have I Been Pwned's range search, following its documented contract: five hex digits in any case, 400 for
 * anything else, 403 without a user agent, suffixes with counts, CRLF line ends, and padding lines with the count 0 on request.
 */
export async function breachService(
  breached: readonly string[],
  padded: readonly string[] = [],
): Promise<BreachService> {
  const requests: BreachService["requests"] = [];
  let mood: Mood = "answers";
  const linesOf = (list: readonly string[], prefix: string, count: number) =>
    list.flatMap((password) => {
      const hash = hashOf(password);
      return hash.startsWith(prefix) ? [`${hash.slice(5)}:${count}`] : [];
    });
  const server = createServer((request, response) => {
    requests.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    if (mood === "hangs") return service.onHang();
    if (mood === "503") return answer(response, 503, "Service Unavailable");
    if (mood === "portal") return answer(response, 200, "<html>Sign in to this network</html>");
    if (mood === "empty") return answer(response, 200, "");
    if (!request.headers["user-agent"]) return answer(response, 403, "A user agent is missing");
    const [, digits] = /^\/range\/([0-9a-f]{5})$/i.exec(request.url ?? "") ?? [];
    if (!digits) return answer(response, 400, "The hash prefix was not in a valid format");
    const prefix = digits.toUpperCase();
    const known = [...linesOf(breached, prefix, 21), ...Array.from({ length: 480 }, () => `${strange()}:3`)];
    const asksForPadding = request.headers["add-padding"] === "true";
    const padding = [...linesOf(padded, prefix, 0), ...Array.from({ length: 400 }, () => `${strange()}:0`)];
    const text = [...known, ...(asksForPadding ? padding : [])].sort().join("\r\n");
    if (mood !== "stops") return answer(response, 200, text);
    response.writeHead(200, { "content-type": "text/plain" });
    response.write(text.slice(0, 200));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const service: BreachService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mood: (next) => {
      mood = next;
    },
    onHang: () => {},
  };
  return service;
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain" });
  response.end(text);
}
