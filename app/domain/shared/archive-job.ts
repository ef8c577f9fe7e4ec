/** The body of a queue's message: what to archive on a shard. */
export interface ArchiveJob {
  archiveShard: string;
  /** The last business that is done; null before the first. */
  after: string | null;
  /** The last work order that was looked at, of a business in which more may be due. */
  from: { orgId: string; updatedAt: string; id: string } | null;
}
