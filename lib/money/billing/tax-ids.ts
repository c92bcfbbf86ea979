type Validator = { validate: (value: string) => { isValid: boolean } };

/**
 * Whether a tax id has a form, and where there are some the check digits, that its country uses. Every id passes in a country whose
 * forms are unknown: no one should be refused a correct bill.
 */
export async function isTaxId(country: string, taxId: string): Promise<boolean> {
  // Loaded with the first id: most processes never need it.
  const { stdnum } = await import("stdnum");
  const known: Record<string, Record<string, Validator>> = stdnum;
  const forms = known[country];
  return !forms || Object.values(forms).some((form) => form.validate(taxId).isValid);
}
