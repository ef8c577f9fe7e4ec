import type { Mutation } from "./optimistic-queue";

/** Storage in which mutations outlive the page. */
export interface MutationStorage<Change> {
  load: () => Promise<Mutation<Change>[]>;
  /** Removes the mutation with the id `instead` in the same step, unless it has been sent. Rejects if storage is full. */
  save: (mutation: Mutation<Change>, instead?: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** Runs the work in only one tab at a time. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Notifies other tabs that something changed. */
  changed: () => void;
}
