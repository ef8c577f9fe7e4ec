export type Point = { title: string; text: string };
export type ProofId = "booking" | "offline" | "evidence" | "scores" | "skills" | "live";
export type SectionId = "board" | "phone" | "money" | "equipment" | "start";
export type LandingSection = {
  id: SectionId;
  eyebrow: string;
  title: string;
  text: string;
  points: readonly Point[];
};
export type Action = { label: string; to: string };
export type Comparison = { elsewhere: string; here: string };
export type Question = { question: string; answer: string };

export const actions = {
  start: { label: "Start free", to: "/signup" },
  demo: { label: "See the demo", to: "/login" },
} as const satisfies Record<string, Action>;

export const hero = {
  eyebrow: "For heating and cooling businesses",
  title: "The whole day on one board. The whole job on one phone.",
  text: "Plenum takes a job from the first call to the paid invoice. It works in a basement with no cell service, and it tells you why a booking does not fit.",
  note: "$0 per user, free and open source (MIT). Optional Pro: $49 a month for the whole business. No credit card to start.",
} as const;

export const proof: readonly (Point & { id: ProofId })[] = [
  {
    id: "booking",
    title: "Each slot is booked once",
    text: "Two dispatchers, one slot: one gets it, the other sees which job has it.",
  },
  {
    id: "offline",
    title: "Works offline, and shows it",
    text: "Each entry says Queued, Sending or Saved. Saved means the office has it.",
  },
  {
    id: "evidence",
    title: "Signatures and photos stay with the job",
    text: "Through every change of status, from the driveway to the paid invoice.",
  },
  {
    id: "scores",
    title: "Health scores, explained",
    text: "Every deduction shows its reason.",
  },
  {
    id: "skills",
    title: "The right technician",
    text: "Skills and certifications are checked for the day of the job, including expiration dates.",
  },
  {
    id: "live",
    title: "Everyone sees the same day",
    text: "A change on one screen shows up on all the others within a second.",
  },
];

export const sections: readonly LandingSection[] = [
  {
    id: "board",
    eyebrow: "Dispatch",
    title: "See scheduling conflicts, and the best way to fix them",
    text: "See each technician's day by the hour, with drive time between jobs. Drop a job, and Plenum explains any conflict in plain words.",
    points: [
      {
        title: "Conflicts in plain words",
        text: '"The drive from WO-131 takes 30 min; only 15 min is available." Two fixes are listed next to it, each with the minutes it adds.',
      },
      {
        title: "Reassign the day",
        text: "If someone calls in sick, see every change of the new plan before you accept it. Undo it if you need to.",
      },
      {
        title: "Suggested openings",
        text: "Openings are sorted by the drive time each one adds, with the reason next to it.",
      },
      {
        title: "By mouse, finger or keyboard",
        text: "Drag a job to a technician and a time, or pick both from a list. Undo your moves one by one.",
      },
    ],
  },
  {
    id: "phone",
    eyebrow: "In the field",
    title: "Works in the crawl space, syncs in the driveway",
    text: "Today's jobs and their checklists are on the phone before the van leaves. Big buttons, strong contrast, one thumb.",
    points: [
      {
        title: "Always know what is saved",
        text: "The screen counts the changes that are only on the phone. If the connection drops and one is sent twice, it is saved once.",
      },
      {
        title: "Checklists that fit the job",
        text: "Checks, measurements with their range, photos, readings and a signature. A failed check can start a follow-up visit.",
      },
      {
        title: "No change is overwritten",
        text: "If the office changed the same thing, both versions are shown and you choose.",
      },
    ],
  },
  {
    id: "money",
    eyebrow: "Estimates and invoices",
    title: "Approved in the driveway, billed from the job",
    text: "Your customer compares the options, signs and later pays on any phone, without an account.",
    points: [
      {
        title: "Good, better and best",
        text: "Up to three options with optional extras. The approved one becomes the job, with its parts and prices.",
      },
      {
        title: "One job, one invoice",
        text: "Labor, parts and tax come from the job. Anything missing is marked before you issue the invoice.",
      },
      {
        title: "Card payments into your own account",
        text: "Payments, deposits and refunds run through your own Stripe account. Reminders for overdue invoices go out automatically.",
      },
    ],
  },
  {
    id: "equipment",
    eyebrow: "Customers and equipment",
    title: "Know the equipment before you knock",
    text: "Every property has its equipment, warranty and maintenance plan. One landlord can have many properties.",
    points: [
      {
        title: "What is there, before the van leaves",
        text: "Make, model, warranty, past jobs and the last measurements are on the job and on the phone.",
      },
      {
        title: "A health score you can check",
        text: "See each deduction and the record behind it. Without an install date the score is unknown, not perfect.",
      },
      {
        title: "Maintenance on time",
        text: "The plan shows what is due, due soon and overdue. Each due date creates one work order, never two.",
      },
    ],
  },
  {
    id: "start",
    eyebrow: "The first day",
    title: "Your first job is out within minutes",
    text: "Sign up, and five short steps take you to your first dispatched job. You can be your own first technician.",
    points: [
      {
        title: "14 service types to start with",
        text: "Tune-ups, diagnostics, installs and leak searches, each with its duration, skills, price and checklist. Change what you like.",
      },
      {
        title: "Checklists written for the trade",
        text: "Flue CO, static pressure, temperature split and nitrogen pressure, each with its unit and range.",
      },
      {
        title: "Nothing to install",
        text: "The office works in a browser. Technicians add Plenum to the home screen of their phone.",
      },
    ],
  },
];

export const comparison = {
  title: "Common frustrations, and how Plenum avoids them",
  text: "What people in the trade complain about in field service software.",
  rows: [
    {
      elsewhere: "The card snaps back without a reason.",
      here: "A refused move names its reason and opens what is missing.",
    },
    {
      elsewhere: '"Saved" on the phone, nothing in the office.',
      here: "It says Saved only after the server has responded.",
    },
    {
      elsewhere: "A reopened job loses the customer's signature.",
      here: "A status change never removes signatures, photos or readings.",
    },
    {
      elsewhere: "A technician without a shift disappears from the board.",
      here: "They stay in their lane, marked as having no shift.",
    },
    {
      elsewhere: "A score of 63, and no idea what to do about it.",
      here: "The deductions are listed, each with the record it comes from.",
    },
    {
      elsewhere: "Two people edit a customer, and the last one wins.",
      here: "Both versions are shown side by side, and you choose.",
    },
  ] satisfies Comparison[],
} as const;

export const household = {
  eyebrow: "For households",
  title: "See the month your money runs short, while you can still change it",
  text: "Plan income and expenses, keep your bank accounts in one place and look months ahead. A household belongs to one person: no role in a business can open it, not even an Admin.",
  start: { label: "Start free", to: "/signup" },
  points: [
    {
      title: "A forecast you can check",
      text: "Bills due on the 31st land on the right day every month. See the first day you would run short, and why.",
    },
    {
      title: "Imports without surprises",
      text: "Each row of a bank file is marked as new, duplicate, possible match or error before it counts. You can undo the whole file later.",
    },
    {
      title: "Try it before you commit",
      text: "Cross out an expense, delay it, or add a new one. What you saved does not change.",
    },
  ],
} as const;

export const questions: readonly Question[] = [
  {
    question: "What does it cost?",
    answer:
      "Nothing, for a business of any size. Where Pro is offered, it is $49 a month or $490 a year for the whole business and raises the hourly limits for the assistant, for reading receipts and nameplates, and for industry comments. Everything else is free. The software is open source. If you run it yourself, you pay for hosting and any add-on services you choose.",
  },
  {
    question: "Can we bring our data?",
    answer:
      "You can import parts and stock from a spreadsheet (CSV) and check each row first. There is no file import for customers and past jobs. Enter customers as they call, or send the records through the API. You can export all of your records at any time.",
  },
  {
    question: "How soon can we book a real job?",
    answer:
      "Sign up, add a customer with an address, book a work order. That is all a job needs. One click adds service types with their checklists.",
  },
  {
    question: "Which phones does it run on?",
    answer:
      "Any phone with a current browser. Technicians add Plenum to the home screen like an app, so their jobs are there without cell service. There is no app store download.",
  },
  {
    question: "Do we need a map key or other services?",
    answer:
      "No. Drive times are estimated and labeled as such, and places come from a built-in list. Connect a routing or address service if you need one.",
  },
  {
    question: "What can a technician see?",
    answer:
      "Technicians see work orders, customers and equipment, and can change the jobs assigned to them. An Admin can give each person more or less access. The server checks it on every request.",
  },
  {
    question: "Is it finished?",
    answer:
      "It is a beta. Everything described here works today, but parts of it will still change. You can export all of your records at any time.",
  },
];

export const closing = {
  title: "Schedule tomorrow in a few minutes",
  text: "One customer, one address, one job. Then dispatch it to a technician's phone and see it completed.",
  contact: { label: "Chat with us", to: "/contact", text: "Questions first? A person replies by email." },
} as const;
