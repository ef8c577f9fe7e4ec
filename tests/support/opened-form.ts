import { sign, verify } from "~/domain/shared/secrets/tokens.server";
import { SIGNING_SECRET } from "./worker";

/** A public form's token as if the form had been opened earlier, or later for a negative time. */
export async function openedEarlier(token: string, ms: number): Promise<string> {
  const opened = await verify(token, SIGNING_SECRET);
  if (typeof opened !== "object" || opened === null || !("at" in opened) || typeof opened.at !== "number")
    throw new Error("not the token of a form");
  return sign({ ...opened, at: opened.at - ms }, SIGNING_SECRET);
}
