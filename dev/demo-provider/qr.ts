import { renderSVG } from "uqr";
import { objectOf, type Tool, ToolError, text } from "@/dev/demo-provider/tool";

const MAX_QR_CHARS = 1_000;
/** What the largest code holds in bytes, by its error correction (ISO/IEC 18004, version 40). */
const CAPACITY_BYTES = { L: 2_953, M: 2_331, Q: 1_663, H: 1_273 };

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
      input.correction === "L" || input.correction === "Q" || input.correction === "H" ? input.correction : "M";
    const content = text(input, "text");
    if (content.length > MAX_QR_CHARS || Buffer.byteLength(content) > CAPACITY_BYTES[ecc])
      throw new ToolError("the text is too long for one code; shorten it or choose less error correction");
    return { media_type: "image/svg+xml", svg: renderSVG(content, { ecc }) };
  },
};
