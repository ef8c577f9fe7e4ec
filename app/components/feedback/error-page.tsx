import { Link } from "@remix-run/react";
import { useOverlays } from "~/components/app-shell/use-overlays";
import { useShell } from "~/components/app-shell/use-shell";
import { Button } from "~/components/ui/button";
import { shellPaths } from "~/shell-paths";
import { LostActions } from "./lost-actions";
import { ReportLink } from "./report-link";
import { useRouteFailure } from "./use-route-failure";

/** What happened, what still works, what to do. `bare` if there is no frame around it. */
export function ErrorPage({ bare = false }: { bare?: boolean }) {
  const shell = useShell();
  const hasSearch = Boolean(shell?.person) && !bare;
  const { status, message, reference, words, lost } = useRouteFailure(hasSearch);
  return (
    <section className="mx-auto mt-[8vh] w-full max-w-xl py-8">
      <p className="font-semibold text-[4.5rem] text-subtle-foreground leading-none tracking-tight tabular">
        {status || "– –"}
      </p>
      <h1 className="mt-6 font-semibold text-xl sm:text-2xl">{lost?.title ?? words.title}</h1>
      <p className="mt-3 text-base text-foreground">{lost?.text ?? message ?? words.happened}</p>
      {!lost && <p className="mt-2 text-base text-muted-foreground">{words.advice}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        {lost && <LostActions lost={lost} />}
        {words.again && (
          <Button variant="default" onClick={() => window.location.reload()}>
            Try again
          </Button>
        )}
        {hasSearch && <SearchButton />}
        <Button variant="outline" asChild>
          <Link to={shellPaths.home()}>Home</Link>
        </Button>
        <Button asChild variant="ghost">
          {shell?.person ? <Link to={shellPaths.support()}>Help</Link> : <Link to={shellPaths.login()}>Sign in</Link>}
        </Button>
        {shell?.person?.member && <ReportLink reference={reference} />}
      </div>
      {reference && (
        <p className="mt-8 border-border border-t pt-3 text-muted-foreground text-xs">
          Request ID <span className="select-all font-mono">{reference}</span>
        </p>
      )}
    </section>
  );
}

/** The error page of a screen without the frame. */
export function BareErrorPage() {
  return (
    <main className="flex min-h-dvh px-gutter">
      <ErrorPage bare />
    </main>
  );
}

/** A separate component, because the palette exists only in the frame, which a bare page lacks. */
function SearchButton() {
  const { openPalette } = useOverlays();
  return (
    <Button variant="outline" onClick={openPalette}>
      Search
    </Button>
  );
}
