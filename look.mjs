import { openBrowser } from "./tests/e2e/browser.ts";

const B = "http://localhost:4105";
const [, , email, width, theme, ...paths] = process.argv;
for (const path of paths) {
  for (let i = 0; i < 25; i++) {
    const b = await openBrowser();
    try {
      const c = await b.newContext();
      await c.request.post(`${B}/api/auth/sign-in/email`, {
        data: { email, password: "demo-password" },
        headers: { origin: B },
      });
      const p = await c.newPage();
      p.on("console", (m) => m.type() === "error" && console.log("console:", m.text().slice(0, 300)));
      p.on("pageerror", (e) => console.log("pageerror:", e.message.slice(0, 300)));
      await p.emulateMedia({ colorScheme: theme });
      await p.setViewportSize({ width: Number(width), height: 900 });
      await p.goto(B + path, { waitUntil: "networkidle" });
      const over = await p.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      await p.screenshot({
        path: `/tmp/h5look/${path.replace(/\W+/g, "-")}-${theme}-${width}.png`,
        fullPage: true,
      });
      console.log(path, width, "overflow", over);
      break;
    } catch (e) {
      if (!/closed|crashed/i.test(e.message)) console.log(e.message.slice(0, 300));
    } finally {
      await b.close().catch(() => {});
    }
  }
}
process.exit(0);
