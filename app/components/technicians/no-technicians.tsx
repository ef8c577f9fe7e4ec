import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useShell } from "~/components/app-shell/use-shell";
import { ConfirmDialog } from "~/components/feedback/confirm-dialog";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { can, hasRole } from "~/domain/shared/permissions";
import { hasTyped, useTypedForm } from "~/lib/unsaved-forms";
import { paths } from "~/paths";

interface NoTechniciansProps {
  /** The surrounding screen already says that there are none. */
  isStatedAbove?: boolean;
}

/**
 * Shown next to an empty technician select: users with the permission can add themselves or invite someone without
 * leaving the form. The screen reloads its choices and preserves the input.
 */
export function NoTechnicians({ isStatedAbove = false }: NoTechniciansProps) {
  const rights = useShell()?.person?.member ?? null;
  const joining = useFetcher<object>({ key: "become-technician" });
  const [isInviting, setInviting] = useState(false);
  const mayInvite = can(rights, "technicians.manage");
  const mayJoin = hasRole(rights, "Admin") && !hasRole(rights, "Technician");
  const join = () => joining.submit({}, { method: "post", action: paths.becomeTechnician() });
  return (
    <div className="flex flex-col items-start justify-center gap-2">
      {!(isStatedAbove && mayInvite) && (
        <p className="text-muted-foreground text-sm">
          No technicians yet.{!mayInvite && " Ask an Admin to invite one."}
        </p>
      )}
      {mayInvite && (
        <div className="flex flex-wrap gap-2">
          {mayJoin && (
            <Button variant="outline" size="sm" loading={joining.state !== "idle"} onClick={join}>
              Add myself
            </Button>
          )}
          <Button variant="outline" size="sm" onClick={() => setInviting(true)}>
            Invite a technician
          </Button>
        </div>
      )}
      <Refused refusal={joining.data} />
      {isInviting && <QuickInvitation onClose={() => setInviting(false)} />}
    </div>
  );
}

/** A separate form at the end of the page, because the select may be inside another form. */
function QuickInvitation({ onClose }: { onClose: () => void }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const { submit, data, state } = useFetcher<object>();
  useTypedForm(form, state !== "idle", "invitation");
  const close = () => {
    if (form.current && hasTyped(form.current)) setLeaving(true);
    else onClose();
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React would bubble the event to the form that contains the select.
    event.stopPropagation();
    submit(event.currentTarget, { method: "post", action: paths.quickInvitation() });
  };
  const isSent = data !== undefined && "invited" in data && state === "idle";

  // The response arrives once, after the write.
  useEffect(() => {
    if (isSent) onClose();
  }, [isSent, onClose]);
  return createPortal(
    <Dialog
      open
      size="small"
      onOpenChange={close}
      title="Invite a technician"
      description="You can schedule them right away. They get an email and choose a password."
    >
      <form ref={form} onSubmit={send} className="contents">
        <ModalBody className="flex flex-col gap-4">
          {[
            { name: "firstName", label: "First name", type: "text" },
            { name: "lastName", label: "Last name", type: "text" },
            { name: "email", label: "Email", type: "email" },
          ].map(({ name, label, type }) => (
            <div key={name} className="flex flex-col gap-1.5">
              <Label htmlFor={`${id}-${name}`} required>
                {label}
              </Label>
              <Input id={`${id}-${name}`} name={name} type={type} required autoComplete="off" />
            </div>
          ))}
          <Refused refusal={data} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={state !== "idle"}>
            Send invitation
          </Button>
        </ModalFooter>
      </form>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title="Discard this invitation?"
        confirm="Discard"
        cancel="Keep editing"
        onConfirm={onClose}
      >
        It is not sent yet.
      </ConfirmDialog>
    </Dialog>,
    document.body,
  );
}

function Refused({ refusal }: { refusal: object | undefined }) {
  const { lastResult } = useFormRefusal(refusal);
  const texts = [...new Set(Object.values(lastResult?.error ?? {}).flatMap((errors) => errors ?? []))];
  if (texts.length === 0) return null;
  return (
    <p role="alert" className="font-medium text-bad text-sm">
      {texts.join(" ")}
    </p>
  );
}
