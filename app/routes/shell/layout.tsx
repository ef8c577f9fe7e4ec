import type { MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Outlet } from "@remix-run/react";
import { Frame } from "~/components/app-shell/frame";
import { errorMessage } from "~/components/feedback/error-messages";
import { ErrorPage } from "~/components/feedback/error-page";
import { Spinner } from "~/components/ui/spinner";

export const meta: MetaFunction = ({ error }) => {
  if (!error) return [{ title: "Plenum" }];
  const { title } = errorMessage(isRouteErrorResponse(error) ? error.status : 500);
  return [{ title: `${title} · Plenum` }, { name: "robots", content: "noindex" }];
};

export default function Shell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Shown while a screen with a client loader gets ready. */
export function HydrateFallback() {
  return (
    <Frame>
      <Spinner label="Loading" className="m-auto text-muted-foreground" />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame failed>
      <ErrorPage />
    </Frame>
  );
}
