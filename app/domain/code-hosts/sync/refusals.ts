import { HostError } from "~/domain/code-hosts/host-error";

type Answer<T> = { value: T; refusal: null } | { value: null; refusal: HostError };

/** Runs a call; returns the error if the host refuses what is sent. @throws HostError of another kind */
export async function unlessRefused<T>(call: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await call(), refusal: null };
  } catch (error) {
    if (error instanceof HostError && error.kind === "refused") return { value: null, refusal: error };
    throw error;
  }
}

interface Parts<C> {
  whole: C;
  /** The same without assignees; null if there are none, or nothing else. */
  unassigned: C | null;
}

/** Sends a change; if it is refused, without assignees: GitHub refuses all of it for one who cannot be assigned. */
export async function sentAsFarAs<C, T>(
  { whole, unassigned }: Parts<C>,
  send: (change: C) => Promise<T>,
): Promise<Answer<T>> {
  const first = await unlessRefused(() => send(whole));
  return first.refusal !== null && unassigned !== null ? unlessRefused(() => send(unassigned)) : first;
}
