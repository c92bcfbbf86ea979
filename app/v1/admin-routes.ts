import * as adminAccountCredits from "@/app/v1/admin/accounts/[id]/credits/route";
import * as adminAccountFee from "@/app/v1/admin/accounts/[id]/fee/route";
import * as adminImpersonate from "@/app/v1/admin/accounts/[id]/impersonate/route";
import * as adminAccountRole from "@/app/v1/admin/accounts/[id]/role/route";
import * as adminAccount from "@/app/v1/admin/accounts/[id]/route";
import * as adminAccountSignOut from "@/app/v1/admin/accounts/[id]/sign-out/route";
import * as adminAccountSuspend from "@/app/v1/admin/accounts/[id]/suspend/route";
import * as adminAccountUnsuspend from "@/app/v1/admin/accounts/[id]/unsuspend/route";
import * as adminAccountUnverify from "@/app/v1/admin/accounts/[id]/unverify/route";
import * as adminAccountVerify from "@/app/v1/admin/accounts/[id]/verify/route";
import * as adminAccounts from "@/app/v1/admin/accounts/route";
import * as adminAuditExport from "@/app/v1/admin/audit/export/route";
import * as adminAudit from "@/app/v1/admin/audit/route";
import * as adminCategoryMerge from "@/app/v1/admin/categories/[slug]/merge/route";
import * as adminCategory from "@/app/v1/admin/categories/[slug]/route";
import * as adminCategories from "@/app/v1/admin/categories/route";
import * as adminCollection from "@/app/v1/admin/collections/[slug]/route";
import * as adminDisputes from "@/app/v1/admin/disputes/route";
import * as adminImpersonation from "@/app/v1/admin/impersonation/route";
import * as adminInvariants from "@/app/v1/admin/invariants/run/route";
import * as adminInvitation from "@/app/v1/admin/invitations/[email]/route";
import * as adminInvitations from "@/app/v1/admin/invitations/route";
import * as adminJobRetry from "@/app/v1/admin/jobs/[id]/retry/route";
import * as adminMailTextPreview from "@/app/v1/admin/mail-texts/[kind]/preview/route";
import * as adminMailText from "@/app/v1/admin/mail-texts/[kind]/route";
import * as adminMailTextTest from "@/app/v1/admin/mail-texts/[kind]/test/route";
import * as adminMailTexts from "@/app/v1/admin/mail-texts/route";
import * as adminOverviewDays from "@/app/v1/admin/overview/days/route";
import * as adminJournal from "@/app/v1/admin/overview/journal/route";
import * as adminOverview from "@/app/v1/admin/overview/route";
import * as adminEventRetry from "@/app/v1/admin/payment-events/[id]/retry/route";
import * as adminPayments from "@/app/v1/admin/payments/route";
import * as adminPayoutAccounts from "@/app/v1/admin/payout-accounts/route";
import * as adminPayouts from "@/app/v1/admin/payouts/route";
import * as adminRefund from "@/app/v1/admin/purchases/[id]/refund/route";
import * as adminPurchase from "@/app/v1/admin/purchases/[id]/route";
import * as adminPurchases from "@/app/v1/admin/purchases/route";
import * as adminRefundDecision from "@/app/v1/admin/refund-requests/[id]/decision/route";
import * as adminRefundRequests from "@/app/v1/admin/refund-requests/route";
import * as adminReportDecision from "@/app/v1/admin/reports/[id]/decision/route";
import * as adminReports from "@/app/v1/admin/reports/route";
import * as adminSettingsLogo from "@/app/v1/admin/settings/logo/route";
import * as adminSettings from "@/app/v1/admin/settings/route";
import * as adminSignals from "@/app/v1/admin/signals/route";
import * as adminSkillAssignee from "@/app/v1/admin/skills/[id]/assignee/route";
import * as adminSkillComments from "@/app/v1/admin/skills/[id]/comments/route";
import * as adminPackageDownload from "@/app/v1/admin/skills/[id]/package/download/route";
import * as adminPackageFile from "@/app/v1/admin/skills/[id]/package/file/route";
import * as adminPackage from "@/app/v1/admin/skills/[id]/package/route";
import * as adminSkillProbe from "@/app/v1/admin/skills/[id]/probe/route";
import * as adminSkill from "@/app/v1/admin/skills/[id]/route";
import * as adminSkillSuspend from "@/app/v1/admin/skills/[id]/suspend/route";
import * as adminSkillUnsuspend from "@/app/v1/admin/skills/[id]/unsuspend/route";
import * as adminSkills from "@/app/v1/admin/skills/route";
import * as adminSynonym from "@/app/v1/admin/synonyms/[term]/route";
import * as adminSynonyms from "@/app/v1/admin/synonyms/route";
import * as adminSystem from "@/app/v1/admin/system/route";
import type { RouteTable } from "@/lib/interfaces/http/openapi";

/** The paths of administrators. */
export const ADMIN_ROUTES: RouteTable = {
  "/v1/admin/signals": adminSignals,
  "/v1/admin/skills": adminSkills,
  "/v1/admin/skills/{id}": adminSkill,
  "/v1/admin/skills/{id}/package": adminPackage,
  "/v1/admin/skills/{id}/package/file": adminPackageFile,
  "/v1/admin/skills/{id}/package/download": adminPackageDownload,
  "/v1/admin/settings": adminSettings,
  "/v1/admin/settings/logo": adminSettingsLogo,
  "/v1/admin/payments": adminPayments,
  "/v1/admin/disputes": adminDisputes,
  "/v1/admin/payouts": adminPayouts,
  "/v1/admin/payout-accounts": adminPayoutAccounts,
  "/v1/admin/skills/{id}/probe": adminSkillProbe,
  "/v1/admin/skills/{id}/assignee": adminSkillAssignee,
  "/v1/admin/skills/{id}/comments": adminSkillComments,
  "/v1/admin/skills/{id}/suspend": adminSkillSuspend,
  "/v1/admin/skills/{id}/unsuspend": adminSkillUnsuspend,
  "/v1/admin/accounts": adminAccounts,
  "/v1/admin/accounts/{id}": adminAccount,
  "/v1/admin/accounts/{id}/suspend": adminAccountSuspend,
  "/v1/admin/accounts/{id}/unsuspend": adminAccountUnsuspend,
  "/v1/admin/accounts/{id}/fee": adminAccountFee,
  "/v1/admin/accounts/{id}/impersonate": adminImpersonate,
  "/v1/admin/accounts/{id}/role": adminAccountRole,
  "/v1/admin/accounts/{id}/credits": adminAccountCredits,
  "/v1/admin/accounts/{id}/sign-out": adminAccountSignOut,
  "/v1/admin/accounts/{id}/verify": adminAccountVerify,
  "/v1/admin/accounts/{id}/unverify": adminAccountUnverify,
  "/v1/admin/categories": adminCategories,
  "/v1/admin/categories/{slug}": adminCategory,
  "/v1/admin/categories/{slug}/merge": adminCategoryMerge,
  "/v1/admin/collections/{slug}": adminCollection,
  "/v1/admin/refund-requests": adminRefundRequests,
  "/v1/admin/refund-requests/{id}/decision": adminRefundDecision,
  "/v1/admin/reports": adminReports,
  "/v1/admin/reports/{id}/decision": adminReportDecision,
  "/v1/admin/synonyms": adminSynonyms,
  "/v1/admin/synonyms/{term}": adminSynonym,
  "/v1/admin/system": adminSystem,
  "/v1/admin/impersonation": adminImpersonation,
  "/v1/admin/invariants/run": adminInvariants,
  "/v1/admin/invitations": adminInvitations,
  "/v1/admin/invitations/{email}": adminInvitation,
  "/v1/admin/mail-texts": adminMailTexts,
  "/v1/admin/mail-texts/{kind}": adminMailText,
  "/v1/admin/mail-texts/{kind}/preview": adminMailTextPreview,
  "/v1/admin/mail-texts/{kind}/test": adminMailTextTest,
  "/v1/admin/overview": adminOverview,
  "/v1/admin/overview/days": adminOverviewDays,
  "/v1/admin/overview/journal": adminJournal,
  "/v1/admin/jobs/{id}/retry": adminJobRetry,
  "/v1/admin/payment-events/{id}/retry": adminEventRetry,
  "/v1/admin/audit": adminAudit,
  "/v1/admin/purchases": adminPurchases,
  "/v1/admin/purchases/{id}": adminPurchase,
  "/v1/admin/purchases/{id}/refund": adminRefund,
  "/v1/admin/audit/export": adminAuditExport,
};
