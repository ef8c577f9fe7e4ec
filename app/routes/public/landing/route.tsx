import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { ShellHandle } from "~/components/app-shell/handle";
import { publicMeta } from "~/components/page-meta";
import { hero } from "~/content/landing";
import { homeFor } from "~/http/home-for";
import { LandingPage } from "./landing-page";

export const handle: ShellHandle = { frame: "wide", roomy: true };

export const meta = () => publicMeta("Plenum: one board for the day, one phone for the job", hero.text);

/** Visitors see the landing page; signed-in users are redirected to their home screen. */
export function loader({ context: { ctx } }: LoaderFunctionArgs) {
  if (ctx.actor.kind === "person") throw redirect(homeFor(ctx.actor.person));
  return null;
}

export default function Landing() {
  return <LandingPage />;
}
