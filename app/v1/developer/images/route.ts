import { endpoint } from "@/lib/interfaces/http/endpoint";
import { ImageQuery, UploadedImage } from "@/lib/supply/publishing/image-schemas";
import * as images from "@/lib/supply/publishing/images";

export const POST = endpoint(
  {
    operationId: "uploadImage",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Upload an icon or a screenshot: PNG, JPEG or WebP, at most 5 MB",
    description:
      "Send its id as `icon` or in `screenshots` of a skill. An image that no skill has is removed after a day.",
    query: ImageQuery,
    errors: ["too_many_in_flight"],
    upload: "application/octet-stream",
    result: UploadedImage,
    limit: "upload",
  },
  ({ caller, query, request }) => images.upload(caller, query, request),
);
