import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleCheck } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import type { ShownProposal } from "~/domain/chat/message";
import { CitedRow } from "./finding-card";

const badges: Record<ShownProposal["state"], { label: string; tone: "info" | "ok" | "neutral" }> = {
  open: { label: "Waiting for your approval", tone: "info" },
  done: { label: "Done", tone: "ok" },
  declined: { label: "Declined", tone: "neutral" },
  expired: { label: "Expired", tone: "neutral" },
};

/** A proposed change, with buttons to confirm or reject it. */
export function ProposalCard({ proposal }: { proposal: ShownProposal }) {
  const { title, preview, about, confirm, state, token, result } = proposal;
  const { fetcher, form, busy, error, sessionEnded } = useInlineForm();
  return (
    <Card as="section" aria-label={title} className="overflow-hidden">
      <header className="flex flex-wrap items-center justify-between gap-2 border-border border-b px-4 py-2">
        <h2 className="font-medium text-sm">{title}</h2>
        <Badge tone={badges[state].tone}>{badges[state].label}</Badge>
      </header>
      {about && state !== "done" && (
        <div className="border-border border-b">
          <CitedRow row={about} />
        </div>
      )}
      <dl className="flex flex-col gap-1.5 px-4 py-3">
        {preview.map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[8rem_1fr] gap-3 max-sm:grid-cols-[6rem_1fr]">
            <dt className="text-muted-foreground text-sm">{label}</dt>
            <dd className="whitespace-pre-wrap break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {token && (
        <fetcher.Form ref={form} method="post" className="flex flex-wrap items-center gap-2 px-4 pb-4">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" name="intent" value="confirm" loading={busy}>
            {confirm}
          </Button>
          <Button type="submit" name="intent" value="decline" variant="outline" disabled={busy}>
            Don't
          </Button>
        </fetcher.Form>
      )}
      {error && (
        <div className="px-4 pb-3">
          <ErrorLine>{error}</ErrorLine>
        </div>
      )}
      {state === "expired" && (
        <p className="px-4 pb-3 text-muted-foreground text-sm">Nothing was changed. Ask again to get a new proposal.</p>
      )}
      {result && (
        <>
          <p role="status" className="flex items-center gap-2 border-border border-t px-4 py-2 text-sm">
            <CircleCheck aria-hidden="true" className="size-4 flex-none text-ok" />
            {result.text}
          </p>
          {result.row && (
            <div className="border-border border-t">
              <CitedRow row={result.row} />
            </div>
          )}
        </>
      )}
      {sessionEnded}
    </Card>
  );
}
