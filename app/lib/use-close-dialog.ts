import { useLocation, useNavigate } from "@remix-run/react";

/**
 * Closes the dialog that a child route renders over its parent and preserves the parent's query (month, filters, page).
 * `returnTo`: the screen that opened it from elsewhere, a path within the app.
 */
export function useCloseDialog(returnTo?: string): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  if (returnTo) return () => navigate(returnTo, { replace: true });
  return () => navigate({ pathname: "..", search }, { preventScrollReset: true, replace: true });
}
