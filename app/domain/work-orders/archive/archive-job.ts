/** The body of a queue message: what to archive on a shard. */
export interface ArchiveJob {
  archiveShard: string;
  /** The last business completed; null before the first. */
  after: string | null;
  /** The last work order checked, in a business that may have more to archive. */
  from: { orgId: string; updatedAt: string; id: string } | null;
}
