import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { CircleHelp, CircleSlash, CloudAlert, type LucideIcon, SearchX, WifiOff } from "lucide-react";
import { useEffect } from "react";
import { openPalette } from "~/components/app-shell/overlays";
import { useShell } from "~/components/app-shell/use-shell";
import { Button } from "~/components/ui/button";
import { paths } from "~/paths";
import { type ErrorWords, errorWords, isLostConnection, offlineWords } from "./error-words";

interface Trouble {
  words: ErrorWords;
  icon: LucideIcon;
  /** 'Error 404', or what there is instead of a status. */
  label: string;
  requestId: string | null;
}

/** What happened, what still works, what to do. */
export function ErrorPage() {
  const error = useRouteError();
  const shell = useShell();
  const { words, icon: Icon, label, requestId } = troubleOf(error);
  const reference = requestId ?? shell?.requestId;
  useReloadWhenBack(words === offlineWords);
  return (
    <section className="m-auto w-full max-w-xl py-10">
      <p className="flex items-center gap-2 font-medium text-muted text-sm tabular">
        <Icon aria-hidden="true" className="size-4" />
        {label}
      </p>
      <h1 className="mt-2 font-semibold text-xl sm:text-2xl">{words.title}</h1>
      <p className="mt-3 text-base text-ink">{words.happened}</p>
      <p className="mt-2 text-base text-muted">
        {words.works} {words.advice}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {words.again && (
          <Button variant="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        )}
        {shell?.person && <Button onClick={openPalette}>Search or go to</Button>}
        <Button asChild>
          <Link to={paths.home()}>Home</Link>
        </Button>
        <Button asChild variant="ghost">
          <Link to={shell?.person ? paths.support() : paths.login()}>{shell?.person ? "Help" : "Log in"}</Link>
        </Button>
      </div>
      {reference && words !== offlineWords && (
        <p className="mt-8 border-line border-t pt-3 text-muted text-xs">
          Reference <span className="select-all font-mono">{reference}</span>
        </p>
      )}
    </section>
  );
}

const icons: Record<number, LucideIcon> = { 403: CircleSlash, 404: SearchX };

function troubleOf(error: unknown): Trouble {
  if (isRouteErrorResponse(error)) {
    const { message, requestId } = factsOf(error.data);
    const icon = icons[error.status] ?? (error.status < 500 ? CircleHelp : CloudAlert);
    return { words: errorWords(error.status, message), icon, label: `Error ${error.status}`, requestId };
  }
  if (isLostConnection(error)) return { words: offlineWords, icon: WifiOff, label: "Offline", requestId: null };
  return { words: errorWords(500, null), icon: CloudAlert, label: "Error 500", requestId: null };
}

/** The body of a thrown answer is our own `{ message, requestId }`, or the router's plain text. */
function factsOf(body: unknown): { message: string | null; requestId: string | null } {
  if (typeof body !== "object" || body === null) return { message: null, requestId: null };
  return {
    message: "message" in body && typeof body.message === "string" ? body.message : null,
    requestId: "requestId" in body && typeof body.requestId === "string" ? body.requestId : null,
  };
}

/** The browser knows first when the connection is back. */
function useReloadWhenBack(offline: boolean): void {
  // Listens to the browser, for as long as the page of the lost connection stands.
  useEffect(() => {
    if (!offline) return;
    const reload = () => window.location.reload();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [offline]);
}
