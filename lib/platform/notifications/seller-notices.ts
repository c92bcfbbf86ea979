import { notice, SKILL, sellerNotice } from "@/lib/platform/notifications/notice-kind";

type OwnSkill = { skill: string; skillId: string };

/** To developers about their own skills. */
export const SELLER_NOTICES = {
  skill_approved: sellerNotice<{ skill: string; slug: string; isLive?: boolean }>("A skill is approved", {
    about: "A skill was approved",
    sample: { skill: "Text statistics", slug: "text-statistics", isLive: true },
    varies: true,
    message: ({ skill, slug, isLive }) =>
      // Not a link: an unlisted or suspended skill has no page.
      isLive === false
        ? {
            title: `${skill} was approved`,
            lines: ["The skill isn't on the marketplace now. The approved version appears once you put it back."],
            action: { label: "Open your skills", path: "/console" },
          }
        : {
            title: `${skill} is on the marketplace`,
            lines: ["A reviewer approved it, and it's on the marketplace now."],
            action: { label: "See it", path: `/skills/${slug}` },
          },
    event: { type: "skill.approved", data: ({ skill, slug }) => ({ name: skill, skill: slug }) },
  }),
  skill_rejected: sellerNotice<OwnSkill & { reason: string | null }>("A skill is not approved", {
    about: "A skill was rejected",
    sample: { ...SKILL, reason: "The endpoint doesn't respond." },
    varies: true,
    message: ({ skill, skillId, reason }) => ({
      title: `${skill} was not approved`,
      lines: [
        reason ? `The reviewer says: ${reason}` : "The reviewer gave no reason.",
        "Make the changes and submit it again. If you think this is a mistake, appeal in its history, once: another administrator decides.",
      ],
      action: { label: "Edit the skill", path: `/console/${skillId}` },
    }),
    event: { type: "skill.rejected", data: suspendedOrRejected },
  }),
  mark_removed: notice<{ what: string; reason: string }>({
    about: "An administrator removed a badge or a picture",
    sample: { what: "Your picture", reason: "It shows another company's logo." },
    message: ({ what, reason }) => ({
      title: `${what} was removed`,
      lines: [`An administrator says: ${reason}`, "Decisions in your console says how to appeal."],
      action: { label: "Open your decisions", path: "/console/decisions" },
    }),
  }),
  domain_lost: notice<{ domain: string }>({
    about: "A domain is no longer verified",
    sample: { domain: "example.com" },
    message: ({ domain }) => ({
      title: `${domain} is no longer shown as yours`,
      lines: ["Its TXT record or file was missing for two weeks. Put it back, then check it again."],
      action: { label: "Open your profile", path: "/console/profile" },
    }),
  }),
  bundle_replaced: notice<OwnSkill & { version: string; before: string; now: string }>({
    about: "The bundle of a version was replaced",
    sample: { ...SKILL, version: "1.2.0", before: "release-key", now: "new-release-key" },
    message: ({ skill, skillId, version, before, now }) => ({
      title: `The Sigstore bundle of ${skill} ${version} was replaced`,
      lines: [`It was signed by ${before} before, and is signed by ${now} now. If that was not you, check your keys.`],
      action: { label: "Open the skill", path: `/console/${skillId}` },
    }),
  }),
  package_paused: notice<OwnSkill & { found: string }>({
    about: "A malware scanner reported a skill's package",
    sample: { ...SKILL, found: "Eicar-Signature" },
    message: ({ skill, skillId, found }) => ({
      title: `Downloads of ${skill} are paused`,
      lines: [
        `A malware scanner reports ${found} in its package. Scanners are sometimes wrong, so a reviewer will check it.`,
        "Nothing else changes for the skill. If you know why it was reported, reply in its history.",
      ],
      action: { label: "Open the skill", path: `/console/${skillId}/history` },
    }),
  }),
  first_sale: sellerNotice<OwnSkill>("First sale of a skill", {
    about: "A skill's first sale",
    sample: SKILL,
    message: ({ skill }) => ({
      title: `${skill} has its first sale`,
      lines: ["Someone paid for it. Your share is on your earnings page."],
      action: { label: "Open your earnings", path: "/console/earnings" },
    }),
  }),
  new_review: sellerNotice<OwnSkill & { rating: number }>("New review", {
    about: "A skill has a new review",
    sample: { ...SKILL, rating: 5 },
    message: ({ skill, skillId, rating }) => ({
      title: `${skill} has a new review`,
      lines: [`${rating} of 5 stars. You can reply to it.`],
      action: { label: "Read the reviews", path: `/console/${skillId}/reviews` },
    }),
  }),
  endpoint_failing: sellerNotice<OwnSkill & { calls: number; failures: number }>("Endpoint is failing", {
    about: "A developer's endpoint fails",
    sample: { ...SKILL, calls: 40, failures: 12 },
    message: ({ skill, skillId, calls, failures }) => ({
      title: `The endpoint of ${skill} is failing`,
      lines: [`${failures} of its ${calls} calls in the last 15 minutes failed. Failed calls are not charged.`],
      action: { label: "Open the failed calls", path: `/console/${skillId}/calls?status=failed` },
    }),
  }),
  tool_changed: sellerNotice<OwnSkill & { changed: string[]; gone: string[] }>("Tools that changed", {
    about: "Tools of a seller's MCP server differ from the reviewed ones",
    sample: { ...SKILL, changed: ["list_invoices"], gone: [] },
    message: ({ skill, skillId, changed, gone }) => ({
      title: `Tools of ${skill} have changed at your server`,
      lines: [
        ...(changed.length > 0 ? [`Changed: ${changed.join(", ")}.`] : []),
        ...(gone.length > 0 ? [`Gone: ${gone.join(", ")}.`] : []),
        "Calls of these tools are refused until the change is reviewed. The others keep working.",
        "Import the tools again to submit the change.",
      ],
      action: { label: "See the difference", path: `/console/${skillId}` },
    }),
  }),
  endpoint_slow: sellerNotice<OwnSkill & { calls: number; seconds: number }>("Endpoint is slow", {
    about: "A developer's endpoint is slow",
    sample: { ...SKILL, calls: 40, seconds: 12 },
    message: ({ skill, skillId, calls, seconds }) => ({
      title: `The endpoint of ${skill} is slow`,
      lines: [`Half of its ${calls} calls in the last 15 minutes took ${seconds} seconds or longer.`],
      action: { label: "Open the calls", path: `/console/${skillId}/calls` },
    }),
  }),
  review_comment: notice<OwnSkill & { text: string }>({
    about: "A reviewer commented on a submission",
    sample: { ...SKILL, text: "What does the limit mean?" },
    message: ({ skill, skillId, text }) => ({
      title: `A reviewer commented on ${skill}`,
      lines: [text, "Your reply helps the review."],
      action: { label: "Answer", path: `/console/${skillId}/history#conversation` },
    }),
  }),
  slug_released: notice<OwnSkill & { slug: string; former: string }>({
    about: "A draft's slug changed",
    sample: { ...SKILL, slug: "text-statistics-2", former: "text-statistics" },
    message: ({ skill, skillId, slug, former }) => ({
      title: `The slug of your draft ${skill} changed`,
      lines: [
        `Another skill now uses ${former}: a draft that is never submitted reserves its slug for 30 days after its last change.`,
        `Nothing else changed; its slug is now ${slug}.`,
      ],
      action: { label: "Open the draft", path: `/console/${skillId}` },
    }),
  }),
  skill_suspended: notice<OwnSkill & { reason: string; isPrivate?: boolean }>({
    about: "A skill was suspended",
    sample: { ...SKILL, reason: "It copies another skill." },
    message: ({ skill, skillId, reason, isPrivate }) => ({
      title: isPrivate ? `${skill} was suspended` : `${skill} has been taken off the marketplace`,
      lines: [
        `An administrator says: ${reason}`,
        isPrivate
          ? "Members of your organization can't use it until the suspension ends."
          : "It can't be found, bought or called now, and the unused part of active purchases is refunded.",
        "Decisions in your console lists the evidence and how to appeal.",
      ],
      action: { label: "Open the skill", path: `/console/${skillId}` },
    }),
    event: { type: "skill.suspended", data: suspendedOrRejected },
  }),
  skill_restored: notice<OwnSkill & { isPrivate?: boolean }>({
    about: "A skill's suspension ended",
    sample: SKILL,
    message: ({ skill, skillId, isPrivate }) => ({
      title: `${skill} is no longer suspended`,
      lines: [
        isPrivate
          ? "Members of your organization can use its approved version again."
          : "Its approved version is on the marketplace again, unless you have unlisted it.",
      ],
      action: { label: "Open the skill", path: `/console/${skillId}` },
    }),
  }),
  sales_paused: notice<OwnSkill & { reason: string }>({
    about: "Sales of a skill were paused",
    sample: { ...SKILL, reason: "The response breaks its schema: words is required." },
    message: ({ skill, skillId, reason }) => ({
      title: `Sales of ${skill} are paused`,
      lines: [
        "More than once, its endpoint responded differently than when it was reviewed, in a way that harms buyers:",
        ...reason.split("\n"),
        "It can't be found, bought or called by new customers. Subscriptions run to the end of their period and don't renew.",
        "Correct the endpoint and appeal, or submit another version: an administrator decides.",
      ],
      action: { label: "Open the skill", path: `/console/${skillId}` },
    }),
  }),
  sales_resumed: notice<OwnSkill>({
    about: "Sales of a skill were resumed",
    sample: SKILL,
    message: ({ skill, skillId }) => ({
      title: `Sales of ${skill} are resumed`,
      lines: ["It is on the marketplace again."],
      action: { label: "Open the skill", path: `/console/${skillId}` },
    }),
  }),
  skill_warned: notice<OwnSkill & { note: string }>({
    about: "A skill must be changed",
    sample: { ...SKILL, note: "Explain what it stores." },
    message: ({ skill, skillId, note }) => ({
      title: `An administrator asks you to change ${skill}`,
      lines: [note, "It stays on the marketplace for now."],
      action: { label: "Open the skill", path: `/console/${skillId}` },
    }),
  }),
};

function suspendedOrRejected({ skill, skillId, reason }: OwnSkill & { reason: string | null }) {
  return { name: skill, skill_id: skillId, ...(reason !== null && { reason }) };
}
