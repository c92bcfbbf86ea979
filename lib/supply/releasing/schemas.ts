import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";

const REPOSITORY = /^[\w.-]{1,100}(\/[\w.-]{1,100}){1,10}$/;
const WORKFLOW = /^[\w./ -]{1,200}\.ya?ml$/;
const REF = /^refs\/(heads|tags)\/[\w./*+-]{1,200}$/;
const MAX_REFS = 10;
/** A pattern with more of them takes long to match. */
const MAX_STARS = 2;

const Repository = z
  .string()
  .regex(REPOSITORY, { error: "is a path such as owner/repository" })
  .meta({ description: "The repository, as its host names it.", example: "ada/meeting-minutes" });
const Workflow = z
  .string()
  .regex(WORKFLOW, { error: "is the path of a .yml file" })
  .refine((path) => !path.startsWith("/") && !path.split("/").includes(".."), {
    error: "is a path inside the repository",
  })
  .meta({ description: "Path of the workflow's file in the repository.", example: ".github/workflows/release.yml" });
const Refs = z
  .array(
    z
      .string()
      .regex(REF, { error: "begins with refs/heads/ or refs/tags/; * matches any text without a slash" })
      .refine((ref) => ref.split("*").length <= MAX_STARS + 1, { error: `has at most ${MAX_STARS} *` }),
  )
  .min(1)
  .max(MAX_REFS)
  .meta({ description: "Branches and tags that may release.", example: ["refs/heads/main", "refs/tags/v*"] });
const Environment = z.string().min(1).max(255).nullable().meta({
  description: "The environment of the CI that runs must use; null for any.",
  example: "release",
});
const Issuer = z.url().max(255).meta({
  description: "Who signs the CI's tokens: GitHub Actions, GitLab CI, or one that the operator added.",
  example: "https://token.actions.githubusercontent.com",
});
const IsRequired = z.boolean().meta({
  description: "Whether only such runs may change this skill's content: no key and no session may.",
});

const Code = z.string().max(12).meta({
  description: "A code of your authenticator app, to change or remove what is required.",
  example: "123456",
});

const HostId = z.string().regex(/^[0-9]{1,20}$/, { error: "is a number, as text" });

export const TrustedPublisherInput = z
  .strictObject({
    issuer: Issuer,
    repository: Repository,
    repository_id: HostId.optional().meta({
      description: "The host's unchangeable id of the repository; without it, that of the first release is stored.",
      example: "1296269",
    }),
    owner_id: HostId.optional().meta({
      description: "The same of its owner or namespace; give both ids or none.",
      example: "583231",
    }),
    workflow: Workflow,
    environment: Environment.default(null),
    refs: Refs,
    required: IsRequired.default(false),
    code: Code.optional(),
  })
  .refine(({ repository_id, owner_id }) => (repository_id === undefined) === (owner_id === undefined), {
    path: ["owner_id"],
    error: "must come with repository_id",
  })
  .meta({ id: "TrustedPublisherInput" });
export type TrustedPublisherInput = z.output<typeof TrustedPublisherInput>;

export const TrustedPublisher = z
  .object({
    issuer: Issuer,
    repository: Repository,
    repository_id: z.string().nullable().meta({
      description: "The host's unchangeable id of the repository, from setup or the first release on; null before it.",
      example: "1296269",
    }),
    owner_id: z.string().nullable().meta({ description: "The same of its owner.", example: "583231" }),
    workflow: Workflow,
    environment: Environment,
    refs: Refs,
    required: IsRequired,
    active: z.boolean().meta({ description: "False after other access was ended: save it again to go on." }),
    created_at: Time,
  })
  .meta({ id: "TrustedPublisher" });
export type TrustedPublisher = z.input<typeof TrustedPublisher>;

export const TrustedPublisherState = z
  .object({ trusted_publisher: TrustedPublisher.nullable() })
  .meta({ id: "TrustedPublisherState" });

export const PublisherRemoval = z.strictObject({ code: Code.optional() }).meta({ id: "PublisherRemoval" });

export const ExchangeInput = z.strictObject({
  token: z.string().min(1).max(8_192),
  skill: z.string().regex(/^[a-z0-9-]{1,64}$/),
});
export type ExchangeInput = z.output<typeof ExchangeInput>;
