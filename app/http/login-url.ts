import { paths } from "~/paths";

/** Returns /login with the page to return to. Data requests of client navigation are mapped to their page. */
export function loginUrl(from: string): string {
  const url = new URL(from);
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  const target = `${path}${url.search}`;
  return target === "/" ? paths.login() : `${paths.login()}?from=${encodeURIComponent(target)}`;
}

const HERE = "https://here.invalid";

/** Accepts paths within the app only: no other host and no sign-in pages, except for an invitation. */
export function safeRedirectPath(from: string | null, otherwise: string): string {
  if (!from?.startsWith("/") || !URL.canParse(from, HERE)) return otherwise;
  // Parse as a browser does: tabs and line breaks are dropped, and a backslash counts as a slash.
  const { origin, pathname, search } = new URL(from, HERE);
  if (origin !== HERE || pathname.startsWith("//")) return otherwise;
  return /^\/(login|signup|auth(?!\/accept-invitation$))\b/.test(pathname) ? otherwise : pathname + search;
}
