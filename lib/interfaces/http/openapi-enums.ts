import { CHANGES, CONTENT_NAMES } from "@/lib/supply/skills/content-fields";

type Json = Record<string, unknown>;

/** The names of enumerations in generated clients, by their values. Add new values here, too. */
const NAMES: Record<string, string> = {
  "read purchase execute publish admin": "Scope",
  "read purchase execute publish": "GrantableScope",
  "day week month total": "LimitInterval",
  "day month": "ConnectionLimitInterval",
  "day week month year": "SubscriptionInterval",
  "subscription usage": "PricingType",
  "api download both": "ExecutionType",
  "api download": "UseKind",
  "popular trending newest price_asc price_desc rating": "SkillSort",
  "newest highest lowest": "ReviewSort",
  "3 4": "MinimumRating",
  "owner admin purchase free_calls pay_per_call free none": "AccessReason",
  "draft pending approved rejected": "SkillStatus",
  "active cancelled expired": "PurchaseStatus",
  "execute download": "UsageKind",
  "succeeded failed": "UsageStatus",
  "hour day": "SummaryInterval",
  "7 30 90": "AnalyticsDays",
  "created open processing paid failed expired": "OrderState",
  "sent verified": "VerificationStatus",
  "user admin": "Role",
  "active suspended closed": "AccountState",
  [CHANGES.join(" ")]: "ContentField",
  [CONTENT_NAMES.join(" ")]: "CommentedField",
  "name description category execution_type": "ComparedText",
  "skill_md all_files": "PackagePreview",
  "flag strict": "ResponseMode",
  "added removed made_required made_optional narrowed changed": "ParameterChange",
  "removed made_optional widened": "ResultChange",
  "removed made_required made_optional narrowed widened": "BreakingChangeKind",
  "parameter result": "ContractPart",
  "added removed changed": "PackageFileChange",
  "active used_up expired ended": "PromotionState",
  "icon screenshot": "ImageKind",
  "receipt credit_note": "DocumentKind",
  "payment refund dispute purchase_refund refund_reversed": "DocumentReason",
  "me none": "AssignedTo",
  "name text package endpoint": "Likeness",
  "refunded disputed": "PaymentReversal",
  "open needs_response over": "DisputeFilter",
  "open invitation closed": "RegistrationMode",
  "shared_address buying_ring shared_with_buyers refund_spike refunded_buyer": "SafetySignalKind",
  "open declined escalated refunded rejected closed": "RefundRequestState",
  "accept decline": "RefundReply",
  "refund refund_unused reject": "RefundDecisionKind",
  "reviewer developer": "CommentAuthor",
  "suspended failing rejected incomplete unanswered": "AttentionKind",
  "approve reject": "DecisionAction",
  "new edit suspended": "SubmissionKind",
  "error high medium low": "Severity",
  "new changed same": "FileChange",
  "whole start none": "CheckedPart",
  "text hex": "FileEncoding",
  "pending in_transit paid returning failed": "PayoutState",
  "requested monthly": "PayoutOrigin",
  "none incomplete restricted ready": "PayoutAccountState",
  "malware stolen misleading broken other": "ReportKind",
  "open dismissed warned suspended": "ReportState",
  "dismiss warn suspend": "ReportAction",
  "full unused": "RefundKind",
  "ok unreachable": "DatabaseState",
  "ok attention": "SystemStatus",
  "local production": "AppEnvironment",
  "working silent never": "WorkerState",
  "ok failing late": "JobState",
  "waiting failed refused": "EventState",
  "applied refused failed": "EventOutcome",
  "pending delivered failed": "DeliveryState",
  "buyer developer": "PurchaseRole",
  "running succeeded failed cancelled": "RunState",
};
/** Enumerations identified by their first value, because their lists grow. */
const NAMES_BY_FIRST: Record<string, string> = {
  "credits-10": "PackId",
  submit: "ReviewAction",
  "skill.approved": "WebhookEventType",
};

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The name of an enumeration, or undefined for the text of a boolean and for one that has none. */
export function enumName(values: readonly unknown[]): string | undefined {
  return NAMES[values.join(" ")] ?? NAMES_BY_FIRST[String(values[0])];
}

/**
 * Moves every enumeration of an OpenAPI document that has a name to the components, so that generated clients have one
 * type of that name wherever it is used. Changes the document in place.
 */
export function nameEnums(document: { components?: object }): void {
  const named: Json = {};
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isObject(node)) return;
    const name = node.type === "string" && Array.isArray(node.enum) && enumName(node.enum);
    if (name) {
      named[name] = { type: "string", enum: node.enum };
      delete node.type;
      delete node.enum;
      node.$ref = `#/components/schemas/${name}`;
    }
    for (const [key, value] of Object.entries(node)) if (!/^(?:examples?|default)$/.test(key)) visit(value);
  };
  visit(document);
  const components = document.components as { schemas: Json };
  for (const name of Object.keys(named))
    if (components.schemas[name]) throw new Error(`Two schemas of the API are called ${name}`);
  Object.assign(components.schemas, named);
}
