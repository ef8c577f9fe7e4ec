import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = "app/components/ui";

/** What shadcn/ui exports, by file: its CLI writes screens that import these names. */
const published: Record<string, string> = {
  "alert-dialog":
    "AlertDialog AlertDialogPortal AlertDialogOverlay AlertDialogTrigger AlertDialogContent AlertDialogHeader AlertDialogFooter AlertDialogTitle AlertDialogDescription AlertDialogMedia AlertDialogAction AlertDialogCancel",
  avatar: "Avatar AvatarImage AvatarFallback AvatarBadge AvatarGroup AvatarGroupCount",
  badge: "Badge badgeVariants",
  button: "Button buttonVariants",
  card: "Card CardHeader CardTitle CardDescription CardAction CardContent CardFooter",
  checkbox: "Checkbox",
  command:
    "Command CommandDialog CommandInput CommandList CommandEmpty CommandGroup CommandItem CommandShortcut CommandSeparator",
  dialog:
    "Dialog DialogClose DialogContent DialogDescription DialogFooter DialogHeader DialogOverlay DialogPortal DialogTitle DialogTrigger",
  "dropdown-menu":
    "DropdownMenu DropdownMenuPortal DropdownMenuTrigger DropdownMenuContent DropdownMenuGroup DropdownMenuLabel DropdownMenuItem DropdownMenuCheckboxItem DropdownMenuRadioGroup DropdownMenuRadioItem DropdownMenuSeparator DropdownMenuShortcut DropdownMenuSub DropdownMenuSubTrigger DropdownMenuSubContent",
  input: "Input",
  kbd: "Kbd KbdGroup",
  label: "Label",
  "native-select": "NativeSelect NativeSelectOptGroup NativeSelectOption",
  popover: "Popover PopoverTrigger PopoverContent PopoverAnchor PopoverHeader PopoverTitle PopoverDescription",
  progress: "Progress",
  "radio-group": "RadioGroup RadioGroupItem",
  sheet: "Sheet SheetTrigger SheetClose SheetContent SheetHeader SheetFooter SheetTitle SheetDescription",
  skeleton: "Skeleton",
  spinner: "Spinner",
  switch: "Switch",
  table: "Table TableHeader TableBody TableFooter TableHead TableRow TableCell TableCaption",
  tabs: "Tabs TabsList TabsTrigger TabsContent tabsListVariants",
  textarea: "Textarea",
};

/** Files and names of our own. */
const own: Record<string, string> = {
  // The part between header and footer that scrolls (decision record 027).
  "alert-dialog": "AlertDialogBody",
  dialog: "DialogBody",
  sheet: "SheetBody",
  // The letters that Avatar shows for a name.
  avatar: "initials",
  // The native dialog, popover and icons below shadcn's parts, and styles that several of them share.
  chip: "*",
  control: "*",
  floating: "*",
  "floating-style": "*",
  icons: "*",
  modal: "*",
  "tabs-style": "*",
  tone: "*",
  // In place of sonner, whose toasts our content security policy leaves without styles.
  toaster: "Toaster",
  "toast-store": "*",
};

const files = readdirSync(folder).filter((name) => /\.tsx?$/.test(name));
const names = (text = "") => text.split(" ");

test.each(files)("%s exports only names of shadcn/ui", (file) => {
  const text = readFileSync(join(folder, file), "utf8");
  const exported = [...text.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name = ""]) => name);
  const part = file.replace(/\.tsx?$/, "");
  const known = [...names(published[part]), ...names(own[part])];
  expect(exported.length).toBeGreaterThan(0);
  expect(exported.filter((name) => !known.includes(name) && !known.includes("*"))).toEqual([]);
});

test("every part named here exists", () => {
  const parts = files.map((file) => file.replace(/\.tsx?$/, ""));
  expect([...Object.keys(published), ...Object.keys(own)].filter((part) => !parts.includes(part))).toEqual([]);
});
