/** A search that a person would type, and what the names of the skills that they are after look like. */
export type SearchCase = {
  group: "name" | "words" | "prefix" | "typo" | "language";
  search: string;
  wanted: RegExp;
};

const cases = (group: SearchCase["group"], list: [string, RegExp][]): SearchCase[] =>
  list.map(([search, wanted]) => ({ group, search, wanted }));

/** Made by looking at a collection of 23,000 public skills. */
export const SEARCH_CASES: SearchCase[] = [
  ...cases("name", [
    ["code review", /code.?review/i],
    ["webpack bundler", /^webpack-bundler$/],
    ["docker compose control", /^docker-compose-control$/],
    ["commit message generator", /^commit-message-generator$/],
    ["parcel-tracking", /^parcel-tracking$/],
    ["REST API Test Suite Generator", /rest api test suite/i],
    ["langchain streaming", /^langchain-streaming$/],
    ["openai image gen", /^openai-image-gen$/],
    ["data validation", /data-validation/],
    ["git worktrees", /git-worktrees/],
    ["nextjs app router", /nextjs.*(app-router|router)/],
    ["steam linux", /^steam-linux$/],
    ["goal setting", /goal-setting/],
    ["a2a protocol", /a2a-protocol/],
  ]),
  ...cases("words", [
    ["kubernetes cluster", /kubernetes|k8s/],
    ["terraform best practices", /terraform/],
    ["write unit tests", /unit.?test/i],
    ["pytest coverage", /pytest/],
    ["playwright test failures", /playwright|e2e|fail/],
    ["create a git commit", /commit/],
    ["github pull request review", /\bpr\b|pull|review/],
    ["threat modeling stride", /stride|threat/],
    ["elasticsearch security", /elasticsearch/],
    ["quantum computing", /cirq|quantum|qiskit|pennylane/],
    ["google scholar search", /scholar|gs-/],
    ["solana tokens", /solana|4chad|token|swap|pump/i],
    ["personal career goals", /goal|career/],
    ["image editing gimp", /gimp/],
    ["android screenshots", /screenshot|android|gplay/],
    ["technical blog post", /blog|writ/],
    ["contract testing", /contract/],
    ["flaky tests", /flaky/],
    ["svelte components", /svelte/],
    ["graphql api", /graphql/],
    ["vulnerability scanning containers", /vulnerab|container|scan|docker/],
    ["rust async", /rust|async|tokio/],
    ["stripe payments", /stripe|payment/],
    ["postgres query optimization", /postgres|sql|query|optimi|database|supabase/],
    ["react performance", /react|performance/],
    ["security audit", /security|audit/],
    ["notion", /notion/],
    ["slack", /slack/],
    ["excel spreadsheet", /excel|xlsx|spreadsheet/],
    ["pdf", /pdf/],
    ["resume", /resume|cv/],
  ]),
  ...cases("prefix", [
    ["kuber", /kubernetes/],
    ["terraf", /terraform/],
    ["playwr", /playwright/],
    ["elastic", /elastic/],
    ["dockerf", /dockerfile/],
    ["brainst", /brainstorm/],
    ["refactor", /refactor/],
    ["graph ql", /graphql/],
  ]),
  ...cases("typo", [
    ["kubernets", /kubernetes/],
    ["terrafrom", /terraform/],
    ["playwrigth", /playwright/],
    ["comit mesage", /commit/],
    ["brainstroming", /brainstorm/],
    ["documentaton", /document/],
    ["fastapy", /fastapi/],
    ["securty audit", /security|audit/],
  ]),
  ...cases("language", [
    ["移动端", /mobile|ios|android|app|h5|wx|mini|移动/i],
    ["代码审查", /review|code|审查|jq|quality|audit/i],
    ["ヘッドレスブラウザ", /browser/],
    ["Rust の標準ライブラリ", /rust/],
    ["dette technique", /dette|debt/],
    ["desarrollo nativo", /ios|swift|mobile|nativ|android/],
    ["revisión de código", /revi|c[oó]digo|quality|audit/i],
    ["100% coverage", /cover|test/],
    ["c++", /^c( |$|-)|c\+\+|cpp|cplusplus/i],
  ]),
];
