export type Point = { title: string; text: string };
export type ProofId = "booking" | "offline" | "evidence" | "scores" | "stock" | "standalone";
export type SectionId = "board" | "phone" | "equipment" | "money" | "household";
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
  text: "Plenum takes a job from the first call to the paid invoice. It keeps working in the basement with no cell service, and it shows where every number comes from.",
  note: "Free and open source (MIT). No per-user fees. No credit card.",
} as const;

export const proof: readonly (Point & { id: ProofId })[] = [
  {
    id: "booking",
    title: "No double booking",
    text: "Two dispatchers, one slot: one gets it, the other sees which job has it.",
  },
  {
    id: "offline",
    title: "Works offline, and shows it",
    text: "Each entry says queued, sending or saved. Saved means the office has it.",
  },
  {
    id: "evidence",
    title: "Signatures and photos are never lost",
    text: "They stay with the job through every change of status.",
  },
  {
    id: "scores",
    title: "Health scores, explained",
    text: "Every deduction shows its reason.",
  },
  {
    id: "stock",
    title: "Inventory you can trust",
    text: "Every stock level is the sum of its movements and never goes below zero.",
  },
  {
    id: "standalone",
    title: "No other services needed",
    text: "Maps, email, bank and speech each have a built-in fallback.",
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
        title: "One board for everyone",
        text: "A change on one screen is on all the others within a second, and your view stays where it was.",
      },
      {
        title: "The right person",
        text: "Skills and certifications are checked for the day of the job, including expiration dates.",
      },
    ],
  },
  {
    id: "phone",
    eyebrow: "In the field",
    title: "Works in the crawl space, settles up in the driveway",
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
    id: "equipment",
    eyebrow: "Customers and equipment",
    title: "Know the equipment before you knock",
    text: "Every site has its equipment, warranty, maintenance and readings. One landlord can have many sites and one bill.",
    points: [
      {
        title: "From gauge to decision",
        text: "Superheat from the dew point, subcooling from the bubble point, corrected for altitude, next to the target.",
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
    id: "money",
    eyebrow: "Parts and invoices",
    title: "Money that adds up to the cent",
    text: "What was used on the job is what leaves the van and what lands on the invoice. No retyping in between.",
    points: [
      {
        title: "One job, one open invoice",
        text: "A double click does not bill a customer twice. Preview it while the job is still open.",
      },
      {
        title: "Issued stays issued",
        text: "The copy your customer has is the copy you have. Mistakes are corrected with a credit note.",
      },
      {
        title: "A ledger, not a counter",
        text: "Nobody types a stock level. Receive, use, transfer, count: every step stays visible, and a wrong one is reversed.",
      },
    ],
  },
  {
    id: "household",
    eyebrow: "And at home",
    title: "Your own money, separate from the business",
    text: "The same sign-in opens a planner for your household. No role in the business can read it, not even an Admin.",
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
      elsewhere: "The books show a part on the wrong truck.",
      here: "A transfer has two sides and both are posted together.",
    },
    {
      elsewhere: "A price of zero because the phone was offline.",
      here: "An unknown price is shown as unknown.",
    },
    {
      elsewhere: "Two coffees on one day, and the import drops one of them.",
      here: "The second identical row of a file is imported too.",
    },
  ] satisfies Comparison[],
} as const;

export const questions: readonly Question[] = [
  {
    question: "What does it cost?",
    answer:
      "The software is free and open source. You pay only for hosting and for any add-on services you choose. You can run it yourself.",
  },
  {
    question: "How soon can we book a real job?",
    answer:
      "Sign up, add a customer with an address, book a work order. That is all a job needs. Service types, stock and playbooks can follow when you have time.",
  },
  {
    question: "Which phones does it run on?",
    answer:
      "Any with a current browser. Technicians add it to the home screen like an app, so jobs stay on the phone without cell service. No app store download.",
  },
  {
    question: "Do we need a map key, a bank contract or an AI subscription?",
    answer:
      "No. Each has a built-in fallback: drive times are estimated and labeled as such, bank files can be imported, and a spoken work order can be typed. Connect the real services when you need them.",
  },
  {
    question: "Can my office see my household's money?",
    answer: "No. A household belongs to one person. No role in a business can open it, and neither can anyone else.",
  },
  {
    question: "What may a technician see?",
    answer:
      "They see work orders, customers, equipment and stock, and can change the jobs assigned to them. An Admin can widen or narrow that for each person. The server checks it on every request.",
  },
  {
    question: "Is it finished?",
    answer:
      "It is a beta. You can rely on what is there; some things will still change. The source is open for you to see.",
  },
];

export const closing = {
  title: "Schedule tomorrow in a few minutes",
  text: "One customer, one address, one job. Then dispatch it to a technician's phone and see it completed.",
} as const;
