import { useLocation, useNavigate } from "@remix-run/react";

/**
 * Closes the dialog that a child route draws over its parent, whose query (month, filters, page) stays. `returnTo`: the screen that
 * opened it from elsewhere, a path of our own.
 */
export function useCloseDialog(returnTo?: string): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  if (returnTo) return () => navigate(returnTo, { replace: true });
  return () => navigate({ pathname: "..", search }, { preventScrollReset: true, replace: true });
}
