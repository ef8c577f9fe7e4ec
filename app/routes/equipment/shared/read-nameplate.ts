import type { Nameplate } from "~/domain/equipment/nameplate/nameplate";
import { paths } from "~/paths";

export type NameplateAnswer = { plate: Nameplate & { text: string } } | { problem: string };

/** Sends a nameplate's text or photo to be read; returns a message for the screen if that fails. */
export async function readNameplateOf(what: { text: string } | { photo: File }): Promise<NameplateAnswer> {
  const body = new FormData();
  if ("text" in what) body.set("text", what.text);
  else body.set("photo", what.photo);
  try {
    const response = await fetch(paths.apiNameplate(), {
      method: "POST",
      headers: { Accept: "application/json" },
      credentials: "same-origin",
      body,
    });
    const answer = await response.json<Nameplate & { text: string; message?: string }>();
    return response.ok ? { plate: answer } : { problem: answer.message ?? "The nameplate could not be read." };
  } catch {
    return { problem: "The server could not be reached. Check your connection and try again." };
  }
}
