import { post } from "@/lib/interfaces/client/api";

const CANCELLED = "No passkey was used. Try again, or choose another way.";
const EXISTS = "This device has a passkey for your account already.";

/** Whether this browser can use passkeys. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function" &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function"
  );
}

/** Signs in with a passkey that the browser's person chooses. Throws ApiError, and an Error when none was used. */
export async function signInWithPasskey(): Promise<void> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>("/api/auth/passkey/challenge", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  await post("/api/auth/passkey/sign-in", {
    response: await answered(navigator.credentials.get({ publicKey })),
  });
}

/** Makes a passkey and adds it to the account. Throws ApiError, and an Error when none was made. */
export async function addPasskey(name: string, owner: { password?: string }): Promise<void> {
  const options = await post<PublicKeyCredentialCreationOptionsJSON>("/api/auth/passkey/begin", owner);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  await post("/api/auth/passkey/add", {
    name,
    response: await answered(navigator.credentials.create({ publicKey })),
  });
}

async function answered(asked: Promise<Credential | null>): Promise<unknown> {
  const credential = await asked.catch((cause: unknown) => {
    const isThere = cause instanceof DOMException && cause.name === "InvalidStateError";
    throw new Error(isThere ? EXISTS : CANCELLED, { cause });
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error(CANCELLED);
  return credential.toJSON();
}
