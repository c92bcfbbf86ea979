import { renderSVG } from "uqr";
import { objectOf, type Tool, text } from "@/server/demo-provider/tool";

/** Most characters that a code of the highest density still holds. */
const MAX_QR_CHARS = 1_000;

export const qrSvg: Tool = {
  schema: objectOf(
    {
      text: {
        type: "string",
        title: "Content",
        description: "What the code says, often a link.",
        minLength: 1,
        maxLength: MAX_QR_CHARS,
        examples: ["https://example.com"],
      },
      correction: { type: "string", title: "Error correction", enum: ["L", "M", "Q", "H"], default: "M" },
    },
    ["text"],
  ),
  run: (input) => {
    const ecc =
      input.correction === "L" || input.correction === "Q" || input.correction === "H"
        ? input.correction
        : "M";
    return { media_type: "image/svg+xml", svg: renderSVG(text(input, "text"), { ecc }) };
  },
};
