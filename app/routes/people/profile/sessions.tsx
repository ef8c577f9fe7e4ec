import type { SerializeFrom } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { RelativeTime } from "~/components/relative-time";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { MonitorSmartphone } from "~/components/ui/icons";
import { paths } from "~/paths";
import type { loader } from "./route";

/** Where the user is signed in; each session can be ended separately. */
export function Sessions({ sessions, now }: Pick<SerializeFrom<typeof loader>, "sessions" | "now">) {
  return (
    <>
      <Card>
        <ul className="divide-y divide-border">
          {sessions.map((session) => (
            <li key={session.id} className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <MonitorSmartphone aria-hidden="true" className="size-5 text-subtle-foreground" />
              <div className="min-w-0 flex-1">
                <p>{session.device}</p>
                <p className="text-muted-foreground text-sm">
                  {session.network && `${session.network}, `}last used{" "}
                  <RelativeTime at={Date.parse(session.lastSeenAt)} now={now} />
                </p>
              </div>
              {session.current ? (
                <Badge tone="ok">This device</Badge>
              ) : (
                <Button variant="outline" size="sm" asChild>
                  <Link to={paths.endSession(session.id)} preventScrollReset aria-label={`Sign out ${session.device}`}>
                    Sign out
                  </Link>
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {sessions.length > 1 && (
        <Button variant="outline" className="self-start" asChild>
          <Link to={paths.endOtherSessions()} preventScrollReset>
            Sign out other sessions
          </Link>
        </Button>
      )}
    </>
  );
}
