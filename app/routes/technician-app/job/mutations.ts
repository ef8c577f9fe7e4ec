import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import type { FormRefusal } from "~/http/form-action";
import { action as submitForm } from "./action";

/** Takes the screen's forms from the outbox: the same action, which answers in JSON instead of with a page. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const result = await submitForm(args);
  if (!isRefused(result)) return Response.json({});
  const { lastResult, details } = result.data;
  const message = Object.values(lastResult.error ?? {})
    .flatMap((texts) => texts ?? [])
    .join(" ");
  return Response.json({ ...details, message }, { status: result.init?.status });
}

interface Refused {
  data: FormRefusal;
  init: ResponseInit | null;
}

/** What a form case returns in place of the redirect after a success. */
function isRefused(result: unknown): result is Refused {
  return typeof result === "object" && result !== null && "data" in result;
}
