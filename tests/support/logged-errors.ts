import { vi } from "vitest";

/** The messages of the errors logged while `work` runs, which are not printed: the test expects them. */
export async function errorsLoggedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const messages: string[] = [];
  const log = vi.spyOn(console, "error").mockImplementation((line) => void messages.push(JSON.parse(line).message));
  try {
    await work();
  } finally {
    log.mockRestore();
  }
  return messages;
}
