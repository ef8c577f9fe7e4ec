import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTheme } from "~/components/app-shell/choices";
import { ShellProvider, useShell } from "~/components/app-shell/use-shell";
import { shellData } from "~/http/shell-data.server";
import { takeToast } from "~/http/toast.server";
import { ClockProvider } from "~/lib/clock";
import styles from "~/styles/tailwind.css?url";

/** Shown only when the frame itself cannot be rendered. */
export { BareErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export const links: LinksFunction = () => [
  { rel: "preload", href: "/fonts/inter-latin.woff2", as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/icons/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export function loader({ request, context }: LoaderFunctionArgs) {
  const { toast, headers } = takeToast(request);
  return data({ ...shellData(request, context.ctx), toast, nonce: context.cspNonce }, { headers });
}

export { shouldRevalidate } from "~/lib/revalidation";

/** The document around every screen, the error page included. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <ShellProvider>
      <Clock>
        <Document>{children}</Document>
      </Clock>
    </ShellProvider>
  );
}

function Clock({ children }: { children: ReactNode }) {
  return <ClockProvider writtenAt={useShell()?.now}>{children}</ClockProvider>;
}

function Document({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const nonce = typeof document === "undefined" ? root?.nonce : undefined;
  const theme = useTheme();
  return (
    <html lang="en" className={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme === "dark" || theme === "light" ? theme : "dark light"} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
