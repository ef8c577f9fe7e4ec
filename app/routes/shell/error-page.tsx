import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { useEffect } from "react";
import { openPalette } from "~/components/app-shell/overlays";
import { useShell } from "~/components/app-shell/use-shell";
import { Button } from "~/components/ui/button";
import { paths } from "~/paths";
import { errorWords, isLostConnection, offlineWords } from "./error-words";

/** What happened, what still works, what to do. `bare` where there is no frame around it. */
export function ErrorPage({ bare = false }: { bare?: boolean }) {
  const error = useRouteError();
  const shell = useShell();
  const { status, message, requestId } = factsOf(error);
  const offline = status === 0;
  const words = offline ? offlineWords : errorWords(status);
  const reference = requestId ?? shell?.requestId;
  useReloadWhenBack(offline);
  return (
    <section className="mx-auto mt-[8vh] w-full max-w-xl py-8">
      <p className="font-semibold text-[4.5rem] text-subtle-foreground leading-none tracking-tight tabular">
        {status || "– –"}
      </p>
      <h1 className="mt-6 font-semibold text-xl sm:text-2xl">{words.title}</h1>
      <p className="mt-3 text-base text-foreground">{message ?? words.happened}</p>
      <p className="mt-2 text-base text-muted-foreground">{words.advice}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {words.again && (
          <Button variant="default" onClick={() => window.location.reload()}>
            Try again
          </Button>
        )}
        {shell?.person && !bare && (
          <Button variant="outline" onClick={openPalette}>
            Search
          </Button>
        )}
        <Button variant="outline" asChild>
          <Link to={paths.home()}>Home</Link>
        </Button>
        <Button asChild variant="ghost">
          {shell?.person ? <Link to={paths.support()}>Help</Link> : <Link to={paths.login()}>Log in</Link>}
        </Button>
      </div>
      {reference && !offline && (
        <p className="mt-8 border-border border-t pt-3 text-muted-foreground text-xs">
          Request id <span className="select-all font-mono">{reference}</span>
        </p>
      )}
    </section>
  );
}

/** The body of a thrown answer is our own `{ message, requestId }`, or the router's plain text. Status 0 is no answer. */
function factsOf(error: unknown): { status: number; message?: string; requestId?: string } {
  if (!isRouteErrorResponse(error)) return { status: isLostConnection(error) ? 0 : 500 };
  const { status, data: body } = error;
  if (typeof body !== "object" || body === null) return { status };
  const message = "message" in body && typeof body.message === "string" ? body.message : undefined;
  const requestId = "requestId" in body && typeof body.requestId === "string" ? body.requestId : undefined;
  return { status, message, requestId };
}

function useReloadWhenBack(offline: boolean): void {
  // The browser knows first when the connection is back.
  useEffect(() => {
    if (!offline) return;
    const reload = () => window.location.reload();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [offline]);
}
