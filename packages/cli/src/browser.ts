import { spawn } from "node:child_process";
import { remark } from "./output.ts";

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  // `start` would read the address's ampersands as ends of the command.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an address in the browser of this desktop, or that of BROWSER; it is printed as well, for one elsewhere. */
export function openBrowser(url: string): void {
  remark(`Open this address to sign in:\n${url}`);
  const [file = "xdg-open", ...args] = process.env.BROWSER ? [process.env.BROWSER] : (OPENERS[process.platform] ?? []);
  const child = spawn(file, [...args, url], { stdio: "ignore", detached: true });
  // Where there is no browser, the printed address is enough.
  child.on("error", () => {});
  child.unref();
}
