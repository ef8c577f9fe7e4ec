import { titleOf } from "~/domain/chat/message";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { insertRows } from "./insert";
import type { Randomizer } from "./random";

interface SeedChat {
  now: Date;
  random: Randomizer;
  userId: string;
  /** Null: about the household. */
  businessId: string | null;
}

/** One or two conversations from recent days: one that found records, one that explains how to do something. */
export async function seedChat(db: D1Database, { now, random, userId, businessId }: SeedChat): Promise<void> {
  const articles = businessId
    ? [{ q: "How do I invite a technician?", slug: "inviting-your-team", title: "Inviting your team" }]
    : [{ q: "How do I connect a bank account?", slug: "adding-a-bank-account", title: "Adding a bank account" }];
  const low = businessId
    ? await db
        .prepare(
          `SELECT i.id, i.name, i.sku FROM inventory_items i WHERE i.org_id = ? AND i.active = 1 AND i.low = 1 ORDER BY i.name LIMIT 3`,
        )
        .bind(businessId)
        .all<{ id: string; name: string; sku: string }>()
    : null;
  const turns = [
    ...articles.map(({ q, slug, title }) => ({
      ...{ question: q, ago: 3 * 24 * 60, text: "1 article." },
      findings: [
        {
          ...{ title: `Help about “${q.replace(/^How do I |\?$/g, "")}”`, summary: "1 article.", figures: [] },
          rows: [{ kind: "article", key: slug, label: title, detail: null }],
          list: null,
        },
      ],
    })),
    ...(low && low.results.length > 0
      ? [
          {
            ...{ question: "What is low on stock?", ago: 20 * 60 },
            text: `${low.results.length} items are at or below their reorder point.`,
            findings: [
              {
                ...{ title: "Items to reorder", figures: [] },
                summary: `${low.results.length} items are at or below their reorder point.`,
                rows: low.results.map(({ id, name, sku }) => ({ kind: "item", key: id, label: name, detail: sku })),
                list: { of: "items", query: { low: "true" } },
              },
            ],
          },
        ]
      : []),
  ];
  for (const { question, ago, text, findings } of turns) {
    const at = now.getTime() - ago * MINUTE_MS;
    const created_at = new Date(at).toISOString();
    const [conversation_id, questionId, answerId] = [random.id(at), random.id(at + 1), random.id(at + 2)];
    await insertRows(db, "chat_conversations", [
      {
        ...{ user_id: userId, id: conversation_id, business_id: businessId, title: titleOf(question) },
        ...{ created_at, updated_at: created_at },
      },
    ]);
    const message = { user_id: userId, conversation_id, created_at };
    await insertRows(db, "chat_messages", [
      { ...message, id: questionId, author: "person", text: question, findings: null, question_id: null },
      {
        ...{ ...message, id: answerId, author: "assistant", text },
        ...{ findings: JSON.stringify(findings), question_id: questionId },
      },
    ]);
  }
}
