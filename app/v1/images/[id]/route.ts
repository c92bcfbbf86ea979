import { endpoint } from "@/lib/interfaces/http/endpoint";
import { ImageParams } from "@/lib/supply/publishing/image-schemas";
import * as images from "@/lib/supply/publishing/images";

export const GET = endpoint(
  {
    operationId: "getImage",
    access: "public",
    tag: "Marketplace",
    summary: "The bytes of an image",
    params: ImageParams,
    stream: { type: "image/webp", description: "The image. The same ID always returns the same bytes." },
  },
  ({ params, request }) => images.read(params.id, request),
);
