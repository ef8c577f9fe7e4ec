import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { isOfWork, type LiveChange } from "~/domain/live/rules";
import { forgetSharedAnswers } from "~/lib/shared-answers";
import { useLiveConnection } from "./live-connection";
import type { Listener, LiveState } from "./live-deps";

const SETTLE_MS = 150;

/** Tells `listener` of every change in the organization while the screen stands. */
export function useLiveEvents(listener: Listener): void {
  const connection = useLiveConnection();
  const latest = useRef(listener);
  latest.current = listener;

  // The connection lives outside of React.
  useEffect(() => connection?.listen((change) => latest.current(change)), [connection]);
}

/**
 * Keeps the screen as others change it: reads its data anew 150 ms after a change that `affects` it (any of a work order by default).
 * Changes that come together are read once.
 */
export function useLiveRevalidation(affects: (change: LiveChange) => boolean = (change) => isOfWork(change)): void {
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const now = useRef({ revalidator, navigation });
  now.current = { revalidator, navigation };

  const read = () => {
    timer.current = undefined;
    // Reading anew calls off what is being read: a steady stream of changes would never let one finish, and a form's
    // answer would lose the message that it brings along.
    const { revalidator, navigation } = now.current;
    if (revalidator.state === "loading" || navigation.state !== "idle") wait();
    else revalidator.revalidate();
  };
  const wait = () => {
    timer.current ??= setTimeout(read, SETTLE_MS);
  };
  useLiveEvents((change) => {
    forgetSharedAnswers();
    if (change === null || affects(change)) wait();
  });

  // What is left of a change that came just before the screen went.
  useEffect(() => () => clearTimeout(timer.current), []);
}

const subscribeToNothing = () => () => {};
const connecting = (): LiveState => "connecting";

export function useLiveState(): LiveState {
  const connection = useLiveConnection();
  return useSyncExternalStore(connection?.subscribe ?? subscribeToNothing, connection?.state ?? connecting, connecting);
}
