import { DEMO_ADMINISTRATOR } from "@/lib/supply/review/own-skill";

/** The password of every demo account. The demo seed is refused in production. */
export const DEMO_PASSWORD = "demo-password";

type SeedPublisher = {
  name: string;
  email: string;
  handle?: string;
  bio: string;
  links: string[];
  isVerified?: true;
};

/** Publishers by the key that skills name them with. */
export const PUBLISHERS: Record<string, SeedPublisher> = {
  lindqvist: {
    name: "Lindqvist Tools",
    email: "studio@lindqvist.example.com",
    bio: "A studio of two in Gothenburg. Small endpoints that do one thing, answer fast and never phone home.",
    links: ["https://lindqvist.example.com", "https://github.com/example"],
    isVerified: true,
  },
  tabular: {
    name: "Tabular Works",
    email: "hello@tabular.example.com",
    bio: "We clean tables for a living: exports, surveys, ledgers. Every change is listed.",
    links: ["https://tabular.example.com"],
    isVerified: true,
  },
  okafor: {
    name: "Ngozi Okafor",
    email: "ngozi@okafor.example.com",
    bio: "Writer and editor. Plain language for letters, forms and help pages.",
    links: ["https://okafor.example.com"],
  },
  northwind: {
    name: "Northwind Reliability",
    email: "team@northwind.example.com",
    bio: "Former on-call engineers who write down what they wish they had known.",
    links: ["https://northwind.example.com"],
    isVerified: true,
  },
  hana: {
    name: "花 Language Lab",
    email: "lab@hana.example.com",
    handle: "hana-language-lab",
    bio: "Teachers of Japanese in Osaka. 丁寧な日本語を、わかりやすく。",
    links: ["https://hana.example.com"],
  },
  brandt: {
    name: "Brandt & Söhne Buchhaltung",
    email: "post@brandt.example.com",
    bio: "Bookkeeping for small companies since 1987.",
    links: ["https://brandt.example.com"],
  },
  clearpage: {
    name: "Clearpage",
    email: "editors@clearpage.example.com",
    bio: "Editors who measure texts before they judge them.",
    links: ["https://clearpage.example.com"],
  },
  harbour: {
    name: "Harbour Security Collective",
    email: "crew@harbour.example.com",
    bio: "Security reviews that a busy team can act on.",
    links: ["https://harbour.example.com"],
  },
};

export const ADMINISTRATOR = { name: "Demo administrator", email: DEMO_ADMINISTRATOR };
/** The consumer whose key `npm start` prints. */
export const CONSUMER = { name: "Demo consumer", email: "demo@example.com" };
/** Credits that the demo consumer begins with. */
export const CONSUMER_CREDITS = 100;
