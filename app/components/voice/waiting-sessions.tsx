import { useEffect, useState } from "react";
import { TextLink } from "~/components/text-link";
import { formatDateTime } from "~/domain/shared/time/date-format";
import { askVoice } from "~/lib/voice/session-api";
import { paths } from "~/paths";

interface Waiting {
  id: string;
  spokenAt: string;
}

type WaitingSessionsProps = {
  /** The session being recorded now, which is omitted. */
  except: string | null;
  hrefOf: (sessionId: string) => string;
};

/** Earlier sessions that were never confirmed, so that nobody assumes they were saved. */
export function WaitingSessions({ except, hrefOf }: WaitingSessionsProps) {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);

  // Loaded in the browser, so that the dialog also opens offline.
  useEffect(() => {
    let isGone = false;
    void askVoice("GET", paths.apiVoiceSessions()).then((answer) => {
      if (answer?.status === 200 && !isGone) setWaiting(waitingIn(answer.body.items));
    });
    return () => {
      isGone = true;
    };
  }, []);

  const others = waiting.filter(({ id }) => id !== except);
  if (others.length === 0) return null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="flex flex-col gap-1 rounded-md border border-border p-4">
      <h3 className="font-medium">Not confirmed yet</h3>
      <ul className="flex flex-col gap-1">
        {others.map(({ id, spokenAt }) => (
          <li key={id}>
            <TextLink to={hrefOf(id)}>Spoken {formatDateTime(spokenAt, { zone })}</TextLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function waitingIn(items: unknown): Waiting[] {
  if (!Array.isArray(items)) return [];
  return items.filter(
    (item): item is Waiting =>
      typeof item === "object" &&
      item !== null &&
      "id" in item &&
      "spokenAt" in item &&
      "sessionType" in item &&
      item.sessionType === "work_order_creation",
  );
}
