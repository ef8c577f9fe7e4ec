import { useNavigate } from "@remix-run/react";
import { paths } from "~/paths";

/** Returns from connecting to the list, with a banner that shows the problem. */
export function useBackToAccounts() {
  const navigate = useNavigate();
  return (problem: string | null) =>
    navigate(paths.accounts(), { preventScrollReset: true, replace: true, state: problem ? { problem } : null });
}
