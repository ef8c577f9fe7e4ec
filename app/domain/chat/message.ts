export const CHAT_AUTHORS = ["person", "assistant"] as const;
type ChatAuthor = (typeof CHAT_AUTHORS)[number];

export const PROPOSAL_STATES = ["open", "done", "declined"] as const;
type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What a conversation is about. The two are never mixed in one conversation. */
export const CHAT_SUBJECTS = ["business", "household"] as const;
export type ChatSubject = (typeof CHAT_SUBJECTS)[number];

/** Kinds of cited rows; a kind and its key lead to the row's page. */
export const CITED_KINDS = ["customer", "work_order", "item", "invoice", "todo", "article", "month"] as const;
export type CitedKind = (typeof CITED_KINDS)[number];

/** The query of the list of conversations of a subject: business is the list without one. */
export const subjectQuery = (about: ChatSubject | undefined) => ({ about: about === "household" ? about : undefined });

/** A row that an answer is based on. */
export interface Citation {
  kind: CitedKind;
  /** As in the URL of the row's page. */
  key: string;
  label: string;
  detail: string | null;
}

/** A list in the product with everything that was found. */
export const CITED_LISTS = ["customers", "work_orders", "items", "invoices", "todos", "help", "finances"] as const;
type CitedList = (typeof CITED_LISTS)[number];

export interface Finding {
  title: string;
  /** The result in one sentence, built from the rows. */
  summary: string;
  rows: Citation[];
  /** Labeled figures, formatted for display. */
  figures: { label: string; value: string }[];
  list: { of: CitedList; query: Record<string, string> } | null;
}

/** What the assistant would write once the person confirms. */
export interface Proposal {
  tool: WriteTool;
  args: Record<string, unknown>;
  /** What would be written, one line per item. */
  preview: { label: string; value: string }[];
  title: string;
  /** The label of the confirm button. */
  confirm: string;
  /** The row it concerns, if there is one. */
  about: Citation | null;
  expiresAt: string;
}

export const READ_TOOLS = [
  "find_customers",
  "list_jobs",
  "late_jobs",
  "stock_of_item",
  "low_stock",
  "unpaid_invoices",
  "my_todos",
  "projected_cash",
  "search_help",
] as const;
export type ReadTool = (typeof READ_TOOLS)[number];

export const WRITE_TOOLS = ["add_todo", "add_note", "change_job_status"] as const;
export type WriteTool = (typeof WRITE_TOOLS)[number];

export type ToolName = ReadTool | WriteTool;

export const TOOL_LABELS: Record<ToolName, string> = {
  find_customers: "Customers",
  list_jobs: "Jobs",
  late_jobs: "Late jobs",
  stock_of_item: "Stock",
  low_stock: "Low stock",
  unpaid_invoices: "Unpaid invoices",
  my_todos: "To-dos",
  projected_cash: "Projected assets",
  search_help: "Help articles",
  add_todo: "New to-do",
  add_note: "New note",
  change_job_status: "Job status",
};

/** A tool call by a model or the grammar, not yet validated. */
export interface ToolCall {
  name: string;
  args: unknown;
}

export interface ChatMessage {
  id: string;
  author: ChatAuthor;
  text: string;
  findings: Finding[];
  /** What went wrong along the way, in words. */
  notices: string[];
  model: string | null;
  questionId: string | null;
  proposal: ShownProposal | null;
  createdAt: string;
}

export interface ShownProposal extends Omit<Proposal, "args"> {
  state: ProposalState | "expired";
  /** Confirms exactly this proposal; null if there is nothing to confirm. */
  token: string | null;
  /** The result once confirmed. */
  result: { text: string; row: Citation | null } | null;
}

export type ChatEvent =
  /** The question is stored: from here on it can be retried, whatever happens. */
  | { type: "saved"; conversationId: string; question: ChatMessage }
  | { type: "looking"; at: string }
  | { type: "text"; text: string }
  | { type: "done"; answer: ChatMessage }
  | { type: "trouble"; message: string };

export const MAX_QUESTION = 2000;

/** The title of a conversation: its first question, cut at a word boundary. */
export function titleOf(question: string): string {
  const line = question.replace(/\s+/g, " ").trim();
  if (line.length <= 80) return line || "Conversation";
  const cut = line.slice(0, 79);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > 40 ? space : 79)}…`;
}
