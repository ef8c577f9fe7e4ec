import type { ChatSubject, ReadTool } from "./message";

const BUSINESS: readonly { text: string; needs: ReadTool }[] = [
  { text: "Which jobs are late?", needs: "late_jobs" },
  { text: "Unassigned jobs this week", needs: "list_jobs" },
  { text: "Jobs tomorrow", needs: "list_jobs" },
  { text: "Which invoices are overdue?", needs: "unpaid_invoices" },
  { text: "What is low on stock?", needs: "low_stock" },
  { text: "How many capacitors do we have?", needs: "stock_of_item" },
  { text: "Remind me to order filters tomorrow 9", needs: "my_todos" },
  { text: "How do I invite a technician?", needs: "search_help" },
];

const HOUSEHOLD: readonly string[] = [
  "How much cash in three months?",
  "What will be left at the end of the year?",
  "How do I connect a bank account?",
  "How do I add income?",
];

/** Suggested questions the person may ask: at most six. */
export function suggestedQuestions(about: ChatSubject, tools: readonly ReadTool[]): string[] {
  if (about === "household") return [...HOUSEHOLD];
  return BUSINESS.filter(({ needs }) => tools.includes(needs))
    .map(({ text }) => text)
    .slice(0, 6);
}
