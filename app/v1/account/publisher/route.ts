import { endpoint } from "@/lib/interfaces/http/endpoint";
import { PublisherChange, PublisherProfile } from "@/lib/supply/catalog/publisher-schemas";
import * as publishers from "@/lib/supply/catalog/publishers";
import * as images from "@/lib/supply/packages/images";
import * as publisherNames from "@/lib/supply/publishing/publisher-names";

export const GET = endpoint(
  {
    operationId: "getPublisherProfile",
    access: "account",
    tag: "Publishing",
    summary: "Your public profile as a publisher",
    result: PublisherProfile,
  },
  ({ caller }) => publishers.profile(caller),
);

export const PATCH = endpoint(
  {
    operationId: "updatePublisherProfile",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Change your handle, bio, links, picture and contact",
    description: "The old handle redirects to the new one for 90 days and stays reserved for you during that time.",
    body: PublisherChange,
    result: PublisherProfile,
  },
  ({ caller, body }) =>
    publishers.change(caller, body, { requireIcon: images.requireIcon, showName: publisherNames.showHandle }),
);
