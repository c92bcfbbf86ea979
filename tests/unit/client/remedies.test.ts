import { describe, expect, test } from "vitest";
import { ApiError } from "@/lib/interfaces/client/api";
import { adviceFor, messageOf, remedyFor } from "@/lib/interfaces/client/remedies";

const failure = (status: number, code: string, details = {}) =>
  new ApiError(status, { code, message: "The API's words.", param: null, details, request_id: "req_1" });
const ENDED = failure(401, "unauthorized");

describe("an ended session", () => {
  test("is named as such, and the way to sign in leads back to the page", () => {
    expect(messageOf(ENDED)).toBe("Your session has expired.");
    expect(adviceFor(ENDED)).toContain("Your input is kept.");
    expect(remedyFor(ENDED, "/keys?tab=old")).toEqual({
      title: "Sign in",
      href: "/sign-in?next=%2Fkeys%3Ftab%3Dold",
      isNewTab: true,
    });
  });

  test("of a run is renewed in the same tab, which keeps the parameters", () => {
    expect(remedyFor(ENDED, "/skills/qr?tab=try")).toMatchObject({ isNewTab: false });
    expect(remedyFor(ENDED, "/skills/qr?language=curl&tab=try")).toMatchObject({ isNewTab: false });
    expect(remedyFor(ENDED, "/skills/qr?tab=reviews")).toMatchObject({ isNewTab: true });
  });

  test("is not what a wrong password is", () => {
    const wrong = failure(401, "invalid_credentials");
    expect([messageOf(wrong), remedyFor(wrong, "/settings")]).toEqual(["The API's words.", null]);
  });
});

test("a lack of credits leads to the wallet and back to the skill", () => {
  expect(remedyFor(failure(402, "insufficient_credits", { shortfall: 1.5 }), "/skills/qr")).toEqual({
    title: "Top up",
    href: "/wallet?skill=qr&amount=1.5",
  });
});
