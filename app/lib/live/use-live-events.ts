import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { isOfWork, type LiveChange } from "~/domain/live/channel";
import { useLiveConnection } from "./live-connection";
import type { Listener, LiveState } from "./live-deps";

const SETTLE_MS = 150;

/** Calls `listener` for every change in the organization while the screen is mounted. */
export function useLiveEvents(listener: Listener): void {
  const connection = useLiveConnection();
  const latest = useRef(listener);
  latest.current = listener;

  // The connection is outside React.
  useEffect(() => connection?.listen((change) => latest.current(change)), [connection]);
}

/**
 * Keeps the screen up to date with others' changes: reloads its data 150 ms after a change that `affects` it (by
 * default, any change to a work order). Changes within that time share one reload.
 */
export function useLiveRevalidation(affects: (change: LiveChange) => boolean = (change) => isOfWork(change)): void {
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const now = useRef({ revalidator, navigation });
  now.current = { revalidator, navigation };

  const read = () => {
    timer.current = undefined;
    // Revalidating cancels a load in progress: with a steady stream of changes none would ever finish, and a form's
    // response would lose its message.
    const { revalidator, navigation } = now.current;
    if (revalidator.state === "loading" || navigation.state !== "idle") wait();
    else revalidator.revalidate();
  };
  const wait = () => {
    timer.current ??= setTimeout(read, SETTLE_MS);
  };
  useLiveEvents((change) => {
    if (change === null || affects(change)) wait();
  });

  // Cancels the timer of a change that arrived just before the screen was left.
  useEffect(() => () => clearTimeout(timer.current), []);
}

const subscribeToNothing = () => () => {};
const connecting = (): LiveState => "connecting";

export function useLiveState(): LiveState {
  const connection = useLiveConnection();
  return useSyncExternalStore(connection?.subscribe ?? subscribeToNothing, connection?.state ?? connecting, connecting);
}
