import { useState } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import { Button } from "~/components/ui/button";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { BookOpen, MessageCircle } from "~/components/ui/icons";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "~/components/ui/tabs";
import { topics } from "~/content/help";
import { ArticleList } from "./article-list";
import { HelpTopics } from "./help-topics";
import { Messages } from "./messages";

const helpTabs = ["home", "messages", "help"] as const;
export type HelpTab = (typeof helpTabs)[number];

const names: Record<HelpTab, string> = { home: "Home", messages: "Messages", help: "Help" };

/** Help in a dialog over the current screen. */
export function HelpModal({ startAt, onClose }: { startAt: HelpTab; onClose: () => void }) {
  const [tab, setTab] = useState(startAt);
  const [article, setArticle] = useState<string | null>(null);
  const read = (slug: string | null) => {
    setArticle(slug);
    setTab("help");
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Help</DialogTitle>
        </DialogHeader>
        <Tabs
          value={tab}
          onValueChange={(chosen) => setTab(helpTabs.find((one) => one === chosen) ?? "home")}
          className="flex h-[36rem] min-h-0 flex-col"
        >
          <TabsList className="shrink-0 px-6" aria-label="Help">
            {helpTabs.map((one) => (
              <TabsTrigger key={one} value={one}>
                {names[one]}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value="home" className={panel}>
            <HelpHome onRead={read} onWrite={() => setTab("messages")} />
          </TabsContent>
          <TabsContent value="messages" className={panel}>
            <Messages onRead={read} onClose={onClose} />
          </TabsContent>
          <TabsContent value="help" className={panel}>
            <HelpTopics article={article} onRead={read} onClose={onClose} />
          </TabsContent>
        </Tabs>
      </DialogContent>
    </Dialog>
  );
}

const panel = "min-h-0 flex-1 overflow-y-auto px-6 pb-6 data-[state=inactive]:hidden";

function HelpHome({ onRead, onWrite }: { onRead: (slug: string | null) => void; onWrite: () => void }) {
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
