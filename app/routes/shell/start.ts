import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { homeFor } from "~/http/home-for";
import { paths } from "~/paths";

/** Where the app's icon leads: to where the person's day begins. Offline the service worker answers with today's jobs. */
export function loader({ context: { ctx } }: LoaderFunctionArgs): Response {
  return redirect(ctx.actor.kind === "person" ? homeFor(ctx.actor.person) : paths.login());
}
