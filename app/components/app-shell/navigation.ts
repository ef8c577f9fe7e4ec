import { can, hasRole, type Permission, type Rights, type Role } from "~/domain/shared/permissions";
import { paths } from "~/paths";

/** The viewer: a visitor, or a user with or without rights in a business. */
export type Viewer = { member: Rights | null } | null;

/** One of the roles or one of the permissions is enough; with neither, being signed in is. */
type Shown = { roles?: readonly Role[]; permissions?: readonly Permission[] };

interface NavLink extends Shown {
  label: string;
  to: string;
  /** Choosing it closes the sidebar, because the screen needs the width. */
  closesSidebar?: true;
}

type NavGroupId = (typeof navigation)[number]["id"];
export interface NavGroup {
  id: NavGroupId;
  title: string;
  links: readonly NavLink[];
}

interface GroupRow extends Shown {
  id: string;
  title: string;
  links: readonly NavLink[];
}

const office = ["Admin", "Manager"] as const;
const system = { roles: ["Admin"], permissions: ["system.admin"] } as const satisfies Shown;
const workOrders = { roles: office, permissions: ["work_orders.read"] } as const satisfies Shown;

/** The sidebar below Home, in its order. A group's rule holds for each of its links, except where a link has its own. */
const navigation = [
  {
    id: "work-orders",
    title: "Work Orders",
    links: [
      { label: "All Work Orders", to: paths.workOrders(), ...workOrders },
      { label: "Scheduler", to: paths.scheduler(), closesSidebar: true, ...workOrders },
      { label: "Technician View", to: paths.technicianJob("WO-001"), roles: ["Technician"] },
    ],
  },
  {
    id: "finance",
    title: "Financial",
    links: [
      { label: "Cashflow", to: paths.finances() },
      { label: "New Dashboard", to: paths.financeDashboard() },
      { label: "Finance Calendar", to: paths.financeCalendar() },
      { label: "Expense Tracker", to: paths.expenses() },
      { label: "Bank Accounts", to: paths.accounts() },
    ],
  },
  {
    id: "invoices",
    title: "Billing",
    roles: office,
    permissions: ["invoices.read"],
    links: [{ label: "Invoices", to: paths.invoices() }],
  },
  {
    id: "services",
    title: "Service Management",
    roles: office,
    permissions: ["service_types.read"],
    links: [{ label: "Service Types", to: paths.serviceTypes() }],
  },
  {
    id: "customers",
    title: "Customers & Equipment",
    roles: office,
    permissions: ["customers.read"],
    links: [
      { label: "All Customers", to: paths.customers() },
      { label: "All Equipment", to: paths.equipmentList(), roles: office, permissions: ["equipment.read"] },
    ],
  },
  {
    id: "inventory",
    title: "Inventory",
    roles: office,
    permissions: ["inventory.read"],
    links: [
      { label: "Items", to: paths.items() },
      { label: "Locations", to: paths.locations() },
      { label: "Stock Levels", to: paths.stock() },
      { label: "Movements", to: paths.movements() },
      { label: "Reservations", to: paths.reservations() },
    ],
  },
  {
    id: "technicians",
    title: "Technicians",
    roles: ["Admin"],
    permissions: ["technicians.read", "technicians.manage"],
    links: [
      { label: "All Technicians", to: paths.technicians() },
      { label: "Pending Invitations", to: paths.pendingInvitations() },
    ],
  },
  {
    id: "system",
    title: "System",
    ...system,
    links: [
      { label: "Business Settings", to: paths.settings() },
      { label: "Integrations", to: paths.integrations() },
      { label: "Users", to: paths.users() },
      { label: "Issues", to: paths.issues() },
      { label: "Bug Tracking Setup", to: paths.issueConfig() },
      { label: "GitHub", to: paths.github() },
      { label: "GitLab", to: paths.gitlab() },
    ],
  },
] as const satisfies readonly GroupRow[];

/** What the sidebar shows below Home: nothing to a guest, to everyone else the groups with a link for them. */
export function visibleNavigation(viewer: Viewer): NavGroup[] {
  if (!viewer) return [];
  const rows: readonly (GroupRow & { id: NavGroupId })[] = navigation;
  return rows
    .filter((group) => isShown(group, viewer.member))
    .map(({ id, title, links }) => ({ id, title, links: links.filter((link) => isShown(link, viewer.member)) }))
    .filter((group) => group.links.length > 0);
}

/** Whether the health of the API is shown. */
export function seesApiHealth(viewer: Viewer): boolean {
  return viewer !== null && isShown(system, viewer.member);
}

function isShown({ roles, permissions }: Shown, rights: Rights | null): boolean {
  if (!roles && !permissions) return true;
  return hasRole(rights, ...(roles ?? [])) || (permissions ?? []).some((permission) => can(rights, permission));
}

/** The link of the place that `pathname` is at or below: the longest one, so that /settings/integrations is not /settings. */
export function activeLink(groups: readonly NavGroup[], pathname: string): string | null {
  const below = groups
    .flatMap((group) => group.links.map((link) => link.to))
    .filter((to) => pathname === to || pathname.startsWith(`${to}/`));
  return below.sort((a, b) => b.length - a.length)[0] ?? null;
}
