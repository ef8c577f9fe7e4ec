import type { ShellHandle } from "~/components/app-shell/handle";
import { useShell } from "~/components/app-shell/use-shell";
import { publicMeta } from "~/components/page-meta";
import { hero } from "~/content/landing";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { LandingPage } from "./landing-page";

export const handle: ShellHandle = { frame: "wide", roomy: true };

export const meta = () => publicMeta("Plenum: one board for the day, one phone for the job", hero.text);

// Visitors have no work to go back to.
const backToWork = lazyWithRetry(async () => (await import("./back-to-work")).BackToWork);

export default function Landing() {
  const person = useShell()?.person;
  return (
    <>
      {person && <backToWork.Part person={person} />}
      <LandingPage />
    </>
  );
}
