import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  render,
  Text,
} from "@react-email/components";
import type { Message } from "@/lib/notifications/message";

const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const INK = "#1f1d1a";
const QUIET = "#6b665e";
const PAPER = "#faf9f7";
const ACCENT = "#0f6b66";

/** Who sends: the marketplace's name, its public address, and what stands below every mail. */
export type Sender = { name: string; base: string; footer: string | null };

function Letter({
  message: { title, lines, action },
  sender: { name, base, footer },
}: {
  message: Message;
  sender: Sender;
}) {
  return (
    <Html lang="en">
      <Head />
      <Preview>{lines[0] ?? title}</Preview>
      <Body style={{ backgroundColor: PAPER, fontFamily: FONT, margin: 0, padding: "32px 16px" }}>
        <Container style={{ maxWidth: 520 }}>
          <Heading as="h1" style={{ color: INK, fontSize: 20, lineHeight: "28px" }}>
            {title}
          </Heading>
          {lines.map((line) => (
            <Text key={line} style={{ color: INK, fontSize: 15, lineHeight: "24px" }}>
              {line}
            </Text>
          ))}
          {action && (
            <Button
              href={new URL(action.path, base).href}
              style={{
                backgroundColor: ACCENT,
                borderRadius: 6,
                color: "#ffffff",
                fontSize: 15,
                padding: "10px 16px",
              }}
            >
              {action.label}
            </Button>
          )}
          <Text style={{ color: QUIET, fontSize: 13 }}>
            <Link href={base} style={{ color: QUIET }}>
              {name}
            </Link>
          </Text>
          {footer && (
            <Text style={{ color: QUIET, fontSize: 13, lineHeight: "18px", whiteSpace: "pre-line" }}>
              {footer}
            </Text>
          )}
        </Container>
      </Body>
    </Html>
  );
}

/** A message as a mail: HTML, and the same as plain text. */
export async function renderMail(message: Message, sender: Sender): Promise<{ html: string; text: string }> {
  const letter = <Letter message={message} sender={sender} />;
  const [html, text] = await Promise.all([render(letter), render(letter, { plainText: true })]);
  return { html, text };
}
