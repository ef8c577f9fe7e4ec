import { z } from "zod";

const text = z.string().nullish();

/** The fields used of GitLab's responses; others are ignored. */
export const User = z.object({ id: z.number(), username: z.string().min(1), name: text, web_url: z.string() });

export const Token = z.object({ scopes: z.array(z.string()), expires_at: text });

const Person = z.object({ username: z.string(), web_url: z.string() });

const Access = z.object({ access_level: z.number() }).nullish();

export const Project = z.object({
  id: z.number(),
  path_with_namespace: z.string().min(1),
  web_url: z.string(),
  description: text,
  visibility: z.string().default("private"),
  archived: z.boolean().default(false),
  issues_enabled: z.boolean().optional(),
  issues_access_level: z.string().optional(),
  permissions: z.object({ project_access: Access, group_access: Access }).optional(),
});

export const Milestone = z.object({ id: z.number(), title: z.string() });

export const Issue = z.object({
  id: z.number(),
  iid: z.number(),
  web_url: z.string(),
  title: z.string(),
  description: text,
  state: z.string(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])).default([]),
  assignees: z.array(Person).nullish(),
  milestone: Milestone.nullish(),
  author: Person.nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  confidential: z.boolean().default(false),
  moved_to_id: z.union([z.number(), z.string()]).nullish(),
  user_notes_count: z.number().default(0),
  issue_type: z.string().optional(),
});

export const Note = z.object({
  id: z.number(),
  body: text,
  author: Person.nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  system: z.boolean().default(false),
  internal: z.boolean().optional(),
  confidential: z.boolean().nullish(),
});

export const Hook = z.object({ id: z.number(), url: z.string().optional(), alert_status: text, disabled_until: text });

export const Numbered = z.object({ iid: z.number() });
