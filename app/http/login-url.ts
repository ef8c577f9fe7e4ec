import { paths } from "~/paths";

/** /login with the place to come back to. Data requests of client navigation name the page itself. */
export function loginUrl(from: string): string {
  const url = new URL(from);
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  const target = `${path}${url.search}`;
  return target === "/" ? paths.login() : `${paths.login()}?from=${encodeURIComponent(target)}`;
}

/** Only a place of our own is returned to: never another host, never the sign-in pages themselves. */
export function safeRedirectPath(from: string | null, otherwise: string): string {
  if (!from?.startsWith("/") || from.startsWith("//") || from.includes("\\")) return otherwise;
  return /^\/(login|signup|auth)\b/.test(from) ? otherwise : from;
}
