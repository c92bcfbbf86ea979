/** The default currency of an account by its country, where that is not the euro. */
const CURRENCIES: Record<string, string> = {
  ...{ US: "usd", GB: "gbp", CA: "cad", CH: "chf", LI: "chf", DK: "dkk", SE: "sek", NO: "nok" },
  ...{ PL: "pln", CZ: "czk", HU: "huf", RO: "ron" },
};
/** What a dollar is worth here, always. */
const RATES: Record<string, number> = {
  ...{ usd: 1, eur: 0.92, gbp: 0.79, cad: 1.37, chf: 0.88, dkk: 6.86, sek: 10.4, nok: 10.7 },
  ...{ pln: 3.95, czk: 23.2, huf: 361.3, ron: 4.58 },
};

/** The default currency of an account in a country. */
export const currencyOf = (country: string) => CURRENCIES[country] ?? "eur";

/** Cents of a dollar in another currency's smallest unit. */
export const converted = (cents: number, currency: string) => Math.round(cents * (RATES[currency] ?? 1));
