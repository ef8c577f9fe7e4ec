import { shellPaths } from "~/shell-paths";
import { request } from "./request";

/** True if the server responds, whatever the status. */
export async function isServerReachable(): Promise<boolean> {
  try {
    await request(shellPaths.apiHealth(), { cache: "no-store", signal: AbortSignal.timeout(10_000) });
    return true;
  } catch {
    return false;
  }
}
