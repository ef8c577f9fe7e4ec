import { useEffect } from "react";
import { isRecord } from "~/domain/shared/objects";
import { usePagePathname } from "./handle";
import { personal, readStored, writeStored } from "./stored-choices";

const MAX_PAGES = 8;

interface RecentPage {
  to: string;
  title: string;
}

/** Stores this user's recent pages for the command palette, in the browser only. */
export function RecentPages({ email }: { email: string }) {
  const pathname = usePagePathname();

  // The title is set once the page is rendered.
  useEffect(() => {
    const page = { to: pathname, title: document.title.replace(/ · Plenum$/, "") };
    if (page.title === "Plenum") return;
    const others = recentPages(email).filter((other) => other.to !== page.to);
    writeStored(personal.recent, JSON.stringify({ email, pages: [page, ...others].slice(0, MAX_PAGES) }));
  }, [pathname, email]);
  return null;
}

/** Newest first; empty if the stored pages belong to another user. */
export function recentPages(email: string): RecentPage[] {
  try {
    const stored: unknown = JSON.parse(readStored(personal.recent) ?? "null");
    if (!isRecord(stored) || stored.email !== email || !Array.isArray(stored.pages)) return [];
    return stored.pages.filter(isPage);
  } catch {
    return [];
  }
}

function isPage(value: unknown): value is RecentPage {
  return isRecord(value) && typeof value.to === "string" && typeof value.title === "string";
}
