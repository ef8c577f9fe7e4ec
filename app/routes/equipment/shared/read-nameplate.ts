import type { Nameplate } from "~/domain/equipment/nameplate/nameplate";
import { RequestError, requestJson, UNREACHABLE } from "~/lib/api-request";
import { paths } from "~/paths";

export type NameplateAnswer = { plate: Nameplate & { text: string } } | { problem: string };

/** Sends a nameplate's text or photo to be read; returns a message for the screen if that fails. */
export async function readNameplateOf(what: { text: string } | { photo: File }): Promise<NameplateAnswer> {
  const body = new FormData();
  if ("text" in what) body.set("text", what.text);
  else body.set("photo", what.photo);
  try {
    const failed = "The nameplate could not be read.";
    return { plate: await requestJson(paths.apiNameplate(), { method: "POST", body, failed }) };
  } catch (error) {
    return { problem: error instanceof RequestError ? error.message : UNREACHABLE };
  }
}
