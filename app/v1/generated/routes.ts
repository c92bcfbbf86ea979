import * as route0 from "@/app/v1/account/connections/route";
import * as route1 from "@/app/v1/account/email/route";
import * as route2 from "@/app/v1/account/export/route";
import * as route3 from "@/app/v1/account/publisher/route";
import * as route4 from "@/app/v1/account/route";
import * as route5 from "@/app/v1/account/sessions/[id]/route";
import * as route6 from "@/app/v1/account/sessions/route";
import * as route7 from "@/app/v1/account/verification/route";
import * as route8 from "@/app/v1/admin/accounts/[id]/credits/route";
import * as route9 from "@/app/v1/admin/accounts/[id]/fee/route";
import * as route10 from "@/app/v1/admin/accounts/[id]/impersonate/route";
import * as route11 from "@/app/v1/admin/accounts/[id]/role/route";
import * as route12 from "@/app/v1/admin/accounts/[id]/route";
import * as route13 from "@/app/v1/admin/accounts/[id]/sign-out/route";
import * as route14 from "@/app/v1/admin/accounts/[id]/suspend/route";
import * as route15 from "@/app/v1/admin/accounts/[id]/unsuspend/route";
import * as route16 from "@/app/v1/admin/accounts/[id]/unverify/route";
import * as route17 from "@/app/v1/admin/accounts/[id]/verify/route";
import * as route18 from "@/app/v1/admin/accounts/route";
import * as route19 from "@/app/v1/admin/audit/export/route";
import * as route20 from "@/app/v1/admin/audit/route";
import * as route21 from "@/app/v1/admin/categories/[slug]/merge/route";
import * as route22 from "@/app/v1/admin/categories/[slug]/route";
import * as route23 from "@/app/v1/admin/categories/route";
import * as route24 from "@/app/v1/admin/collections/[slug]/route";
import * as route25 from "@/app/v1/admin/disputes/route";
import * as route26 from "@/app/v1/admin/impersonation/route";
import * as route27 from "@/app/v1/admin/invariants/run/route";
import * as route28 from "@/app/v1/admin/invitations/[email]/route";
import * as route29 from "@/app/v1/admin/invitations/route";
import * as route30 from "@/app/v1/admin/jobs/[id]/retry/route";
import * as route31 from "@/app/v1/admin/mail-texts/[kind]/preview/route";
import * as route32 from "@/app/v1/admin/mail-texts/[kind]/route";
import * as route33 from "@/app/v1/admin/mail-texts/[kind]/test/route";
import * as route34 from "@/app/v1/admin/mail-texts/route";
import * as route35 from "@/app/v1/admin/overview/days/route";
import * as route36 from "@/app/v1/admin/overview/journal/route";
import * as route37 from "@/app/v1/admin/overview/route";
import * as route38 from "@/app/v1/admin/payment-events/[id]/retry/route";
import * as route39 from "@/app/v1/admin/payments/route";
import * as route40 from "@/app/v1/admin/payout-accounts/route";
import * as route41 from "@/app/v1/admin/payouts/route";
import * as route42 from "@/app/v1/admin/purchases/[id]/refund/route";
import * as route43 from "@/app/v1/admin/purchases/[id]/route";
import * as route44 from "@/app/v1/admin/purchases/route";
import * as route45 from "@/app/v1/admin/refund-requests/[id]/decision/route";
import * as route46 from "@/app/v1/admin/refund-requests/route";
import * as route47 from "@/app/v1/admin/reports/[id]/decision/route";
import * as route48 from "@/app/v1/admin/reports/route";
import * as route49 from "@/app/v1/admin/settings/logo/route";
import * as route50 from "@/app/v1/admin/settings/route";
import * as route51 from "@/app/v1/admin/signals/route";
import * as route52 from "@/app/v1/admin/skills/[id]/assignee/route";
import * as route53 from "@/app/v1/admin/skills/[id]/comments/route";
import * as route54 from "@/app/v1/admin/skills/[id]/package/download/route";
import * as route55 from "@/app/v1/admin/skills/[id]/package/file/route";
import * as route56 from "@/app/v1/admin/skills/[id]/package/route";
import * as route57 from "@/app/v1/admin/skills/[id]/probe/route";
import * as route58 from "@/app/v1/admin/skills/[id]/route";
import * as route59 from "@/app/v1/admin/skills/[id]/suspend/route";
import * as route60 from "@/app/v1/admin/skills/[id]/unsuspend/route";
import * as route61 from "@/app/v1/admin/skills/route";
import * as route62 from "@/app/v1/admin/synonyms/[term]/route";
import * as route63 from "@/app/v1/admin/synonyms/route";
import * as route64 from "@/app/v1/admin/system/route";
import * as route65 from "@/app/v1/auth/register/route";
import * as route66 from "@/app/v1/balance/route";
import * as route67 from "@/app/v1/categories/route";
import * as route68 from "@/app/v1/collections/[slug]/route";
import * as route69 from "@/app/v1/collections/route";
import * as route70 from "@/app/v1/credits/card/route";
import * as route71 from "@/app/v1/credits/documents/[id]/pdf/route";
import * as route72 from "@/app/v1/credits/documents/route";
import * as route73 from "@/app/v1/credits/orders/route";
import * as route74 from "@/app/v1/credits/settings/route";
import * as route75 from "@/app/v1/credits/topup/route";
import * as route76 from "@/app/v1/developer/analytics/route";
import * as route77 from "@/app/v1/developer/attention/route";
import * as route78 from "@/app/v1/developer/earnings/entries/route";
import * as route79 from "@/app/v1/developer/earnings/route";
import * as route80 from "@/app/v1/developer/earnings/statements/[month]/route";
import * as route81 from "@/app/v1/developer/earnings/statements/route";
import * as route82 from "@/app/v1/developer/images/route";
import * as route83 from "@/app/v1/developer/payouts/account/refresh/route";
import * as route84 from "@/app/v1/developer/payouts/account/route";
import * as route85 from "@/app/v1/developer/payouts/route";
import * as route86 from "@/app/v1/developer/refund-requests/[id]/decision/route";
import * as route87 from "@/app/v1/developer/refund-requests/route";
import * as route88 from "@/app/v1/developer/reviews/[id]/reply/route";
import * as route89 from "@/app/v1/developer/skills/[id]/analytics/route";
import * as route90 from "@/app/v1/developer/skills/[id]/appeal/route";
import * as route91 from "@/app/v1/developer/skills/[id]/approved/route";
import * as route92 from "@/app/v1/developer/skills/[id]/call-log/route";
import * as route93 from "@/app/v1/developer/skills/[id]/calls/[call]/route";
import * as route94 from "@/app/v1/developer/skills/[id]/calls/route";
import * as route95 from "@/app/v1/developer/skills/[id]/comments/route";
import * as route96 from "@/app/v1/developer/skills/[id]/history/route";
import * as route97 from "@/app/v1/developer/skills/[id]/package/route";
import * as route98 from "@/app/v1/developer/skills/[id]/probe/route";
import * as route99 from "@/app/v1/developer/skills/[id]/promotion-codes/[promotion]/route";
import * as route100 from "@/app/v1/developer/skills/[id]/promotion-codes/route";
import * as route101 from "@/app/v1/developer/skills/[id]/relist/route";
import * as route102 from "@/app/v1/developer/skills/[id]/reviews/route";
import * as route103 from "@/app/v1/developer/skills/[id]/route";
import * as route104 from "@/app/v1/developer/skills/[id]/secret/rotation/route";
import * as route105 from "@/app/v1/developer/skills/[id]/secret/route";
import * as route106 from "@/app/v1/developer/skills/[id]/unlist/route";
import * as route107 from "@/app/v1/developer/skills/[id]/versions/[version]/route";
import * as route108 from "@/app/v1/developer/skills/[id]/versions/route";
import * as route109 from "@/app/v1/developer/skills/[id]/withdraw/route";
import * as route110 from "@/app/v1/developer/skills/import/route";
import * as route111 from "@/app/v1/developer/skills/route";
import * as route112 from "@/app/v1/favorites/[slug]/route";
import * as route113 from "@/app/v1/favorites/lists/[list]/route";
import * as route114 from "@/app/v1/favorites/route";
import * as route115 from "@/app/v1/health/route";
import * as route116 from "@/app/v1/images/[id]/route";
import * as route117 from "@/app/v1/install-links/[id]/route";
import * as route118 from "@/app/v1/install-links/route";
import * as route119 from "@/app/v1/keys/[id]/rotation/route";
import * as route120 from "@/app/v1/keys/[id]/route";
import * as route121 from "@/app/v1/keys/route";
import * as route122 from "@/app/v1/ledger/route";
import * as route123 from "@/app/v1/notifications/read/route";
import * as route124 from "@/app/v1/notifications/route";
import * as route125 from "@/app/v1/publishers/[handle]/route";
import * as route126 from "@/app/v1/purchases/[id]/refund-request/escalation/route";
import * as route127 from "@/app/v1/purchases/[id]/refund-request/route";
import * as route128 from "@/app/v1/purchases/[id]/route";
import * as route129 from "@/app/v1/purchases/route";
import * as route130 from "@/app/v1/reports/route";
import * as route131 from "@/app/v1/runs/[id]/route";
import * as route132 from "@/app/v1/skills/[slug]/batches/route";
import * as route133 from "@/app/v1/skills/[slug]/download/route";
import * as route134 from "@/app/v1/skills/[slug]/execute/route";
import * as route135 from "@/app/v1/skills/[slug]/files/[path]/route";
import * as route136 from "@/app/v1/skills/[slug]/files/route";
import * as route137 from "@/app/v1/skills/[slug]/install-links/route";
import * as route138 from "@/app/v1/skills/[slug]/openapi.json/route";
import * as route139 from "@/app/v1/skills/[slug]/promotion-codes/[code]/route";
import * as route140 from "@/app/v1/skills/[slug]/purchase/route";
import * as route141 from "@/app/v1/skills/[slug]/related/route";
import * as route142 from "@/app/v1/skills/[slug]/reports/route";
import * as route143 from "@/app/v1/skills/[slug]/reviews/route";
import * as route144 from "@/app/v1/skills/[slug]/route";
import * as route145 from "@/app/v1/skills/[slug]/versions/route";
import * as route146 from "@/app/v1/skills/route";
import * as route147 from "@/app/v1/usage/[id]/route";
import * as route148 from "@/app/v1/usage/route";
import * as route149 from "@/app/v1/usage/summary/route";
import * as route150 from "@/app/v1/views/route";
import * as route151 from "@/app/v1/webhooks/[id]/deliveries/[delivery]/replay/route";
import * as route152 from "@/app/v1/webhooks/[id]/deliveries/route";
import * as route153 from "@/app/v1/webhooks/[id]/route";
import * as route154 from "@/app/v1/webhooks/[id]/secret/rotation/route";
import * as route155 from "@/app/v1/webhooks/[id]/secret/route";
import * as route156 from "@/app/v1/webhooks/[id]/test/route";
import * as route157 from "@/app/v1/webhooks/route";
import * as route158 from "@/app/v1/webhooks/stripe/route";
import type { RouteTable } from "@/lib/interfaces/http/openapi";
export const ROUTES: RouteTable = {
  "/v1/account/connections": route0,
  "/v1/account/email": route1,
  "/v1/account/export": route2,
  "/v1/account/publisher": route3,
  "/v1/account": route4,
  "/v1/account/sessions/{id}": route5,
  "/v1/account/sessions": route6,
  "/v1/account/verification": route7,
  "/v1/admin/accounts/{id}/credits": route8,
  "/v1/admin/accounts/{id}/fee": route9,
  "/v1/admin/accounts/{id}/impersonate": route10,
  "/v1/admin/accounts/{id}/role": route11,
  "/v1/admin/accounts/{id}": route12,
  "/v1/admin/accounts/{id}/sign-out": route13,
  "/v1/admin/accounts/{id}/suspend": route14,
  "/v1/admin/accounts/{id}/unsuspend": route15,
  "/v1/admin/accounts/{id}/unverify": route16,
  "/v1/admin/accounts/{id}/verify": route17,
  "/v1/admin/accounts": route18,
  "/v1/admin/audit/export": route19,
  "/v1/admin/audit": route20,
  "/v1/admin/categories/{slug}/merge": route21,
  "/v1/admin/categories/{slug}": route22,
  "/v1/admin/categories": route23,
  "/v1/admin/collections/{slug}": route24,
  "/v1/admin/disputes": route25,
  "/v1/admin/impersonation": route26,
  "/v1/admin/invariants/run": route27,
  "/v1/admin/invitations/{email}": route28,
  "/v1/admin/invitations": route29,
  "/v1/admin/jobs/{id}/retry": route30,
  "/v1/admin/mail-texts/{kind}/preview": route31,
  "/v1/admin/mail-texts/{kind}": route32,
  "/v1/admin/mail-texts/{kind}/test": route33,
  "/v1/admin/mail-texts": route34,
  "/v1/admin/overview/days": route35,
  "/v1/admin/overview/journal": route36,
  "/v1/admin/overview": route37,
  "/v1/admin/payment-events/{id}/retry": route38,
  "/v1/admin/payments": route39,
  "/v1/admin/payout-accounts": route40,
  "/v1/admin/payouts": route41,
  "/v1/admin/purchases/{id}/refund": route42,
  "/v1/admin/purchases/{id}": route43,
  "/v1/admin/purchases": route44,
  "/v1/admin/refund-requests/{id}/decision": route45,
  "/v1/admin/refund-requests": route46,
  "/v1/admin/reports/{id}/decision": route47,
  "/v1/admin/reports": route48,
  "/v1/admin/settings/logo": route49,
  "/v1/admin/settings": route50,
  "/v1/admin/signals": route51,
  "/v1/admin/skills/{id}/assignee": route52,
  "/v1/admin/skills/{id}/comments": route53,
  "/v1/admin/skills/{id}/package/download": route54,
  "/v1/admin/skills/{id}/package/file": route55,
  "/v1/admin/skills/{id}/package": route56,
  "/v1/admin/skills/{id}/probe": route57,
  "/v1/admin/skills/{id}": route58,
  "/v1/admin/skills/{id}/suspend": route59,
  "/v1/admin/skills/{id}/unsuspend": route60,
  "/v1/admin/skills": route61,
  "/v1/admin/synonyms/{term}": route62,
  "/v1/admin/synonyms": route63,
  "/v1/admin/system": route64,
  "/v1/auth/register": route65,
  "/v1/balance": route66,
  "/v1/categories": route67,
  "/v1/collections/{slug}": route68,
  "/v1/collections": route69,
  "/v1/credits/card": route70,
  "/v1/credits/documents/{id}/pdf": route71,
  "/v1/credits/documents": route72,
  "/v1/credits/orders": route73,
  "/v1/credits/settings": route74,
  "/v1/credits/topup": route75,
  "/v1/developer/analytics": route76,
  "/v1/developer/attention": route77,
  "/v1/developer/earnings/entries": route78,
  "/v1/developer/earnings": route79,
  "/v1/developer/earnings/statements/{month}": route80,
  "/v1/developer/earnings/statements": route81,
  "/v1/developer/images": route82,
  "/v1/developer/payouts/account/refresh": route83,
  "/v1/developer/payouts/account": route84,
  "/v1/developer/payouts": route85,
  "/v1/developer/refund-requests/{id}/decision": route86,
  "/v1/developer/refund-requests": route87,
  "/v1/developer/reviews/{id}/reply": route88,
  "/v1/developer/skills/{id}/analytics": route89,
  "/v1/developer/skills/{id}/appeal": route90,
  "/v1/developer/skills/{id}/approved": route91,
  "/v1/developer/skills/{id}/call-log": route92,
  "/v1/developer/skills/{id}/calls/{call}": route93,
  "/v1/developer/skills/{id}/calls": route94,
  "/v1/developer/skills/{id}/comments": route95,
  "/v1/developer/skills/{id}/history": route96,
  "/v1/developer/skills/{id}/package": route97,
  "/v1/developer/skills/{id}/probe": route98,
  "/v1/developer/skills/{id}/promotion-codes/{promotion}": route99,
  "/v1/developer/skills/{id}/promotion-codes": route100,
  "/v1/developer/skills/{id}/relist": route101,
  "/v1/developer/skills/{id}/reviews": route102,
  "/v1/developer/skills/{id}": route103,
  "/v1/developer/skills/{id}/secret/rotation": route104,
  "/v1/developer/skills/{id}/secret": route105,
  "/v1/developer/skills/{id}/unlist": route106,
  "/v1/developer/skills/{id}/versions/{version}": route107,
  "/v1/developer/skills/{id}/versions": route108,
  "/v1/developer/skills/{id}/withdraw": route109,
  "/v1/developer/skills/import": route110,
  "/v1/developer/skills": route111,
  "/v1/favorites/{slug}": route112,
  "/v1/favorites/lists/{list}": route113,
  "/v1/favorites": route114,
  "/v1/health": route115,
  "/v1/images/{id}": route116,
  "/v1/install-links/{id}": route117,
  "/v1/install-links": route118,
  "/v1/keys/{id}/rotation": route119,
  "/v1/keys/{id}": route120,
  "/v1/keys": route121,
  "/v1/ledger": route122,
  "/v1/notifications/read": route123,
  "/v1/notifications": route124,
  "/v1/publishers/{handle}": route125,
  "/v1/purchases/{id}/refund-request/escalation": route126,
  "/v1/purchases/{id}/refund-request": route127,
  "/v1/purchases/{id}": route128,
  "/v1/purchases": route129,
  "/v1/reports": route130,
  "/v1/runs/{id}": route131,
  "/v1/skills/{slug}/batches": route132,
  "/v1/skills/{slug}/download": route133,
  "/v1/skills/{slug}/execute": route134,
  "/v1/skills/{slug}/files/{path}": route135,
  "/v1/skills/{slug}/files": route136,
  "/v1/skills/{slug}/install-links": route137,
  "/v1/skills/{slug}/openapi.json": route138,
  "/v1/skills/{slug}/promotion-codes/{code}": route139,
  "/v1/skills/{slug}/purchase": route140,
  "/v1/skills/{slug}/related": route141,
  "/v1/skills/{slug}/reports": route142,
  "/v1/skills/{slug}/reviews": route143,
  "/v1/skills/{slug}": route144,
  "/v1/skills/{slug}/versions": route145,
  "/v1/skills": route146,
  "/v1/usage/{id}": route147,
  "/v1/usage": route148,
  "/v1/usage/summary": route149,
  "/v1/views": route150,
  "/v1/webhooks/{id}/deliveries/{delivery}/replay": route151,
  "/v1/webhooks/{id}/deliveries": route152,
  "/v1/webhooks/{id}": route153,
  "/v1/webhooks/{id}/secret/rotation": route154,
  "/v1/webhooks/{id}/secret": route155,
  "/v1/webhooks/{id}/test": route156,
  "/v1/webhooks": route157,
  "/v1/webhooks/stripe": route158,
};
