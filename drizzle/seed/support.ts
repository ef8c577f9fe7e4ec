import { HOUR_MS } from "~/domain/shared/time/dates";
import { insertRows } from "./insert";
import type { Randomizer } from "./random";

interface SeedSupport {
  now: Date;
  random: Randomizer;
  manager: string;
  household: string;
}

/** Messages to support: an open one, an answered one of a household, and a closed one of a visitor. */
export async function seedSupport(db: D1Database, { now, random, manager, household }: SeedSupport): Promise<void> {
  const messages = [
    {
      ...{ sender: manager, name: "Priya Nair", email: "manager@example.com", ago: 3, state: "open", reply: null },
      body: "Can I print the route sheets of all technicians at once?\nToday I open each one, which is eight tabs every morning.",
      context: { page: "/technicians", business: "Lakeside Heating & Cooling", roles: "Manager", question: null },
    },
    {
      ...{ sender: household, name: "Jordan Ellis", email: "household@example.com", ago: 30, state: "answered" },
      body: "My savings account shows twice after I connected the bank.",
      reply: "Open Bank Accounts and choose Review duplicates: it shows both rows side by side and merges them.",
      context: { page: "/finances/accounts", business: null, roles: null, question: null },
    },
    {
      ...{ sender: null, name: "Olivia Shaw", email: "olivia@example.net", ago: 75, state: "closed" },
      body: "Do you work with a shop of three technicians?",
      reply: "Yes. Sign up with your business name and invite the three of them; nothing needs to be installed.",
      context: { page: "/", business: null, roles: null, question: null },
    },
  ];
  for (const { sender, name, email, ago, state, reply, body, context } of messages) {
    const at = now.getTime() - ago * HOUR_MS;
    const [id, created_at, answeredAt] = [
      random.id(at),
      new Date(at).toISOString(),
      new Date(at + HOUR_MS).toISOString(),
    ];
    const [subject = body] = body.split("\n");
    await insertRows(db, "support_conversations", [
      {
        ...{ id, sender_id: sender, sender_name: name, sender_email: email, subject, state },
        ...{ context: JSON.stringify({ ...context, browser: null }), created_at },
        updated_at: reply ? answeredAt : created_at,
      },
    ]);
    const message = { conversation_id: id, created_at };
    await insertRows(db, "support_messages", [
      { ...message, id: random.id(at + 1), author: "sender", author_name: name, body },
      ...(reply
        ? [
            {
              ...{ conversation_id: id, created_at: answeredAt, id: random.id(at + HOUR_MS), author: "support" },
              ...{ author_name: "Dana Whitfield", body: reply },
            },
          ]
        : []),
    ]);
  }
}
