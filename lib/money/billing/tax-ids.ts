import { stdnum } from "stdnum";

type Validator = { validate: (value: string) => { isValid: boolean } };

/**
 * Whether a tax id has a form, and where there are some the check digits, that its country uses. Every id passes in a country whose
 * forms are unknown: nobody should be kept from a correct bill.
 */
export function isTaxId(country: string, taxId: string): boolean {
  const known: Record<string, Record<string, Validator>> = stdnum;
  const forms = known[country];
  return !forms || Object.values(forms).some((form) => form.validate(taxId).isValid);
}
