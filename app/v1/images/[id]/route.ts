import { endpoint } from "@/lib/http/endpoint";
import { ImageParams } from "@/lib/publishing/image-schemas";
import * as images from "@/lib/publishing/images";

export const GET = endpoint(
  {
    operationId: "getImage",
    access: "public",
    tag: "Marketplace",
    summary: "The bytes of an image",
    params: ImageParams,
    stream: { type: "image/webp", description: "The image. Its id stands for these bytes for good." },
    errors: ["not_found"],
  },
  ({ params, request }) => images.read(params.id, request),
);
