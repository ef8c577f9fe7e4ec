import type { Mail } from "~/domain/providers";
import type { DisabledBy } from "./endpoint";

/** Tells an Admin that an endpoint is told of nothing any more. */
export function disabledMail({
  to,
  url,
  by,
  origin,
  endpointId,
}: {
  to: string;
  url: string;
  by: Exclude<DisabledBy, "admin">;
  origin: string;
  endpointId: string;
}): Mail {
  const host = new URL(url).host;
  const why =
    by === "gone"
      ? "It answered 410 Gone, which says that it wants no more events."
      : "It has accepted nothing for five days.";
  const link = origin === "" ? "" : `\n\n${origin}/settings/webhooks/${endpointId}`;
  return {
    to,
    subject: `Webhooks to ${host} were turned off`,
    text: `Plenum sends no more events to ${url}. ${why}\n\nOnce it works again, turn it on in Settings, Webhooks. What was not delivered is in its log and can be sent again from there.${link}\n`,
  };
}
