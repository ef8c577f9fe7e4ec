import { shellPaths } from "~/shell-paths";

/** True if the server responds, whatever the status. */
export async function isServerReachable(): Promise<boolean> {
  try {
    await fetch(shellPaths.apiHealth(), { cache: "no-store", signal: AbortSignal.timeout(10_000) });
    return true;
  } catch {
    return false;
  }
}
