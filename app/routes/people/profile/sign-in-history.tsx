import type { SerializeFrom } from "@remix-run/cloudflare";
import { RelativeTime } from "~/components/relative-time";
import { Card } from "~/components/ui/card";
import { ShieldAlert } from "~/components/ui/icons";
import { isAlarming, securityEventLabels } from "~/domain/auth/security-event";
import type { loader } from "./route";

/** Recent activity of the user's own account. */
export function SignInHistory({ events, now }: Pick<SerializeFrom<typeof loader>, "events" | "now">) {
  if (events.length === 0) return <p className="text-muted-foreground">No sign-ins recorded yet</p>;
  return (
    <Card>
      <ul className="divide-y divide-border">
        {events.map(({ id, kind, network, device, count, lastAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-4 py-2">
            <span className="inline-flex items-center gap-1.5">
              {isAlarming(kind) && <ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />}
              {securityEventLabels[kind]}
              {count > 1 && <span className="text-muted-foreground">({count} times)</span>}
            </span>
            <span className="text-muted-foreground text-sm">
              {[device, network].filter(Boolean).join(", ")}, <RelativeTime at={Date.parse(lastAt)} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
