import { link, list, p, strong, t } from "~/content/blocks";
import type { LegalDocument } from "./document";

export const terms: LegalDocument = {
  title: "Terms of Service",
  effective: "2026-11-20",
  intro: [
    p`These terms are between you and the ${strong("operator")}: the business or person who runs this installation of Plenum. The software itself comes from its authors under the MIT license, which is a separate matter and is
      explained below.`,
  ],
  sections: [
    {
      id: "the-service",
      title: "What you get",
      body: [
        p`Plenum helps heating and cooling businesses book, dispatch, document and bill their work, and helps households plan their
          money. It is a beta: parts of it will change, and some may be removed. The operator should tell you before something you rely on
          is removed.`,
      ],
    },
    {
      id: "your-account",
      title: "Your account",
      body: [
        list(
          t`Give your own name and an email address you can read.`,
          t`Keep your password to yourself. What is done with your account counts as done by you until you report that someone else got into it.`,
          t`One account is for one person. Technicians who share a phone still sign in separately, since times and signatures carry
            a name.`,
          t`You must be old enough to make a contract where you live.`,
        ),
        p`The person who signs up a business confirms that they may act for it. Its Admins decide who belongs to it and what they may do.`,
      ],
    },
    {
      id: "fair-use",
      title: "What is not allowed",
      body: [
        list(
          t`Looking for or opening records that are not yours.`,
          t`Overloading the service, getting around its limits, or using it to send spam.`,
          t`Uploading malware or anything you have no right to share.`,
          t`Recording customers or colleagues where the law forbids it. Ask before you use voice or photos in someone's home.`,
          t`Entering made-up readings, signatures or times.`,
        ),
        p`Testing the security of an installation of your own is welcome. For anyone else's, ask its operator first.`,
      ],
    },
    {
      id: "your-data",
      title: "Your data stays yours",
      body: [
        p`What you enter belongs to you or your business. You allow the operator to store and process it as far as running the service
          requires, and no further. How it is handled is in the ${link("Privacy Policy", "/privacy")}.`,
        p`You are responsible for having the right to enter it, for example the contact details of your customers, and for records
          you must keep by law. Keep copies of what you cannot afford to lose.`,
      ],
    },
    {
      id: "your-judgment",
      title: "Your judgment comes first",
      body: [
        p`Plenum calculates; it does not replace a trained person. Superheat and subcooling, health scores, drive times, leak figures and
          reminders depend on what was entered and on published tables that change. Follow the manufacturer, the code and the law.
          If the screen and your gauges disagree, stop and find out why.`,
        p`The household area is a planning tool. Forecasts assume that the future resembles what you entered. They are not financial, tax
          or legal advice.`,
      ],
    },
    {
      id: "outside-services",
      title: "Outside services",
      body: [
        p`Banks, maps, email, speech and code hosting may come from other companies under their own terms. If one of them fails or
          changes, the part of Plenum that uses it falls back to a simpler way or pauses until it returns.`,
      ],
    },
    {
      id: "price",
      title: "Price",
      body: [
        p`The software is free. An operator may charge for running it. If so, they must tell you the price and how to cancel before
          you owe anything. Where the operator sells Pro, its price is shown next to the button, it renews until you cancel, and you can cancel on the same screen at any time.`,
      ],
    },
    {
      id: "the-license",
      title: "The license of the software",
      body: [
        p`Plenum is published under the ${strong("MIT license")}. Anyone may use, copy, change and pass it on, as long as the license text
          goes with it. It comes as it is, without warranty of any kind, and its authors are not liable for damage from using it.`,
        p`That is all the authors promise you: the source code, in the open, to inspect and to run yourself. They do not run
          this installation, cannot see its data and cannot repair it for you.`,
      ],
    },
    {
      id: "availability",
      title: "Availability and liability",
      body: [
        p`The operator runs the service with reasonable care but does not promise that it is always available or free of errors, unless
          you have a written agreement that says so. Have a way to work for a day without it.`,
        p`As far as the law allows, the operator is not liable for lost profit or for damage that could not be foreseen. Nothing here limits
          liability that the law does not allow to be limited, such as for intentional acts, or for injury to life and health, or the rights
          you have as a consumer.`,
      ],
    },
    {
      id: "ending",
      title: "Ending it",
      body: [
        p`You may stop at any time. Copy what you need first. The operator may suspend an account that breaks these terms or puts
          others at risk, and should say why. If the whole installation is to close, the operator gives you notice and reasonable
          time to take your data with you, unless the law or a court leaves no choice.`,
      ],
    },
    {
      id: "changes",
      title: "Changes and law",
      body: [
        p`When these terms change in a way that matters, the date at the top changes and the operator tells you. If you keep using
          the service after that, the new terms apply; if you do not agree, you may leave.`,
        p`The law at the operator's place of business applies. A consumer keeps the protection of the law where they live. If one
          sentence here is not valid, the others still are.`,
      ],
    },
  ],
};
