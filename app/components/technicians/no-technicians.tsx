import { Link, useFetcher, useLocation, useResolvedPath } from "@remix-run/react";
import { useShell } from "~/components/app-shell/use-shell";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { can, hasRole } from "~/domain/shared/permissions";
import { paths } from "~/paths";

interface NoTechniciansProps {
  /** The surrounding screen already says that there are none. */
  isStatedAbove?: boolean;
  /** The screen's own form for invitations, instead of the short one over it. */
  inviteHref?: string;
}

/**
 * Shown next to an empty technician select: users with the permission can add themselves or invite someone without
 * leaving the form, in a dialog that is a child route of the screen. The screen reloads its choices and preserves the
 * input.
 */
export function NoTechnicians({ isStatedAbove = false, inviteHref }: NoTechniciansProps) {
  const screen = useResolvedPath(".").pathname;
  const { search } = useLocation();
  const rights = useShell()?.person?.member ?? null;
  const joining = useFetcher<object>({ key: "become-technician" });
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
          <Button variant="outline" size="sm" asChild>
            <Link to={inviteHref ?? paths.quickInvitation(screen, search)} preventScrollReset>
              Invite a technician
            </Link>
          </Button>
        </div>
      )}
      <Refused refusal={joining.data} />
    </div>
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
