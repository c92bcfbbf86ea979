const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });
const CENTS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/**
 * Credits as people read them: US dollars, which are worth the same: `$4`, `$12.50`, `$0.002`. Text that is no number is a
 * placeholder of a mail, and keeps its place.
 */
export function dollars(amount: number | string): string {
  const value = Number(amount);
  if (Number.isNaN(value)) return `$${amount}`;
  return `${value < 0 ? "-" : ""}$${(Number.isInteger(value) ? WHOLE : CENTS).format(Math.abs(value))}`;
}

const UNITS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 9 });

/** The price of one unit, which may be a fraction of a millionth of a dollar: `$0.0000025`. */
export function unitDollars(price: number): string {
  return `$${UNITS.format(price)}`;
}
