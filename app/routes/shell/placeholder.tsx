import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import type { FrameKind } from "~/components/app-shell/handle";
import { ArrowRight } from "~/components/ui/icons";
import { DomainError, notFound } from "~/domain/shared/errors";
import { pageLoader } from "~/http/page-loader";
import { availableNow, mayOpenPlaceholder, placeholderFor } from "./placeholders.server";

export const loader = pageLoader(({ ctx, url }) => {
  const screen = placeholderFor(url.pathname);
  if (!screen) throw notFound();
  if (!screen.open && ctx.actor.kind === "guest")
    throw new DomainError("unauthenticated", "Please sign in to continue.");
  const viewer = ctx.actor.kind === "person" ? ctx.actor.person : null;
  if (!mayOpenPlaceholder(screen, viewer, url.pathname))
    throw new DomainError("forbidden", "This area is not open to you.");
  const { title, promise, path, nested = false, frame = "page" } = screen;
  // The scheduler's day takes the whole screen, the scheduler itself does not.
  const shownFrame: FrameKind = frame === "full-screen" && url.pathname === path ? "page" : frame;
  return {
    title,
    promise,
    nested,
    meanwhile: availableNow(screen, viewer),
    frame: shownFrame,
  };
});

export const handle = { frame: (data: unknown) => frameOf(data) };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Not found"} · Plenum` },
  { name: "robots", content: "noindex" },
];

export default function PlaceholderPage() {
  const { title, promise, nested, meanwhile } = useLoaderData<typeof loader>();
  const [Title, Heading] = nested ? (["h2", "h3"] as const) : (["h1", "h2"] as const);
  return (
    <section className="mx-auto mt-[8vh] w-full max-w-xl py-8">
      <p className="font-medium text-heat text-sm">Coming with the next release</p>
      <Title className="mt-2 font-semibold text-xl sm:text-2xl">{title}</Title>
      <p className="mt-3 text-base">{promise}</p>
      <Heading className="mt-8 font-medium text-muted-foreground text-sm">Available now</Heading>
      <ul className="mt-2 divide-y divide-border border-border border-y">
        {meanwhile.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className="flex h-row items-center justify-between gap-3 px-1 text-link hover:underline">
              {label}
              <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function frameOf(data: unknown): FrameKind {
  const frame = typeof data === "object" && data !== null && "frame" in data ? data.frame : null;
  return frame === "canvas" || frame === "full-screen" ? frame : "page";
}
