import { Link } from "@remix-run/react";
import { ArrowRight } from "lucide-react";
import { homeFor } from "~/components/app-shell/home-for";
import type { ShellPerson } from "~/lib/shell-data";

/** Whoever is signed in came here by the sidebar's Home and goes on from here. */
export function BackToWork({ person }: { person: ShellPerson }) {
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
