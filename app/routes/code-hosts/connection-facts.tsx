import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import type { ConnectionView } from "~/domain/code-hosts/connection.server";
import { DAY_MS } from "~/domain/shared/time/dates";

/** A token that expires within this time is highlighted. */
const WARN_MS = 14 * DAY_MS;

type ConnectionFactsProps = { connection: ConnectionView; timeZone: string; now: string };

/** Whose token it is, and its permissions. */
export function ConnectionFacts({ connection, timeZone, now }: ConnectionFactsProps) {
  const { host, tokenKind, login, name, profileUrl, baseUrl, scopes, tokenExpiresAt, connectedAt, connectedBy } =
    connection;
  // GitLab names the end of an access token as a date, which is stored as its start in UTC.
  const isDate = host === "gitlab" && tokenKind === "personal";
  const endsSoon = tokenExpiresAt !== null && Date.parse(tokenExpiresAt) - Date.parse(now) < WARN_MS;
  const facts = [
    {
      term: "Account",
      detail: (
        <>
          <a
            href={profileUrl}
            target="_blank"
            rel="noreferrer"
            className="text-link underline underline-offset-4 hover:decoration-2"
          >
            {login}
          </a>
          {name && name !== login && ` (${name})`}
        </>
      ),
    },
    { term: "Address", detail: baseUrl },
    {
      term: "Token scopes",
      detail: scopes ? (
        <span className="flex flex-wrap gap-1.5">
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </span>
      ) : (
        "Fine-grained, set per repository"
      ),
    },
    {
      term: "Token expires",
      detail: tokenExpiresAt ? (
        <span className={endsSoon ? "font-medium text-warn" : undefined}>
          <DateText at={tokenExpiresAt} zone={isDate ? "UTC" : timeZone} style="date" year />
          {endsSoon && ". Replace it in time."}
        </span>
      ) : (
        "No date given"
      ),
    },
    {
      term: "Connected",
      detail: (
        <>
          <DateText at={connectedAt} zone={timeZone} />
          {connectedBy && ` by ${connectedBy}`}
        </>
      ),
    },
  ];
  return (
    <Section title="Connection">
      <DescriptionList facts={facts} />
    </Section>
  );
}
