import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { homeFor } from "~/http/home-for";
import { paths } from "~/paths";

/** Target of the app's icon: redirects to the person's home screen. Offline, the service worker responds with today's jobs. */
export function loader({ context: { ctx } }: LoaderFunctionArgs): Response {
  return redirect(ctx.actor.kind === "person" ? homeFor(ctx.actor.person) : paths.login());
}
