import type { MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Outlet } from "@remix-run/react";
import { Frame } from "~/components/app-shell/frame";
import { errorMessage } from "~/components/feedback/error-messages";
import { ErrorPage } from "~/components/feedback/error-page";

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

export function ErrorBoundary() {
  return (
    <Frame failed>
      <ErrorPage />
    </Frame>
  );
}
