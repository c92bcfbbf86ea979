import { CONTENT_NAMES } from "@/lib/supply/skills/content-fields";

const content = CONTENT_NAMES.map((name) => `'${name}', r.${name}`).join(", ");
const credits = (column: string) => `trim_scale(${column}::numeric / 1000000)`;

/**
 * The sections of an export. Each statement takes the account's id and returns one JSON object per row. Secrets are
 * left out.
 */
export const SECTIONS = {
  account: `SELECT json_build_object('id', id, 'email', email, 'name', name, 'role', role,
      'email_verified', email_verified,
      'two_factor_enabled', two_factor_enabled, 'store_call_parameters', stores_parameters, 'muted_notifications',
      muted_notices, 'handle', handle, 'bio', bio, 'links', links, 'picture', picture,
      'contact', contact, 'verified_at', verified_at, 'allowed_only', allowed_only,
      'created_at', created_at) AS row FROM account WHERE id = $1`,
  balance: `SELECT json_build_object('balance', ${credits("posted_micros")}, 'held', ${credits("held_micros")}) AS row
      FROM wallet WHERE account_id = $1`,
  keys: `SELECT json_build_object('id', id, 'name', name, 'prefix', prefix, 'scopes', scopes, 'skills',
      skills, 'active', active,
      'created_at', created_at, 'last_used_at', last_used_at, 'expires_at', expires_at, 'revoked_at', revoked_at) AS row
      FROM api_key WHERE account_id = $1 ORDER BY created_at`,
  budgets: `SELECT json_build_object('id', id, 'kind', kind, 'subject_id', subject_id, 'amount',
      ${credits("amount_micros")}, 'period', period, 'created_at', created_at) AS row
      FROM budget WHERE account_id = $1 ORDER BY created_at`,
  approvals: `SELECT json_build_object('id', id, 'key_id', key_id, 'skill_id', skill_id, 'version', skill_version,
      'kind', kind, 'price', ${credits("price_micros")}, 'parameters', parameters, 'state', state, 'scope', scope, 'left',
      ${credits("left_micros")}, 'reason', reason, 'decided_at', decided_at, 'expires_at', expires_at,
      'created_at', created_at) AS row FROM approval WHERE account_id = $1 ORDER BY created_at, id`,
  memberships: `SELECT json_build_object('organization', g.handle, 'person', m.person_id, 'role', m.role,
      'ask_above', ${credits("m.ask_above_micros")},
      'joined_at', m.created_at) AS row FROM membership m JOIN account g ON g.id = m.organization_id
      WHERE $1 IN (m.organization_id, m.person_id) ORDER BY m.created_at`,
  company_sign_in: `SELECT json_build_object('organization', g.handle, 'domain', c.domain, 'verified_at', c.verified_at,
      'issuer', c.issuer, 'client_id', c.client_id, 'default_role', c.default_role, 'obligatory', c.obligatory,
      'way_in', c.way_in_id, 'created_at', c.created_at) AS row
      FROM organization_sign_in c JOIN account g ON g.id = c.organization_id WHERE c.organization_id = $1`,
  company_identities: `SELECT json_build_object('organization', g.handle, 'person', i.account_id, 'issuer', i.issuer,
      'subject', CASE WHEN i.account_id = $1 THEN i.subject END, 'linked_at', i.linked_at,
      'last_used_at', i.last_used_at, 'removed_at', i.removed_at) AS row
      FROM company_identity i JOIN account g ON g.id = i.organization_id
      WHERE $1 IN (i.organization_id, i.account_id) ORDER BY g.handle, i.account_id`,
  sessions: `SELECT json_build_object('id', id, 'address', ip_address, 'user_agent', user_agent,
      'created_at', created_at,
      'last_used_at', updated_at, 'expires_at', expires_at) AS row FROM session WHERE account_id = $1
      ORDER BY created_at`,
  providers: `SELECT json_build_object('provider', provider_id, 'created_at', created_at) AS row
      FROM credential WHERE owner_id = $1 AND provider_id <> 'credential' ORDER BY created_at`,
  passkeys: `SELECT json_build_object('id', id, 'name', name, 'device_type', device_type, 'created_at', created_at,
      'last_used_at', last_used_at) AS row FROM passkey WHERE account_id = $1 ORDER BY created_at`,
  ledger: `SELECT json_build_object('id', e.id, 'account', e.account, 'kind', t.kind, 'subject', t.subject,
      'amount', ${credits("e.amount_micros")}, 'balance_after', ${credits("e.balance_after_micros")}, 'created_at', e.created_at) AS row
      FROM (SELECT * FROM ledger_entry WHERE account = 'wallet' AND owner_id = $1
        UNION ALL SELECT * FROM ledger_entry WHERE account = 'earnings' AND owner_id = $1) AS e
        JOIN ledger_transaction t ON t.id = e.transaction_id ORDER BY e.account, e.id`,
  purchases: `SELECT json_build_object('id', p.id, 'skill', s.slug, 'price', ${credits("p.price_micros")},
      'interval', p.interval,
      'status', p.status, 'started_at', p.started_at, 'current_period_end', p.current_period_end, 'auto_renew', p.auto_renew, 'trial', p.term = 0, 'plan', p.plan,
      'included_calls', p.included_calls, 'price_beyond', ${credits("p.beyond_micros")},
      'included_units', p.included_units,
      'units_used', (SELECT units FROM plan_use u WHERE u.purchase_id = p.id AND u.term = p.term),
      'calls_used', (SELECT used FROM plan_use u WHERE u.purchase_id = p.id AND u.term = p.term),
      'next_plan', p.next_plan ->> 'name', 'replaces', p.replaces_id) AS row
      FROM purchase p JOIN skill s ON s.id = p.skill_id WHERE p.buyer_id = $1 ORDER BY p.started_at`,
  plan_offers: `SELECT json_build_object('id', o.id, 'skill', s.slug, 'plan', o.plan ->> 'name',
      'account', (SELECT handle FROM account a WHERE a.id = o.account_id),
      'created_at', o.created_at) AS row
      FROM plan_offer o JOIN skill s ON s.id = o.skill_id WHERE o.account_id = $1 OR s.owner_id = $1
      ORDER BY o.created_at`,
  refund_requests: `SELECT json_build_object('id', id, 'purchase_id', purchase_id, 'reason', reason, 'state',
      state, 'answer', answer,
      'note', note, 'created_at', created_at, 'answered_at', answered_at, 'decided_at', decided_at) AS row
      FROM refund_request WHERE buyer_id = $1 ORDER BY created_at`,
  usage: `SELECT json_build_object('id', id, 'skill', skill_slug, 'version', skill_version, 'tool', operation,
      'kind', kind, 'status', status, 'cost', ${credits("cost_micros")},
      'free', free, 'units', units, 'error_code', error_code, 'duration_ms', duration_ms, 'key_prefix', key_prefix, 'created_at', created_at,
      'call_id', hold_id, 'request_id', request_id, 'endpoint_status', endpoint_status, 'request_bytes', request_bytes,
      'response_bytes', response_bytes) AS row FROM usage_record WHERE account_id = $1 ORDER BY created_at, id`,
  call_details: `SELECT json_build_object('call_id', id, 'reason', reason, 'message', message, 'parameters', parameters,
      'created_at', created_at) AS row FROM call_detail WHERE account_id = $1 ORDER BY created_at, id`,
  payments: `SELECT json_build_object('id', id, 'pack_id', pack_id, 'amount', trim_scale(amount_cents::numeric / 100),
      'tax', trim_scale(tax_cents::numeric / 100), 'currency', currency,
      'credits', ${credits("credits_micros")}, 'state', state, 'receipt_url', receipt_url, 'created_at', created_at, 'paid_at', paid_at) AS row
      FROM topup_order WHERE account_id = $1 ORDER BY created_at`,
  card_refunds: `SELECT json_build_object('id', id, 'payment_id', order_id,
      'amount', trim_scale(net_cents::numeric / 100), 'returned', trim_scale(cents::numeric / 100), 'state', state, 'failure', failure, 'created_at', created_at) AS row
      FROM card_refund WHERE account_id = $1 ORDER BY created_at, id`,
  documents: `SELECT json_build_object('id', id, 'kind', kind, 'number', number, 'reason', reason, 'order_id', order_id,
      'purchase_id', purchase_id, 'corrects_id', corrects_id, 'net', ${credits("net_micros")}, 'tax', ${credits("tax_micros")},
      'issued_at', created_at) AS row FROM document WHERE account_id = $1 ORDER BY created_at, number`,
  billing_parties: `SELECT json_build_object('valid_from', valid_from, 'name', name, 'email', email,
      'details', details) AS row
      FROM billing_party WHERE account_id = $1 ORDER BY valid_from`,
  payouts: `SELECT json_build_object('id', id, 'amount', ${credits("amount_micros")}, 'returned',
      ${credits("returned_micros")}, 'state', state,
      'origin', origin, 'created_at', created_at, 'paid_at', paid_at) AS row FROM payout WHERE developer_id = $1
      ORDER BY created_at`,
  notifications: `SELECT json_build_object('id', id, 'kind', kind, 'data', data, 'created_at', created_at,
      'read_at', read_at) AS row
      FROM notification WHERE account_id = $1 ORDER BY created_at`,
  credentials: `SELECT json_build_object('skill', s.slug, 'name', c.name, 'created_at', c.created_at,
      'updated_at', c.updated_at, 'last_used_at', c.last_used_at) AS row
      FROM skill_credential c JOIN skill s ON s.id = c.skill_id WHERE c.account_id = $1 ORDER BY c.created_at, c.name`,
  favorites: `SELECT json_build_object('skill', s.slug, 'list', f.list, 'created_at', f.created_at) AS row
      FROM favorite f JOIN skill s ON s.id = f.skill_id WHERE f.account_id = $1 ORDER BY f.created_at`,
  skill_requests: `SELECT json_build_object('id', r.id, 'title', r.title, 'text', r.text,
      'asked', r.account_id = $1, 'voted_at', v.created_at) AS row
      FROM skill_request_vote v JOIN skill_request r ON r.id = v.request_id WHERE v.account_id = $1
      ORDER BY v.created_at`,
  following: `SELECT json_build_object('publisher', p.handle, 'created_at', f.created_at) AS row
      FROM publisher_follow f JOIN account p ON p.id = f.publisher_id WHERE f.account_id = $1 ORDER BY f.created_at`,
  webhooks: `SELECT json_build_object('id', id, 'url', url, 'description', description, 'events',
      events, 'active', active,
      'created_at', created_at) AS row FROM webhook_endpoint WHERE account_id = $1 ORDER BY created_at`,
  reviews: `SELECT json_build_object('skill', s.slug, 'rating', v.rating, 'text', v.text, 'created_at',
      v.created_at) AS row
      FROM skill_review v JOIN skill s ON s.id = v.skill_id WHERE v.account_id = $1 ORDER BY v.created_at`,
  reports: `SELECT json_build_object('skill', CASE WHEN s.visibility = 'public' OR EXISTS (SELECT 1 FROM membership m
        WHERE m.organization_id = s.owner_id AND m.person_id = $1) THEN s.slug END, 'kind', r.kind, 'text', r.text,
      'state', r.state, 'created_at', r.created_at) AS row
      FROM skill_report r JOIN skill s ON s.id = r.skill_id WHERE r.reporter_id = $1 ORDER BY r.created_at`,
  comments: `SELECT json_build_object('skill', s.slug, 'text', c.text, 'field', c.field, 'file', c.file, 'line', c.line,
      'created_at', c.created_at) AS row
      FROM submission_comment c JOIN skill s ON s.id = c.skill_id WHERE c.author_id = $1 ORDER BY c.created_at`,
  skills: `SELECT json_build_object('id', s.id, 'slug', s.slug, 'status', s.status, 'pricing_type', s.pricing_type,
      'price', ${credits("s.price_micros")}, 'price_per_call', ${credits("s.price_per_call_micros")}, 'created_at', s.created_at,
      'revision', r.number, ${content},
      'revision_status', r.status, 'revision_created_at', r.created_at) AS row
      FROM skill s JOIN skill_revision r ON r.skill_id = s.id WHERE s.owner_id = $1 ORDER BY s.created_at, r.number`,
  domains: `SELECT json_build_object('domain', domain, 'verified_at', verified_at, 'created_at', created_at) AS row
      FROM publisher_domain WHERE account_id = $1 ORDER BY created_at`,
  advisories: `SELECT json_build_object('skill', s.slug, 'number', a.number, 'kind', a.kind, 'severity', a.severity,
      'summary', a.summary, 'details', a.details, 'action', a.action, 'published_at', a.published_at,
      'withdrawn_at', a.withdrawn_at) AS row
      FROM advisory a JOIN skill s ON s.id = a.skill_id WHERE s.owner_id = $1 ORDER BY a.number`,
  publisher_bundles: `SELECT json_build_object('skill', s.slug, 'version', p.version, 'signer', b.signer,
      'issuer', b.issuer, 'bundle', b.bundle, 'verified_at', b.verified_at) AS row
      FROM package_bundle b JOIN skill_package p ON p.id = b.package_id JOIN skill s ON s.id = p.skill_id
      WHERE s.owner_id = $1 ORDER BY b.verified_at`,
  trusted_publishers: `SELECT json_build_object('skill', s.slug, 'issuer', t.issuer, 'repository', t.repository,
      'workflow', t.workflow, 'environment', t.environment, 'refs', t.refs, 'required', t.is_required,
      'created_at', t.created_at) AS row
      FROM trusted_publisher t JOIN skill s ON s.id = t.skill_id WHERE s.owner_id = $1 ORDER BY t.created_at`,
  allowed_skills: `SELECT json_build_object('skill', s.slug, 'version', w.version, 'note', w.note, 'reason', w.reason,
      'asked_at', w.asked_at, 'decided_at', w.decided_at) AS row FROM allowed_skill w JOIN skill s ON s.id = w.skill_id
      WHERE $1 IN (w.account_id, w.asked_by) AND (s.visibility = 'public' OR s.owner_id = $1) ORDER BY s.slug`,
  transfers: `SELECT json_build_object('skill', s.slug, 'from', f.handle, 'to', t.handle, 'created_at', o.created_at,
      'expires_at', o.expires_at) AS row
      FROM skill_transfer o JOIN skill s ON s.id = o.skill_id JOIN account f ON f.id = o.from_id
        JOIN account t ON t.id = o.to_id WHERE $1 IN (o.from_id, o.to_id) ORDER BY o.created_at`,
  name_claims: `SELECT json_build_object('kind', kind, 'name', name, 'domain', domain,
      'evidence', CASE WHEN claimant_id = $1 THEN evidence END, 'appeal', CASE WHEN claimant_id = $1
        THEN coalesce(claimant_appeal, CASE WHEN appealed_by = $1 THEN appeal END)
        WHEN appealed_by = $1 THEN appeal END,
      'state', state, 'reason', reason, 'created_at', created_at, 'decided_at', decided_at) AS row FROM name_claim
      WHERE $1 IN (claimant_id, holder_id) ORDER BY created_at`,
} as const;
