import { can, type Permission } from "~/domain/shared/permissions";
import { paths } from "~/paths";
import { type Viewer, visibleNavigation } from "../navigation";

interface Place {
  label: string;
  to: string;
  /** Its group, shown beside it and searched with it. */
  area: string;
}

const actions: readonly (Place & { permission: Permission })[] = [
  { label: "New Work Order", to: paths.newWorkOrder(), area: "Work Orders", permission: "work_orders.write" },
  { label: "New Customer", to: paths.newCustomer(), area: "Customers", permission: "customers.write" },
];

/** Actions available anywhere, by rights. */
export function createActions(viewer: Viewer): Place[] {
  return actions.filter((action) => can(viewer?.member ?? null, action.permission));
}

const everybodys: readonly Place[] = [
  { label: "Home", to: paths.home(), area: "Plenum" },
  { label: "My Account", to: paths.profile(), area: "Plenum" },
  { label: "Help Center", to: paths.support(), area: "Plenum" },
  { label: "Coverage Map", to: paths.map(), area: "Plenum" },
  { label: "Receipts", to: paths.receipts(), area: "Workspace" },
  { label: "Plan and Payments", to: paths.payment(), area: "Workspace" },
  { label: "To-dos", to: paths.todos(), area: "Workspace" },
  { label: "Messages", to: paths.messages(), area: "Workspace" },
  { label: "Assistant", to: paths.chat(), area: "Workspace" },
  { label: "Privacy Policy", to: paths.privacy(), area: "Legal" },
  { label: "Terms of Service", to: paths.terms(), area: "Legal" },
];

const members: readonly Place[] = [
  { label: "Dashboard", to: paths.dashboard(), area: "Workspace" },
  { label: "Routes of the Day", to: paths.map2(), area: "Workspace" },
  { label: "Leads", to: paths.leads(), area: "Workspace" },
  { label: "Properties", to: paths.properties(), area: "Workspace" },
  { label: "Performance and Growth", to: paths.pgi(), area: "Workspace" },
  { label: "System Designer", to: paths.designer(), area: "Workspace" },
  { label: "Knowledge Graph", to: paths.knowledgeGraph(), area: "Workspace" },
  { label: "Industry Analysis", to: paths.industryAnalysis(), area: "Workspace" },
];

/** Every page the viewer may open: the sidebar's and others. */
export function placesFor(viewer: Viewer): Place[] {
  const groups = visibleNavigation(viewer);
  const sidebar = groups.flatMap(({ title, links }) => links.map(({ label, to }) => ({ label, to, area: title })));
  const board = { label: "Kanban Board", to: paths.board(), area: "Work Orders" };
  const withBoard = sidebar.some((place) => place.to === paths.workOrders()) ? [board] : [];
  return [...sidebar, ...withBoard, ...(viewer?.member ? members : []), ...everybodys];
}
