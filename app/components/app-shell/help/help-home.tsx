import { useShell } from "~/components/app-shell/use-shell";
import { Button } from "~/components/ui/button";
import { BookOpen, MessageCircle } from "~/components/ui/icons";
import { topics } from "~/content/help";
import { ArticleList } from "./article-list";

export function HelpHome({ onRead, onWrite }: { onRead: (slug: string | null) => void; onWrite: () => void }) {
  const person = useShell()?.person;
  const [start] = topics;
  return (
    <>
      <p className="font-semibold text-base text-foreground">
        {person ? `Hello, ${person.firstName}.` : "Hello."} How can we help?
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => onRead(null)}>
          <BookOpen />
          Browse all topics
        </Button>
        <Button variant="outline" onClick={onWrite}>
          <MessageCircle />
          Write a message
        </Button>
      </div>
      <h3 className="mt-6 mb-1 font-medium text-muted-foreground text-sm">{start.title}</h3>
      <ArticleList articles={start.articles} onRead={onRead} />
    </>
  );
}
