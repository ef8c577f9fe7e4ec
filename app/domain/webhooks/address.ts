import { isPrivateHost, PRIVATE_HOST } from "~/domain/shared/network/private-host";

const NOT_AN_ADDRESS = "Enter the address that events are sent to, such as https://example.com/plenum";
const NOT_SECURE = "The address must begin with https://, so that events can't be read on their way";
const OWN = "This is Plenum's own address. Enter one of your own system";

/**
 * Validates the URL of an endpoint. Unless `isLocal`, only https and only hosts on the public internet: otherwise the server
 * could be made to send requests within its own network. `ownOrigin` is Plenum's.
 */
export function webhookAddress(
  text: string,
  { isLocal, ownOrigin }: { isLocal: boolean; ownOrigin: string },
): { url: string } | { problem: string } {
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return { problem: NOT_AN_ADDRESS };
  const url = new URL(text);
  if (!["http:", "https:"].includes(url.protocol)) return { problem: NOT_AN_ADDRESS };
  if (url.username !== "" || url.password !== "") return { problem: "Leave the user name and password out" };
  if (!isLocal && url.protocol === "http:") return { problem: NOT_SECURE };
  if (!isLocal && isPrivateHost(url.hostname)) return { problem: PRIVATE_HOST };
  if (url.origin === ownOrigin) return { problem: OWN };
  url.hash = "";
  return { url: url.href };
}
