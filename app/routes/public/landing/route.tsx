import { Link } from "@remix-run/react";
import { ArrowRight } from "lucide-react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { homeFor } from "~/components/app-shell/home-for";
import { useShell } from "~/components/app-shell/use-shell";
import { publicMeta } from "~/components/page-meta";
import { hero } from "~/content/landing";
import { LandingPage } from "./landing-page";

export const handle: ShellHandle = { frame: "wide", roomy: true };

export const meta = () => publicMeta("Plenum: one board for the day, one phone for the job", hero.text);

export default function Landing() {
  return (
    <>
      <BackToWork />
      <LandingPage />
    </>
  );
}

/** Whoever is signed in came here by the sidebar's Home and goes on from here. */
function BackToWork() {
  const person = useShell()?.person;
  if (!person) return null;
  const { to, label } = homeFor(person);
  return (
    <Link
      to={to}
      className="flex items-center gap-2 border-border border-b bg-card px-gutter py-3 text-link text-sm hover:bg-muted"
    >
      <span className="min-w-0 flex-1">
        You are signed in as {person.firstName} {person.lastName}. <span className="underline">{label}</span>
      </span>
      <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
    </Link>
  );
}
