import type { Agent } from "node:http";

interface LocalAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

export function localRequest(
  url: URL,
  init?: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array },
  agent?: Agent | false,
): Promise<LocalAnswer>;
