import { z } from "zod";
import { ImageId } from "@/lib/platform/core/fields";

export const ImageQuery = z.object({
  kind: z.enum(["icon", "screenshot"]).meta({
    id: "ImageKind",
    description: "An icon becomes a square of 256 pixels; a screenshot keeps its shape, within 1600 by 1200.",
    example: "icon",
  }),
});
export type ImageQuery = z.output<typeof ImageQuery>;

export const ImageParams = z.object({ id: ImageId });

export const UploadedImage = z
  .object({
    id: ImageId,
    url: z.string().meta({ description: "Where its bytes are, for everyone.", example: "/v1/images/9f86…" }),
    width: z.number().int().meta({ example: 256 }),
    height: z.number().int().meta({ example: 256 }),
    size: z.number().int().meta({ description: "Bytes.", example: 8192 }),
  })
  .meta({ id: "UploadedImage" });
export type UploadedImage = z.input<typeof UploadedImage>;
