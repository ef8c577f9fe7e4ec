import { type BlockerFunction, useBlocker, useMatches } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { ConfirmDialog } from "~/components/feedback/confirm-dialog";
import { toast } from "~/components/ui/toast-store";
import { unsavedFormLeft } from "~/lib/unsaved-forms";
import { isDialog } from "./handle";

/**
 * Prompts before a half-filled form is left, and stays on the screen while offline: the requested page opens once the
 * connection is back. One for the whole frame, since the router supports only one blocker.
 */
export function NavigationGuard() {
  const overDialog = useMatches().some(({ handle }) => isDialog(handle));
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      isUnreachable(currentLocation, nextLocation, overDialog) ||
      (currentLocation.pathname !== nextLocation.pathname && unsavedFormLeft(nextLocation.pathname) !== undefined),
    [overDialog],
  );
  const blocker = useBlocker(shouldBlock);
  const [isAsking, setIsAsking] = useState(false);
  const { state } = blocker;
  const there = blocker.location?.key;

  // The router reports only that it is blocked; the reason is determined then, and again when the connection is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for each destination
  useEffect(() => {
    if (blocker.state !== "blocked") return setIsAsking(false);
    const goOn = () => {
      if (unsavedFormLeft(blocker.location.pathname)) setIsAsking(true);
      else blocker.proceed();
    };
    if (navigator.onLine) return goOn();
    setIsAsking(false);
    toast({
      title: "You are offline",
      text: "This page stays. The next one opens once you are connected.",
      tone: "warn",
    });
    window.addEventListener("online", goOn);
    return () => window.removeEventListener("online", goOn);
  }, [state, there]);

  // For a closed tab or another site, the browser shows its own prompt.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsavedFormLeft()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  if (blocker.state !== "blocked" || !isAsking) return null;
  const noun = unsavedFormLeft(blocker.location.pathname)?.noun;
  return (
    <ConfirmDialog
      open
      onOpenChange={() => blocker.reset()}
      title={noun ? `Discard this ${noun}?` : "Discard your changes?"}
      confirm="Discard"
      cancel="Keep editing"
      onConfirm={() => blocker.proceed()}
    >
      What you entered is not saved yet.
    </ConfirmDialog>
  );
}

type Place = Parameters<BlockerFunction>[0]["currentLocation"];

/**
 * Whether going to another screen requires a connection that is missing; closing a dialog shows the screen behind it
 * and needs none.
 */
function isUnreachable(from: Place, to: Place, overDialog: boolean): boolean {
  if (navigator.onLine || (from.pathname === to.pathname && from.search === to.search)) return false;
  return !(overDialog && from.search === to.search && from.pathname.startsWith(`${to.pathname.replace(/\/$/, "")}/`));
}
