import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import type { FormRefusal } from "~/http/form-action";
import { action as submitForm } from "~/routes/technician-app/work-order/action";

/** Handles forms sent from the outbox: the same action, with a JSON response instead of a page. */
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

/** Result of a refused form; after a success the form case redirects instead. */
function isRefused(result: unknown): result is Refused {
  return typeof result === "object" && result !== null && "data" in result;
}
