import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { serverErrorText } from "~/domain/errors";

export function ErrorPage() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const message = isRouteErrorResponse(error) ? (error.data?.message ?? error.statusText) : serverErrorText;
  return (
    <main>
      <h1>{status}</h1>
      <p>{message}</p>
    </main>
  );
}
