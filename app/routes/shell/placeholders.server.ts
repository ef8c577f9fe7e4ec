import { isOpenTo, type Viewer } from "~/components/app-shell/navigation";
import { can, hasRole, type Permission } from "~/domain/shared/permissions";
import { paths } from "~/paths";

/** A screen of today; `needs` is what its own use case asks for. */
interface Available {
  label: string;
  to: string;
  needs?: Permission;
}

/** A screen that is still to be built: what it will do, and what does its part of the work today. */
interface Placeholder {
  /** The address and everything below it. */
  path: string;
  title: string;
  promise: string;
  meanwhile: readonly Available[];
  /** Drawn below the heading of a layout. */
  nested?: true;
  /** Open to visitors who are not signed in. */
  open?: true;
  /** Open to a household as well. Everything else belongs to a business, and what the sidebar holds to whom it is shown. */
  everyone?: true;
  /** Open to the office alone. */
  office?: true;
  /** Addresses below it that keep less of the frame. */
  frame?: "canvas" | "full-screen";
}

const account = { label: "My account", to: paths.profile() };
const help = { label: "Help center", to: paths.support() };
const home = { label: "Home", to: paths.home() };

/** The longest path that an address begins with is its own. */
const placeholders: readonly Placeholder[] = [
  {
    path: "/payment",
    everyone: true,
    title: "Plan and payments",
    promise: "Your plan, what Pro adds, and the payments your customers have made.",
    meanwhile: [account, help],
  },
];

/** The placeholder of an address of the product that has no screen yet. */
export function placeholderFor(pathname: string): Placeholder | undefined {
  return placeholders
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** Whether somebody may open a placeholder: a later screen's rights hold from now on. */
export function mayOpenPlaceholder({ open, everyone, office }: Placeholder, viewer: Viewer, pathname: string): boolean {
  if (open || everyone) return true;
  const member = viewer?.member ?? null;
  if (!member || !isOpenTo(viewer, pathname)) return false;
  return !office || hasRole(member, "Admin", "Manager");
}

/** What the viewer may open today in its place; help and home at least. */
export function availableNow({ meanwhile }: Placeholder, viewer: Viewer): { label: string; to: string }[] {
  const member = viewer?.member ?? null;
  const own = meanwhile
    .filter(({ to, needs }) => (needs ? can(member, needs) : member !== null || openToAll.has(to)))
    .map(({ label, to }) => ({ label, to }));
  return own.length > 0 ? own : [home, help];
}

const openToAll: ReadonlySet<string> = new Set([paths.home(), paths.support(), paths.profile()]);
