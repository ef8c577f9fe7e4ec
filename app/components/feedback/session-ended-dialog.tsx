import { useForm } from "@conform-to/react";
import { type FormEvent, useId, useState } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import { PasswordField } from "~/components/forms/password-field";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { toast } from "~/components/ui/toast-store";
import { authServerErrorText } from "~/domain/shared/errors";
import { requestJson } from "~/lib/api-request";
import { shellPaths } from "~/shell-paths";

/** Signs in again without leaving the page. Most visits never see it, so its code is loaded on demand. */
export function SessionEndedDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [, fields] = useForm<{ password: string }>({ id, constraint: { password: { required: true } } });
  const email = useShell()?.person?.email;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget));
    setBusy(true);
    try {
      await requestJson(shellPaths.apiLogin(), { method: "POST", body, failed: authServerErrorText });
      toast({ title: "Signed in again. Submit the form once more.", tone: "ok" });
      onClose();
    } catch (error) {
      setRefused(error instanceof Error ? error.message : "Login failed");
      setBusy(false);
    }
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent size="small" dismiss="buttons">
        <DialogHeader>
          <DialogTitle>Your session has ended</DialogTitle>
          <DialogDescription>Sign in again to continue. What you typed is still here.</DialogDescription>
        </DialogHeader>
        <form id={id} onSubmit={signIn} className="contents">
          <DialogBody className="flex flex-col gap-4">
            {refused && (
              <p role="alert" className="font-medium text-bad">
                {refused}
              </p>
            )}
            <div className="flex flex-col gap-1.5">
              <Label htmlFor={`${id}-email`}>Email</Label>
              <Input
                id={`${id}-email`}
                name="email"
                type="email"
                autoComplete="username"
                defaultValue={email}
                readOnly={email !== undefined}
                required
              />
            </div>
            <PasswordField field={fields.password} label="Password" autoComplete="current-password" />
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Not now
            </Button>
            <Button type="submit" variant="default" loading={busy}>
              Sign in again
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
