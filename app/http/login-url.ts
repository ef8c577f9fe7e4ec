import { paths } from "~/paths";

/** /login with the place to come back to. Data requests of client navigation name the page itself. */
export function loginUrl(from: string): string {
  const url = new URL(from);
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  const target = `${path}${url.search}`;
  return target === "/" ? paths.login() : `${paths.login()}?from=${encodeURIComponent(target)}`;
}

const HERE = "https://here.invalid";

/** Only a place of our own is returned to: never another host, never the sign-in pages themselves, an invitation excepted. */
export function safeRedirectPath(from: string | null, otherwise: string): string {
  if (!from?.startsWith("/") || !URL.canParse(from, HERE)) return otherwise;
  // As a browser reads it: without tabs and line breaks, a backslash taken for a slash.
  const { origin, pathname, search } = new URL(from, HERE);
  if (origin !== HERE || pathname.startsWith("//")) return otherwise;
  return /^\/(login|signup|auth(?!\/accept-invitation$))\b/.test(pathname) ? otherwise : pathname + search;
}
