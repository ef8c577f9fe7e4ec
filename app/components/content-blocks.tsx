import { Link } from "@remix-run/react";
import { createElement, Fragment, type ReactNode } from "react";
import { Lightbulb } from "~/components/ui/icons";
import { Kbd } from "~/components/ui/kbd";
import { type Block, type Inline, plainText, type Text } from "~/content/blocks";

type Level = 2 | 3 | 4;

/** Text of the help center and the legal pages. `level` is the level of its headings, one below the title above it. */
export function ContentBlocks({ blocks, level = 2 }: { blocks: readonly Block[]; level?: Level }) {
  return (
    <div className="max-w-[68ch] space-y-4 text-base text-foreground leading-7">
      {blocks.map((block) => (
        <BlockView key={plainText([block])} block={block} level={level} />
      ))}
    </div>
  );
}

function BlockView({ block, level }: { block: Block; level: Level }) {
  switch (block.kind) {
    case "p":
      return (
        <p>
          <Runs text={block.text} />
        </p>
      );
    case "h":
      return createElement(
        `h${level}`,
        { id: block.id, className: "scroll-mt-20 pt-2 font-semibold text-base text-foreground" },
        block.text,
      );
    case "steps":
      return (
        <ol className="list-decimal space-y-2 pl-6 marker:font-medium marker:text-muted-foreground">
          <Items items={block.items} />
        </ol>
      );
    case "list":
      return (
        <ul className="list-disc space-y-2 pl-6 marker:text-muted-foreground">
          <Items items={block.items} />
        </ul>
      );
    case "tip":
      return (
        <div role="note" className="flex gap-3 rounded-md border border-border bg-link-soft px-4 py-3">
          <Lightbulb aria-hidden className="mt-1.5 size-4 shrink-0 text-link" />
          <p>
            <span className="sr-only">Tip: </span>
            <Runs text={block.text} />
          </p>
        </div>
      );
    case "keys":
      return <KeyTable block={block} />;
    case "table":
      return <FactTable block={block} />;
  }
}

function Items({ items }: { items: readonly Text[] }) {
  return inOrder(items, (text) => (
    <li className="pl-1">
      <Runs text={text} />
    </li>
  ));
}

function Runs({ text }: { text: Text }) {
  return inOrder(text, (run) => (typeof run === "string" ? run : <Run run={run} />));
}

function Run({ run }: { run: Exclude<Inline, string> }) {
  switch (run.kind) {
    case "strong":
      return <strong className="font-semibold">{run.text}</strong>;
    case "key":
      return <Kbd>{run.text}</Kbd>;
    case "link":
      return <TextLink to={run.to}>{run.text}</TextLink>;
  }
}

function TextLink({ to, children }: { to: string; children: string }) {
  const looks = "text-link underline underline-offset-4 hover:decoration-2";
  if (to.startsWith("https:")) {
    return (
      <a href={to} rel="noreferrer" className={looks}>
        {children}
      </a>
    );
  }
  return (
    <Link to={to} className={looks}>
      {children}
    </Link>
  );
}

function KeyTable({ block }: { block: Extract<Block, { kind: "keys" }> }) {
  return (
    <table className="w-full text-left">
      <caption className="pb-2 text-left font-medium text-muted-foreground text-sm">{block.caption}</caption>
      <tbody>
        {block.rows.map((row) => (
          <tr key={row.does} className="border-border border-t">
            <th scope="row" className="w-32 py-2 pr-4 font-normal">
              <span className="flex gap-1">
                {inOrder(row.keys, (name) => (
                  <Kbd>{name}</Kbd>
                ))}
              </span>
            </th>
            <td className="py-2">{row.does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A table from `sm` up; on phones each row is a small stack with the column's name before each value. */
function FactTable({ block }: { block: Extract<Block, { kind: "table" }> }) {
  return (
    <table className="w-full text-left text-sm leading-5">
      <caption className="pb-2 text-left font-medium text-muted-foreground text-sm">{block.caption}</caption>
      <thead className="max-sm:sr-only">
        <tr>
          {block.head.map((name) => (
            <th key={name} scope="col" className="py-2 pr-4 font-medium text-muted-foreground">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map(([name, ...cells]) => (
          <tr key={name} className="border-border border-t align-top max-sm:block max-sm:py-2">
            <th scope="row" className="py-2 pr-4 font-medium max-sm:block max-sm:py-1">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={block.head[index + 1]} className="py-2 pr-4 max-sm:block max-sm:py-0.5">
                <span aria-hidden className="text-muted-foreground sm:hidden">
                  {block.head[index + 1]}:{" "}
                </span>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// Fixed text never changes its order, so its position identifies it and no key is needed.
function inOrder<Item>(items: readonly Item[], view: (item: Item) => ReactNode) {
  return createElement(Fragment, null, ...items.map(view));
}
