import type { SerializeFrom } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { RelativeTime } from "~/components/relative-time";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { KeyRound, Plus } from "~/components/ui/icons";
import { MAX_PASSKEYS } from "~/domain/auth/passkeys/passkey";
import { paths } from "~/paths";
import type { loader } from "./route";

/** Passkeys for signing in without a password; each can be renamed and deleted separately. */
export function Passkeys({
  passkeys,
  now,
  fallbackZone,
}: Pick<SerializeFrom<typeof loader>, "passkeys" | "now" | "fallbackZone">) {
  return (
    <>
      {passkeys.length > 0 && (
        <Card>
          <ul aria-label="Passkeys" className="divide-y divide-border">
            {passkeys.map(({ id, name, isSynced, createdAt, lastUsedAt }) => (
              <li key={id} className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
                <KeyRound aria-hidden="true" className="size-5 text-subtle-foreground" />
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words">
                    {name}
                    {isSynced && <Badge tone="info">Synced</Badge>}
                  </p>
                  <p className="text-muted-foreground text-sm">
                    Added <DateText at={createdAt} zone={fallbackZone} style="date" year />,{" "}
                    {lastUsedAt === null ? (
                      "not used yet"
                    ) : (
                      <>
                        last used <RelativeTime at={Date.parse(lastUsedAt)} now={now} />
                      </>
                    )}
                  </p>
                </div>
                <span className="flex gap-2">
                  <Button variant="outline" size="sm" asChild>
                    <Link to={paths.passkey(id)} preventScrollReset aria-label={`Rename ${name}`}>
                      Rename
                    </Link>
                  </Button>
                  <Button variant="outline" size="sm" asChild>
                    <Link to={paths.removePasskey(id)} preventScrollReset aria-label={`Delete ${name}`}>
                      Delete
                    </Link>
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {passkeys.length < MAX_PASSKEYS ? (
        <Button variant="outline" asChild className="self-start">
          <Link to={paths.newPasskey()} preventScrollReset>
            <Plus aria-hidden="true" />
            Add passkey
          </Link>
        </Button>
      ) : (
        <p className="text-muted-foreground">You have {MAX_PASSKEYS} passkeys, the maximum.</p>
      )}
    </>
  );
}
