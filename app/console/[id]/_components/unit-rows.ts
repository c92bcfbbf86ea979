const NANOS_PER_CREDIT = 1_000_000_000;

/** A unit as its row of fields holds it: text that may be no number yet. */
export type UnitRow = { name: string; price: number | string; most: number | string; free: number | string };

/** The units of a text. */
export const parseUnits = (text: string): UnitRow[] => (text.trim() === "" ? [] : (JSON.parse(text) as UnitRow[]));

/** The units of tools, by name, of a text. */
export const parseToolUnits = (text: string): Record<string, UnitRow[]> =>
  text.trim() === "" ? {} : (JSON.parse(text) as Record<string, UnitRow[]>);

/** Units as prices are compared. */
export const comparedUnits = (units: UnitRow[]) =>
  units.map(({ name, price, most, free }) => ({
    name,
    price_nanos: String(Math.round((Number(price) || 0) * NANOS_PER_CREDIT)),
    most: Math.trunc(Number(most) || 0),
    free: Math.trunc(Number(free) || 0),
  }));
