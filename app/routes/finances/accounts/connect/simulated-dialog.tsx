import { type FormEvent, useState } from "react";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { RadioGroupItem } from "~/components/ui/radio-group";
import { exitMessage } from "~/domain/finance/bank-link/messages";
import { SIMULATED_INSTITUTIONS, simulatedPublicToken } from "~/domain/finance/bank-link/simulated";
import type { LinkSuccess } from "./connect";

type SimulatedDialogProps = {
  /** The bank to sign in to again; null to choose one. */
  again: string | null;
  /** Holder of the accounts the bank shows. */
  holder: string;
  onSuccess: (success: LinkSuccess | null) => void;
  onExit: (problem: string | null) => void;
};

/** The simulated bank's own dialog: a choice of bank, its accounts, and a sign-in that succeeds or fails on purpose. */
export function SimulatedDialog({ again, holder, onSuccess, onExit }: SimulatedDialogProps) {
  const [bank, setBank] = useState(SIMULATED_INSTITUTIONS[0]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (again !== null || !bank) return onSuccess(null);
    const chosen = new FormData(event.currentTarget).getAll("account").map(Number);
    const publicToken = simulatedPublicToken(bank.id, chosen, holder);
    onSuccess({ publicToken, accountIds: [], institutionName: bank.name });
  };
  return (
    <Dialog open onOpenChange={() => onExit(null)}>
      <DialogContent size="small">
        <DialogHeader>
          <DialogTitle>{again === null ? "Simulated bank" : `Sign in to ${again} again`}</DialogTitle>
          <DialogDescription>A bank for testing. No real account is used, and no password is needed.</DialogDescription>
        </DialogHeader>
        <form onSubmit={submit} className="contents">
          <DialogBody className="flex flex-col gap-5">
            {again === null && (
              <>
                <fieldset className="flex flex-col gap-1">
                  <legend className="mb-1 font-medium">Bank</legend>
                  {SIMULATED_INSTITUTIONS.map((one) => (
                    <label
                      key={one.id}
                      className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md p-2 hover:bg-muted"
                    >
                      <RadioGroupItem
                        name="bank"
                        className="mt-1"
                        checked={one === bank}
                        onChange={() => setBank(one)}
                      />
                      <span>
                        {one.name}
                        <span className="block text-muted-foreground text-sm">{one.about}</span>
                      </span>
                    </label>
                  ))}
                </fieldset>
                <fieldset key={bank?.id} className="flex flex-col gap-1">
                  <legend className="mb-1 font-medium">Accounts to share</legend>
                  {bank?.accounts.map((one, at) => (
                    <label
                      key={one.mask}
                      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md p-2 hover:bg-muted"
                    >
                      <Checkbox name="account" value={at} defaultChecked />
                      {one.name} <span className="text-muted-foreground tabular">···{one.mask}</span>
                    </label>
                  ))}
                </fieldset>
              </>
            )}
          </DialogBody>
          <DialogFooter>
            <Button variant="ghost" onClick={() => onExit(exitMessage("The sign-in was not accepted."))}>
              Fail the sign-in
            </Button>
            <Button variant="default" type="submit">
              {again === null ? "Share these accounts" : "Sign in"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
