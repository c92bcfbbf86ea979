import { prisma } from "@/lib/platform/core/db";

export type Person = { id: string; name: string; email: string };

/** The accounts of these ids, by id; null and unknown ids are left out. */
export async function peopleOf(ids: (string | null)[]): Promise<Map<string, Person>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const people = await prisma().account.findMany({
    where: { id: { in: [...new Set(known)] } },
    select: { id: true, name: true, email: true },
  });
  return new Map(people.map((person) => [person.id, person]));
}
