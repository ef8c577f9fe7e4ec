import { Link } from "@remix-run/react";
import { ShieldCheck } from "lucide-react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { ModalBody, ModalFooter } from "../ui/modal";
import { accountsHref } from "./accounts-view";

const shared = [
  ["Account details", "Names, types, the last digits of account numbers and currencies."],
  ["Balances", "Current and available balances of the accounts you choose."],
  ["Transactions", "Up to the past 24 months: dates, amounts, descriptions, merchants and categories."],
] as const;

/** What a bank shares, said before anything is connected. Connecting itself arrives with the bank link. */
export function PrivacyPanel({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="What information will be shared?">
      <ModalBody className="flex flex-col gap-5">
        <ul className="flex flex-col gap-3">
          {shared.map(([what, detail]) => (
            <li key={what} className="flex gap-3">
              <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-cool" />
              <p>
                <strong className="font-semibold">{what}.</strong> <span className="text-muted">{detail}</span>
              </p>
            </li>
          ))}
        </ul>
        <p className="text-muted">
          Your bank's user name and password go to your bank alone. Nothing can be moved or changed at the bank, and you
          can disconnect at any time.
        </p>
        <p role="status" className="rounded-md bg-raised p-4">
          Connecting arrives with the bank link. Until then, add accounts by hand and bring in their transactions as CSV
          files.
        </p>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>Close</Button>
        <Button asChild variant="primary">
          <Link to={accountsHref({ mode: "selectInstitution" })}>Add Manual Account</Link>
        </Button>
      </ModalFooter>
    </Dialog>
  );
}
