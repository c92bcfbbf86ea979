import * as accountConnections from "@/app/v1/account/connections/route";
import * as accountEmail from "@/app/v1/account/email/route";
import * as accountExport from "@/app/v1/account/export/route";
import * as accountPublisher from "@/app/v1/account/publisher/route";
import * as account from "@/app/v1/account/route";
import * as accountSession from "@/app/v1/account/sessions/[id]/route";
import * as accountSessions from "@/app/v1/account/sessions/route";
import * as accountVerification from "@/app/v1/account/verification/route";
import { ADMIN_ROUTES } from "@/app/v1/admin-routes";
import * as register from "@/app/v1/auth/register/route";
import * as balance from "@/app/v1/balance/route";
import * as categories from "@/app/v1/categories/route";
import * as collection from "@/app/v1/collections/[slug]/route";
import * as collections from "@/app/v1/collections/route";
import * as creditsBilling from "@/app/v1/credits/billing/route";
import * as creditCard from "@/app/v1/credits/card/route";
import * as documentPdf from "@/app/v1/credits/documents/[id]/pdf/route";
import * as documents from "@/app/v1/credits/documents/route";
import * as orders from "@/app/v1/credits/orders/route";
import * as creditSettings from "@/app/v1/credits/settings/route";
import * as creditsStatementPdf from "@/app/v1/credits/statements/[month]/pdf/route";
import * as creditsStatement from "@/app/v1/credits/statements/[month]/route";
import * as creditsStatements from "@/app/v1/credits/statements/route";
import * as topup from "@/app/v1/credits/topup/route";
import * as developerAnalytics from "@/app/v1/developer/analytics/route";
import * as developerAttention from "@/app/v1/developer/attention/route";
import * as earningsEntries from "@/app/v1/developer/earnings/entries/route";
import * as earnings from "@/app/v1/developer/earnings/route";
import * as statement from "@/app/v1/developer/earnings/statements/[month]/route";
import * as statements from "@/app/v1/developer/earnings/statements/route";
import * as developerImages from "@/app/v1/developer/images/route";
import * as payoutAccountRefresh from "@/app/v1/developer/payouts/account/refresh/route";
import * as payoutAccount from "@/app/v1/developer/payouts/account/route";
import * as payouts from "@/app/v1/developer/payouts/route";
import * as developerRefundDecision from "@/app/v1/developer/refund-requests/[id]/decision/route";
import * as developerRefundRequests from "@/app/v1/developer/refund-requests/route";
import * as developerReply from "@/app/v1/developer/reviews/[id]/reply/route";
import * as skillAnalytics from "@/app/v1/developer/skills/[id]/analytics/route";
import * as developerAppeal from "@/app/v1/developer/skills/[id]/appeal/route";
import * as developerApproved from "@/app/v1/developer/skills/[id]/approved/route";
import * as developerCallLog from "@/app/v1/developer/skills/[id]/call-log/route";
import * as developerCall from "@/app/v1/developer/skills/[id]/calls/[call]/route";
import * as developerCalls from "@/app/v1/developer/skills/[id]/calls/route";
import * as developerComments from "@/app/v1/developer/skills/[id]/comments/route";
import * as developerHistory from "@/app/v1/developer/skills/[id]/history/route";
import * as developerPackage from "@/app/v1/developer/skills/[id]/package/route";
import * as developerProbe from "@/app/v1/developer/skills/[id]/probe/route";
import * as endPromotion from "@/app/v1/developer/skills/[id]/promotion-codes/[promotion]/route";
import * as promotionCodes from "@/app/v1/developer/skills/[id]/promotion-codes/route";
import * as developerRelist from "@/app/v1/developer/skills/[id]/relist/route";
import * as developerReviews from "@/app/v1/developer/skills/[id]/reviews/route";
import * as developerSkill from "@/app/v1/developer/skills/[id]/route";
import * as developerRotation from "@/app/v1/developer/skills/[id]/secret/rotation/route";
import * as developerSecret from "@/app/v1/developer/skills/[id]/secret/route";
import * as developerUnlist from "@/app/v1/developer/skills/[id]/unlist/route";
import * as olderVersion from "@/app/v1/developer/skills/[id]/versions/[version]/route";
import * as olderVersions from "@/app/v1/developer/skills/[id]/versions/route";
import * as developerWithdraw from "@/app/v1/developer/skills/[id]/withdraw/route";
import * as importSkill from "@/app/v1/developer/skills/import/route";
import * as developerSkills from "@/app/v1/developer/skills/route";
import * as favorite from "@/app/v1/favorites/[slug]/route";
import * as favoriteList from "@/app/v1/favorites/lists/[list]/route";
import * as favorites from "@/app/v1/favorites/route";
import * as health from "@/app/v1/health/route";
import * as image from "@/app/v1/images/[id]/route";
import * as installLink from "@/app/v1/install-links/[id]/route";
import * as installLinks from "@/app/v1/install-links/route";
import * as keyRotation from "@/app/v1/keys/[id]/rotation/route";
import * as key from "@/app/v1/keys/[id]/route";
import * as keys from "@/app/v1/keys/route";
import * as ledger from "@/app/v1/ledger/route";
import * as notificationsRead from "@/app/v1/notifications/read/route";
import * as notifications from "@/app/v1/notifications/route";
import * as publisher from "@/app/v1/publishers/[handle]/route";
import * as refundEscalation from "@/app/v1/purchases/[id]/refund-request/escalation/route";
import * as refundRequest from "@/app/v1/purchases/[id]/refund-request/route";
import * as purchase from "@/app/v1/purchases/[id]/route";
import * as purchases from "@/app/v1/purchases/route";
import * as reports from "@/app/v1/reports/route";
import * as run from "@/app/v1/runs/[id]/route";
import * as skillBatches from "@/app/v1/skills/[slug]/batches/route";
import * as skillDownload from "@/app/v1/skills/[slug]/download/route";
import * as skillExecute from "@/app/v1/skills/[slug]/execute/route";
import * as skillFile from "@/app/v1/skills/[slug]/files/[path]/route";
import * as skillFiles from "@/app/v1/skills/[slug]/files/route";
import * as skillInstallLinks from "@/app/v1/skills/[slug]/install-links/route";
import * as skillDescription from "@/app/v1/skills/[slug]/openapi.json/route";
import * as promotionQuote from "@/app/v1/skills/[slug]/promotion-codes/[code]/route";
import * as skillPurchase from "@/app/v1/skills/[slug]/purchase/route";
import * as skillRelated from "@/app/v1/skills/[slug]/related/route";
import * as skillReports from "@/app/v1/skills/[slug]/reports/route";
import * as skillReviews from "@/app/v1/skills/[slug]/reviews/route";
import * as skill from "@/app/v1/skills/[slug]/route";
import * as skillVersions from "@/app/v1/skills/[slug]/versions/route";
import * as skills from "@/app/v1/skills/route";
import * as usageCall from "@/app/v1/usage/[id]/route";
import * as usage from "@/app/v1/usage/route";
import * as usageSummary from "@/app/v1/usage/summary/route";
import * as views from "@/app/v1/views/route";
import * as webhookReplay from "@/app/v1/webhooks/[id]/deliveries/[delivery]/replay/route";
import * as webhookDeliveries from "@/app/v1/webhooks/[id]/deliveries/route";
import * as webhook from "@/app/v1/webhooks/[id]/route";
import * as webhookRotation from "@/app/v1/webhooks/[id]/secret/rotation/route";
import * as webhookSecret from "@/app/v1/webhooks/[id]/secret/route";
import * as webhookTest from "@/app/v1/webhooks/[id]/test/route";
import * as webhooks from "@/app/v1/webhooks/route";
import * as stripeWebhook from "@/app/v1/webhooks/stripe/route";
import type { RouteTable } from "@/lib/interfaces/http/openapi";

/** Every described path of the API. The OpenAPI document, the host's router and the tests are made from this table. */
export const ROUTES: RouteTable = {
  "/v1/health": health,
  "/v1/auth/register": register,
  "/v1/account": account,
  "/v1/account/publisher": accountPublisher,
  "/v1/account/verification": accountVerification,
  "/v1/account/connections": accountConnections,
  "/v1/account/email": accountEmail,
  "/v1/account/export": accountExport,
  "/v1/account/sessions": accountSessions,
  "/v1/account/sessions/{id}": accountSession,
  "/v1/images/{id}": image,
  "/v1/install-links": installLinks,
  "/v1/install-links/{id}": installLink,
  "/v1/keys": keys,
  "/v1/keys/{id}": key,
  "/v1/keys/{id}/rotation": keyRotation,
  "/v1/skills": skills,
  "/v1/skills/{slug}": skill,
  "/v1/skills/{slug}/install-links": skillInstallLinks,
  "/v1/skills/{slug}/openapi.json": skillDescription,
  "/v1/skills/{slug}/promotion-codes/{code}": promotionQuote,
  "/v1/skills/{slug}/purchase": skillPurchase,
  "/v1/skills/{slug}/execute": skillExecute,
  "/v1/skills/{slug}/batches": skillBatches,
  "/v1/skills/{slug}/download": skillDownload,
  "/v1/skills/{slug}/reviews": skillReviews,
  "/v1/skills/{slug}/related": skillRelated,
  "/v1/skills/{slug}/versions": skillVersions,
  "/v1/skills/{slug}/files": skillFiles,
  "/v1/skills/{slug}/files/{path}": skillFile,
  "/v1/skills/{slug}/reports": skillReports,
  "/v1/runs/{id}": run,
  "/v1/reports": reports,
  "/v1/categories": categories,
  "/v1/collections": collections,
  "/v1/collections/{slug}": collection,
  "/v1/publishers/{handle}": publisher,
  "/v1/favorites": favorites,
  "/v1/favorites/{slug}": favorite,
  "/v1/favorites/lists/{list}": favoriteList,
  "/v1/balance": balance,
  "/v1/ledger": ledger,
  "/v1/credits/topup": topup,
  "/v1/credits/orders": orders,
  "/v1/credits/billing": creditsBilling,
  "/v1/credits/statements": creditsStatements,
  "/v1/credits/statements/{month}": creditsStatement,
  "/v1/credits/statements/{month}/pdf": creditsStatementPdf,
  "/v1/credits/documents": documents,
  "/v1/credits/documents/{id}/pdf": documentPdf,
  "/v1/credits/settings": creditSettings,
  "/v1/credits/card": creditCard,
  "/v1/webhooks/stripe": stripeWebhook,
  "/v1/webhooks": webhooks,
  "/v1/webhooks/{id}": webhook,
  "/v1/webhooks/{id}/secret": webhookSecret,
  "/v1/webhooks/{id}/secret/rotation": webhookRotation,
  "/v1/webhooks/{id}/test": webhookTest,
  "/v1/webhooks/{id}/deliveries": webhookDeliveries,
  "/v1/webhooks/{id}/deliveries/{delivery}/replay": webhookReplay,
  "/v1/purchases": purchases,
  "/v1/purchases/{id}": purchase,
  "/v1/purchases/{id}/refund-request": refundRequest,
  "/v1/purchases/{id}/refund-request/escalation": refundEscalation,
  "/v1/usage": usage,
  "/v1/usage/summary": usageSummary,
  "/v1/usage/{id}": usageCall,
  "/v1/views": views,
  "/v1/notifications": notifications,
  "/v1/notifications/read": notificationsRead,
  "/v1/developer/skills": developerSkills,
  "/v1/developer/skills/import": importSkill,
  "/v1/developer/skills/{id}": developerSkill,
  "/v1/developer/skills/{id}/history": developerHistory,
  "/v1/developer/attention": developerAttention,
  "/v1/developer/analytics": developerAnalytics,
  "/v1/developer/reviews/{id}/reply": developerReply,
  "/v1/developer/refund-requests": developerRefundRequests,
  "/v1/developer/refund-requests/{id}/decision": developerRefundDecision,
  "/v1/developer/skills/{id}/analytics": skillAnalytics,
  "/v1/developer/skills/{id}/calls": developerCalls,
  "/v1/developer/skills/{id}/calls/{call}": developerCall,
  "/v1/developer/skills/{id}/call-log": developerCallLog,
  "/v1/developer/skills/{id}/reviews": developerReviews,
  "/v1/developer/skills/{id}/approved": developerApproved,
  "/v1/developer/skills/{id}/withdraw": developerWithdraw,
  "/v1/developer/skills/{id}/appeal": developerAppeal,
  "/v1/developer/skills/{id}/comments": developerComments,
  "/v1/developer/skills/{id}/unlist": developerUnlist,
  "/v1/developer/skills/{id}/relist": developerRelist,
  "/v1/developer/skills/{id}/package": developerPackage,
  "/v1/developer/skills/{id}/probe": developerProbe,
  "/v1/developer/skills/{id}/versions": olderVersions,
  "/v1/developer/skills/{id}/versions/{version}": olderVersion,
  "/v1/developer/skills/{id}/promotion-codes": promotionCodes,
  "/v1/developer/skills/{id}/promotion-codes/{promotion}": endPromotion,
  "/v1/developer/skills/{id}/secret": developerSecret,
  "/v1/developer/skills/{id}/secret/rotation": developerRotation,
  "/v1/developer/earnings": earnings,
  "/v1/developer/earnings/entries": earningsEntries,
  "/v1/developer/earnings/statements": statements,
  "/v1/developer/earnings/statements/{month}": statement,
  "/v1/developer/images": developerImages,
  "/v1/developer/payouts": payouts,
  "/v1/developer/payouts/account": payoutAccount,
  "/v1/developer/payouts/account/refresh": payoutAccountRefresh,
  ...ADMIN_ROUTES,
};
