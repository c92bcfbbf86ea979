import { number, objectOf, type Tool, ToolError, text } from "@/dev/demo-provider/tool";

/** Factors to the base unit of each quantity: metre, gram, litre, second, byte, square metre. */
const UNITS: Record<string, Record<string, number>> = {
  length: {
    mm: 0.001,
    cm: 0.01,
    m: 1,
    km: 1000,
    inch: 0.0254,
    foot: 0.3048,
    yard: 0.9144,
    mile: 1609.344,
    nautical_mile: 1852,
  },
  mass: { mg: 0.001, g: 1, kg: 1000, t: 1_000_000, ounce: 28.349523125, pound: 453.59237, stone: 6350.29318 },
  volume: {
    ml: 0.001,
    l: 1,
    m3: 1000,
    us_gallon: 3.785411784,
    us_cup: 0.2365882365,
    imperial_pint: 0.56826125,
  },
  time: { ms: 0.001, s: 1, min: 60, h: 3600, day: 86_400, week: 604_800 },
  data: {
    bit: 0.125,
    byte: 1,
    kb: 1000,
    mb: 1e6,
    gb: 1e9,
    tb: 1e12,
    kib: 1024,
    mib: 1_048_576,
    gib: 1_073_741_824,
  },
  area: { m2: 1, km2: 1e6, hectare: 10_000, acre: 4046.8564224, sq_foot: 0.09290304 },
};
/** Largest value that no pair of units turns into infinity. */
const MAX_VALUE = 1e200;
const TEMPERATURES = ["celsius", "fahrenheit", "kelvin"];
const ALL = [...Object.values(UNITS).flatMap(Object.keys), ...TEMPERATURES];

function toKelvin(value: number, unit: string): number {
  if (unit === "celsius") return value + 273.15;
  return unit === "fahrenheit" ? ((value - 32) * 5) / 9 + 273.15 : value;
}

function fromKelvin(kelvin: number, unit: string): number {
  if (unit === "celsius") return kelvin - 273.15;
  return unit === "fahrenheit" ? ((kelvin - 273.15) * 9) / 5 + 32 : kelvin;
}

export const unitConversion: Tool = {
  schema: objectOf(
    {
      value: { type: "number", title: "Value", minimum: -MAX_VALUE, maximum: MAX_VALUE, examples: [26.2] },
      from: { type: "string", title: "From", enum: ALL, default: "mile" },
      to: { type: "string", title: "To", enum: ALL, default: "km" },
    },
    ["value", "from", "to"],
  ),
  run: (input) => {
    const [value, from, to] = [number(input, "value"), text(input, "from"), text(input, "to")];
    if (Math.abs(value) > MAX_VALUE) throw new ToolError(`value must be at most ${MAX_VALUE} in size`);
    if (TEMPERATURES.includes(from) && TEMPERATURES.includes(to)) {
      if (toKelvin(value, from) < 0) throw new ToolError("nothing is colder than absolute zero");
      return {
        value: Number(fromKelvin(toKelvin(value, from), to).toPrecision(12)),
        unit: to,
        quantity: "temperature",
      };
    }
    const found = Object.entries(UNITS).find(([, units]) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
    if (!found) throw new ToolError(`${from} and ${to} do not measure the same`);
    const [quantity, units] = found;
    return {
      value: Number(((value * (units[from] ?? 1)) / (units[to] ?? 1)).toPrecision(12)),
      unit: to,
      quantity,
    };
  },
};

/** The red, green and blue of `#rgb` or `#rrggbb`, 0 to 1. */
function parseColour(source: string): [number, number, number] {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(source.trim())?.[1];
  if (!hex) throw new ToolError(`${source} is not a colour such as #1a7f5a`);
  const full = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

function luminance(colour: [number, number, number]): number {
  const [r, g, b] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export const colourContrast: Tool = {
  schema: objectOf(
    {
      foreground: {
        type: "string",
        title: "Foreground",
        pattern: "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",
        examples: ["#1a1a1a"],
      },
      background: {
        type: "string",
        title: "Background",
        pattern: "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",
        examples: ["#ffffff"],
      },
    },
    ["foreground", "background"],
  ),
  run: (input) => {
    const [a, b] = [
      luminance(parseColour(text(input, "foreground"))),
      luminance(parseColour(text(input, "background"))),
    ];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return {
      ratio: Math.round(ratio * 100) / 100,
      aa_text: ratio >= 4.5,
      aa_large_text: ratio >= 3,
      aaa_text: ratio >= 7,
    };
  },
};
