interface Answer {
  ok: boolean;
  status: number;
  json: () => Promise<unknown>;
}

export function linkDemoBanks(
  fetch: (path: string, init: RequestInit) => Promise<Answer>,
  household: { email: string; password: string; now: Date },
): Promise<void>;
