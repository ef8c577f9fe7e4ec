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
  text: "Plenum takes a job from the first call to the paid invoice. It keeps working in the basement with no cell service, and it tells you why a booking does not fit.",
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
    text: "Each entry says queued, sending or saved. Saved means the office has it.",
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
    text: "A change on one screen is on all the others within a second.",
  },
];

export const sections: readonly LandingSection[] = [
  {
    id: "board",
    eyebrow: "Dispatch",
    title: "See scheduling conflicts, and the best way to fix them",
    text: "Each technician's day by the hour, with drive time between jobs. Drop a job, and Plenum explains any conflict in plain words.",
    points: [
      {
        title: "Conflicts in plain words",
        text: '"Needs 30 minutes of driving, has 15." Two fixes are listed next to it, each with the minutes it adds.',
      },
      {
        title: "Reassign the day",
        text: "Someone calls in sick: see every change of the new plan before you accept it, and undo it if you need to.",
      },
      {
        title: "Suggested openings",
        text: "Sorted by the drive time each one adds, with the reason next to it.",
      },
      {
        title: "By mouse, finger or keyboard",
        text: "Drag a job to a technician and a time, or pick both from a list. Undo takes your moves back one by one.",
      },
    ],
  },
  {
    id: "phone",
    eyebrow: "In the field",
    title: "Works in the crawl space, synced by the driveway",
    text: "Today's jobs and their checklists are on the phone before the van leaves. Big buttons, strong contrast, one thumb.",
    points: [
      {
        title: "Always know what is saved",
        text: "What is still on the phone is counted on the screen. If the connection drops and it is sent twice, it still counts once.",
      },
      {
        title: "Checklists that fit the job",
        text: "Checks, measurements with their range, photos, readings and a signature. A failed check can open the follow-up visit.",
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
        text: "Labor, parts and tax come from the job. What is missing is marked before you issue it.",
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
        text: "Due, due soon and overdue are worked out from the plan. Each due date creates one work order, never two.",
      },
    ],
  },
  {
    id: "start",
    eyebrow: "The first day",
    title: "Your first job is out within minutes",
    text: "Sign up, and a short list leads from your business details to the first dispatched job. You can be your own first technician.",
    points: [
      {
        title: "14 service types to begin with",
        text: "Tune-ups, diagnoses, installs and leak searches, each with its duration, skills, price and checklist. Change what you like.",
      },
      {
        title: "Checklists written for the trade",
        text: "Flue CO, static pressure, temperature split and standing nitrogen, each with its unit and range.",
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
      here: "It says Saved only after the server has answered.",
    },
    {
      elsewhere: "A reopened job loses the customer's signature.",
      here: "A change of status never removes signatures, photos or readings.",
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
      text: "Bills on the 31st fall where they should in every month. See the first day that would run short, and what brings it there.",
    },
    {
      title: "Imports without surprises",
      text: "Each row of a bank file is shown as new, duplicate, possible match or error before it counts. Undo the whole file later.",
    },
    {
      title: "Try it before you commit",
      text: "Strike out an expense, delay it, add one that does not exist yet. What you saved is not touched.",
    },
  ],
} as const;

export const questions: readonly Question[] = [
  {
    question: "What does it cost?",
    answer:
      "Nothing, for a business of any size. Where Pro is offered, it is $49 a month or $490 a year for the whole business and raises the hourly limits of the assistant and of pictures that are read for you; nothing else is behind a plan. The software is free and open source: run it yourself, and you pay for hosting and the add-on services you choose.",
  },
  {
    question: "Can we bring what we have?",
    answer:
      "Parts and stock come in from a spreadsheet (CSV), with each row shown before it counts. Customers and past jobs have no file import: they are entered as they call, or sent over the API. All of your records can be exported at any time.",
  },
  {
    question: "How soon can we book a real job?",
    answer:
      "Sign up, add a customer with an address, book a work order. That is all a job needs. Service types with their checklists come in one click.",
  },
  {
    question: "Which phones does it run on?",
    answer:
      "Any with a current browser. Technicians add it to the home screen like an app, so jobs stay on the phone without cell service. No app store download.",
  },
  {
    question: "Do we need a map key or other services?",
    answer:
      "No. Drive times are estimated and labeled as such, and places come from a built-in list. Connect a routing or address service when you need it.",
  },
  {
    question: "What may a technician see?",
    answer:
      "They see work orders, customers and equipment, and can change the jobs assigned to them. An Admin can widen or narrow that for each person. The server checks it on every request.",
  },
  {
    question: "Is it finished?",
    answer:
      "It is a beta: everything described here works today, and parts of it will still change. You can export all of your records at any time.",
  },
];

export const closing = {
  title: "Schedule tomorrow in a few minutes",
  text: "One customer, one address, one job. Then dispatch it to a technician's phone and see it completed.",
  contact: { label: "Chat with us", to: "/contact", text: "Questions first? A person answers by email." },
} as const;
