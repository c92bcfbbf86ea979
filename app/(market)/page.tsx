import * as catalog from "@/lib/catalog/service";

export default async function MarketplacePage() {
  const page = await catalog.browse({ limit: 20, offset: 0 });
  return (
    <main>
      {page.data.map((skill) => (
        <p key={skill.id}>{skill.name}</p>
      ))}
    </main>
  );
}
