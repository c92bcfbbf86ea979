import { type Filters, hrefWith } from "@/app/(market)/skills/_components/filters";
import { SkillCard } from "@/components/skills/card";
import { buttonStyle } from "@/components/ui/button-style";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { Empty } from "@/components/ui/panel";
import { SkillRequestQuery } from "@/lib/demand/skill-requests/schemas";
import * as requests from "@/lib/demand/skill-requests/service";
import type { Caller } from "@/lib/platform/core/caller";
import { LIMITS } from "@/lib/platform/core/limits";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";

const POPULAR = BrowseQuery.parse({ sort: "popular", limit: "3" });
const REQUESTS_SHOWN = "3";

type Props = { filters: Filters; applied: { name: string; text: string }[]; caller: Caller | null };

/** A list without skills: how to search otherwise, what is popular, and a way to ask for what is missing. */
export async function Nothing({ filters, applied, caller }: Props) {
  const { search } = filters;
  const [near, popular, asked] = await Promise.all([
    search ? catalog.nearestWords(search, caller) : [],
    catalog.browse(POPULAR, caller),
    search ? requests.list(caller, SkillRequestQuery.parse({ search, limit: REQUESTS_SHOWN })) : null,
  ]);
  const others = applied.filter(({ name }) => name !== "search");
  const isLimited = caller?.organization?.isLimited && filters.allowed !== "false";
  if (applied.length === 0)
    return (
      <Empty title={isLimited ? "No skills allowed yet" : "No skills yet"}>
        {isLimited ? `Ask ${caller.name} for a skill on its page.` : "Approved skills appear here."}
      </Empty>
    );
  return (
    <div className="grid gap-8">
      <Empty title={search ? `No skills found for “${search}”` : "No skills match these filters"}>
        {others.length > 0 && (
          <Choices label="Remove a filter">
            {others.map(({ name, text }) => (
              <Link key={name} href={hrefWith(filters, { [name]: null })} className={buttonStyle({ size: "sm" })}>
                {text} <span aria-hidden>×</span>
                <span className="sr-only">remove</span>
              </Link>
            ))}
          </Choices>
        )}
        {near.length > 0 && (
          <Choices label="Try another word">
            {near.map((word) => (
              <Link key={word} href={hrefOf("/skills", { search: word })} className={buttonStyle({ size: "sm" })}>
                {word}
              </Link>
            ))}
          </Choices>
        )}
        {search && (
          <div className="mt-4">
            <Link
              href={`${hrefOf("/requests", { title: search.slice(0, LIMITS.requestTitle.maxLength) })}#ask`}
              className={buttonStyle({ variant: "primary" })}
            >
              Ask for a skill
            </Link>
            {asked && asked.data.length > 0 && (
              <p className="mt-3 text-sm">
                Already asked for:{" "}
                <Link href={hrefOf("/requests", { search })} className="text-accent-ink underline underline-offset-2">
                  {asked.data.map(({ title }) => title).join(", ")}
                </Link>
              </p>
            )}
          </div>
        )}
      </Empty>
      {popular.data.length > 0 && (
        <section aria-labelledby="popular">
          <h2 id="popular" className="mb-3 text-lg font-semibold">
            Popular skills
          </h2>
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {popular.data.map((skill) => (
              <SkillCard key={skill.id} skill={skill} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

function Choices({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="mt-3">
      <p className="text-sm">{label}:</p>
      <p className="mt-2 flex flex-wrap justify-center gap-2">{children}</p>
    </div>
  );
}
