import { useLocation, useNavigate } from "@remix-run/react";

/** Closes the dialog that a child route draws over its parent, whose query (month, filters, page) stays. */
export function useCloseDialog(): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return () => navigate({ pathname: "..", search }, { preventScrollReset: true, replace: true });
}
