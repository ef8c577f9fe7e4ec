import { countMaintenanceDue } from "~/domain/equipment/list.server";
import { countLowStock } from "~/domain/inventory/stock-levels.server";
import { moneyAtAGlance } from "~/domain/invoices/money.server";
import { capacityAhead, hoursAhead, qualityAtAGlance } from "~/domain/performance/glance.server";
import { urgentLeaks } from "~/domain/refrigerant/leaks/episodes.server";
import { dispatchHealth } from "~/domain/scheduling/health.server";
import type { Ctx } from "~/domain/shared/context";
import { allowMember, can, type Permission } from "~/domain/shared/permissions";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { type DayWithBookings, dayWithBookings } from "~/domain/technicians/booked-jobs.server";
import type { WorkingHours } from "~/domain/technicians/crew.server";
import { dueTodos } from "~/domain/todos/list.server";
import { countMemosToReview } from "~/domain/voice/sessions/list.server";
import { workOrdersToday } from "./today.server";

/** Data shared by several blocks, read once. */
interface Shared {
  /** Working hours of the days ahead. */
  hours: () => Promise<WorkingHours>;
  /** Today's jobs of the business and who is booked for them. */
  day: () => Promise<DayWithBookings>;
}

interface Block<T> {
  /** Required permission; null: every member. */
  permission: Permission | null;
  load: (ctx: Ctx, shared: Shared) => Promise<T>;
}

const block = <T>(permission: Permission | null, load: Block<T>["load"]): Block<T> => ({ permission, load });

/** The dashboard's blocks, each read separately, so that a failing one does not affect the others. */
const BLOCKS = {
  today: block("work_orders.read", workOrdersToday),
  dispatch: block("work_orders.write", dispatchHealth),
  money: block("invoices.read", moneyAtAGlance),
  quality: block("invoices.read", qualityAtAGlance),
  capacity: block("work_orders.write", capacityAhead),
  stock: block("inventory.write", countLowStock),
  leaks: block("equipment.write", urgentLeaks),
  maintenance: block("equipment.write", countMaintenanceDue),
  memos: block("work_orders.write", countMemosToReview),
  todos: block(null, dueTodos),
};

type BlockName = keyof typeof BLOCKS;
type BlockData<N extends BlockName> = Awaited<ReturnType<(typeof BLOCKS)[N]["load"]>>;

/** Null if the reader may not see it. */
type Loaded<T> = { data: T | null; failed: boolean } | null;
export type Dashboard = { [N in BlockName]: Loaded<BlockData<N>> };

type Load = <T>(load: () => Promise<{ data: T | null }>) => Promise<{ data: T | null; failed: boolean }>;

/** The business at a glance for the reader, with blocks read in parallel; `load` handles a block that cannot be read. */
export async function readDashboard(ctx: Ctx, load: Load): Promise<Dashboard> {
  const me = allowMember(ctx);
  const shared = {
    hours: once(() => hoursAhead(ctx, me)),
    day: once(() => dayWithBookings(ctx, me, dayBounds(todayOf(ctx, me), me.timeZone))),
  };
  const one = async <T>({ permission, load: loadBlock }: Block<T>): Promise<Loaded<T>> => {
    if (permission !== null && !can(me, permission)) return null;
    return load(async () => ({ data: await loadBlock(ctx, shared) }));
  };
  const [today, dispatch, money, quality, capacity, stock, leaks, maintenance, memos, todos] = await Promise.all([
    one(BLOCKS.today),
    one(BLOCKS.dispatch),
    one(BLOCKS.money),
    one(BLOCKS.quality),
    one(BLOCKS.capacity),
    one(BLOCKS.stock),
    one(BLOCKS.leaks),
    one(BLOCKS.maintenance),
    one(BLOCKS.memos),
    one(BLOCKS.todos),
  ]);
  return { today, dispatch, money, quality, capacity, stock, leaks, maintenance, memos, todos };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    reading ??= read();
    return reading;
  };
}
