import { useNavigate } from "@remix-run/react";
import { paths } from "~/paths";

/** Back from connecting to the list, with a banner that says what went wrong. */
export function useBackToAccounts() {
  const navigate = useNavigate();
  return (problem: string | null) =>
    navigate(paths.accounts(), { preventScrollReset: true, replace: true, state: problem ? { problem } : null });
}
