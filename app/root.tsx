import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { shellData } from "~/http/shell-data.server";
import { takeToast } from "~/http/toast.server";
import { ErrorPage } from "~/routes/shell/error-page";
import styles from "~/styles/tailwind.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export function loader({ request, context }: LoaderFunctionArgs) {
  const { toast, headers } = takeToast(request);
  return data({ ...shellData(request, context.ctx), toast, nonce: context.cspNonce }, { headers });
}

/** The document around every screen, the error page included. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const nonce = typeof document === "undefined" ? root?.nonce : undefined;
  return (
    <html lang="en" className={root?.theme ?? "system"} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="dark light" />
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

export function ErrorBoundary() {
  return <ErrorPage />;
}
