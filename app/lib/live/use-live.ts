import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import type { LiveChange } from "~/domain/live/rules";
import { forgetSharedAnswers } from "~/lib/shared-answers";
import { live } from "./live";
import type { LiveState } from "./live-deps";

const settle = 150;

/**
 * Keeps the screen as others change it: reads its data anew 150 ms after a change that `affects` it (any by default).
 * Changes that come together are read once.
 */
export function useLive(affects: (change: LiveChange) => boolean = () => true): void {
  const room = useShell()?.person?.member?.orgId;
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const now = useRef({ affects, revalidator, navigation });
  now.current = { affects, revalidator, navigation };

  // The connection lives outside of React.
  useEffect(() => {
    if (!room) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      // Reading anew calls off what is being read: a steady stream of changes would never let one finish, and a form's
      // answer would lose the message that it brings along.
      const { revalidator, navigation } = now.current;
      if (revalidator.state === "loading" || navigation.state !== "idle") wait();
      else revalidator.revalidate();
    };
    const wait = () => {
      timer ??= setTimeout(read, settle);
    };
    const stop = live.listen(room, (change) => {
      forgetSharedAnswers();
      if (change === null || now.current.affects(change)) wait();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [room]);
}

const onServer = (): LiveState => "connecting";

export function useLiveState(): LiveState {
  return useSyncExternalStore(live.subscribe, live.state, onServer);
}
