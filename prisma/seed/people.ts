/** The password of every demo account. The demo seed is refused in production. */
export const DEMO_PASSWORD = "demo-password";

/** Publishers by the key that skills name them with. */
export const PUBLISHERS: Record<string, { name: string; email: string }> = {
  lindqvist: { name: "Lindqvist Tools", email: "studio@lindqvist.example.com" },
  tabular: { name: "Tabular Works", email: "hello@tabular.example.com" },
  okafor: { name: "Ngozi Okafor", email: "ngozi@okafor.example.com" },
  northwind: { name: "Northwind Reliability", email: "team@northwind.example.com" },
  hana: { name: "花 Language Lab", email: "lab@hana.example.com" },
  brandt: { name: "Brandt & Söhne Buchhaltung", email: "post@brandt.example.com" },
  clearpage: { name: "Clearpage", email: "editors@clearpage.example.com" },
  harbour: { name: "Harbour Security Collective", email: "crew@harbour.example.com" },
};

export const ADMINISTRATOR = { name: "Demo administrator", email: "admin@example.com" };
/** The consumer whose key `npm start` prints. */
export const CONSUMER = { name: "Demo consumer", email: "demo@example.com" };
/** Credits that the demo consumer begins with. */
export const CONSUMER_CREDITS = 100;
