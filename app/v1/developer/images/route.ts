import { endpoint } from "@/lib/http/endpoint";
import { ImageQuery, UploadedImage } from "@/lib/publishing/image-schemas";
import * as images from "@/lib/publishing/images";

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
    upload: "application/octet-stream",
    result: UploadedImage,
    limit: "upload",
  },
  ({ caller, query, request }) => images.upload(caller, query, request),
);
