import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { Fragment } from "react";
import type { Letter } from "@/lib/platform/notifications/mail-template";

const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const INK = "#1f1d1a";
const QUIET = "#6b665e";
const PAPER = "#faf9f7";
const ACCENT = "#0f6b66";

/** Who sends: the marketplace's name, its public address, and the footer of every mail. */
export type Sender = { name: string; base: string; footer: string | null };

function MailPage({ letter: { subject, blocks }, sender: { name, base, footer } }: { letter: Letter; sender: Sender }) {
  const first = blocks.find((block) => typeof block === "string");
  return (
    <Html lang="en">
      <Head />
      <Preview>{first ?? subject}</Preview>
      <Body style={{ backgroundColor: PAPER, fontFamily: FONT, margin: 0, padding: "32px 16px" }}>
        <Container style={{ maxWidth: 520 }}>
          <Heading as="h1" style={{ color: INK, fontSize: 20, lineHeight: "28px" }}>
            {subject}
          </Heading>
          {blocks.map((block, at) =>
            typeof block === "string" ? (
              <Text key={block} style={{ color: INK, fontSize: 15, lineHeight: "24px", overflowWrap: "anywhere" }}>
                <Lines text={block} />
              </Text>
            ) : typeof blocks[at - 1] === "object" ? (
              <Text key={block.path} style={{ fontSize: 15 }}>
                <Link href={new URL(block.path, base).href} style={{ color: ACCENT }}>
                  {block.label}
                </Link>
              </Text>
            ) : (
              <Button
                key={block.path}
                href={new URL(block.path, base).href}
                style={{
                  backgroundColor: ACCENT,
                  borderRadius: 6,
                  color: "#ffffff",
                  fontSize: 15,
                  padding: "10px 16px",
                }}
              >
                {block.label}
              </Button>
            ),
          )}
          <Text style={{ color: QUIET, fontSize: 13 }}>
            <Link href={base} style={{ color: QUIET }}>
              {name}
            </Link>
          </Text>
          {footer && (
            <Text style={{ color: QUIET, fontSize: 13, lineHeight: "18px", whiteSpace: "pre-line" }}>{footer}</Text>
          )}
        </Container>
      </Body>
    </Html>
  );
}

/** A text whose line breaks are shown, also in plain text. */
function Lines({ text }: { text: string }) {
  const [first, ...rest] = text.split("\n");
  return (
    <>
      {first}
      {rest.map((line) => (
        <Fragment key={line}>
          <br />
          {line}
        </Fragment>
      ))}
    </>
  );
}

/** A letter as a mail: HTML, and the same as plain text. */
export async function renderMail(letter: Letter, sender: Sender): Promise<{ html: string; text: string }> {
  const page = <MailPage letter={letter} sender={sender} />;
  const [html, text] = await Promise.all([render(page), render(page, { plainText: true })]);
  return { html, text };
}
