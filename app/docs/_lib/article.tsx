import { Children, isValidElement, type ReactElement, type ReactNode } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { anchorOf } from "@/app/docs/_lib/anchor";
import { sameInEachLanguage } from "@/app/docs/_lib/same-in-each-language";
import { fenceOf, textOf } from "@/components/code/fence";
import { HighlightedFence } from "@/components/code/highlighted";
import { languageOf } from "@/components/code/languages";
import { Link } from "@/components/ui/link";
import { Tabs } from "@/components/ui/tabs";

function Heading({ children }: { children?: ReactNode }) {
  const anchor = anchorOf(textOf(children));
  return (
    <h2 id={anchor} className="group scroll-mt-16">
      <a href={`#${anchor}`} className="text-fg! no-underline! hover:text-accent-ink!">
        {children}
      </a>
    </h2>
  );
}

/** A link of our own text: another page of the product, or a file, or another site. */
function Anchor({ href = "", children }: { href?: string; children?: ReactNode }) {
  const isPage = /^\/(?!v1\/)[^.]*$/.test(href);
  return isPage ? <Link href={href}>{children}</Link> : <a href={href}>{children}</a>;
}

/** The same code in several languages, each behind its tab. */
function Languages({ children }: { children?: ReactNode }) {
  const tabs = Children.toArray(children)
    .filter((child) => isValidElement<{ children?: ReactNode }>(child))
    .map((child) => {
      const { language } = fenceOf(child.props.children);
      return { id: language, title: languageOf(language)?.title ?? "Text", content: child };
    });
  return <Tabs label="Language of the code" tabs={tabs} />;
}

/** The parsed pages by their text: there are a dozen, and reading one takes longer than drawing it. */
const parsed = new Map<string, ReactElement>();

function parse(text: string): ReactElement {
  const element =
    parsed.get(text) ??
    Markdown({
      remarkPlugins: [remarkGfm, sameInEachLanguage],
      components: { a: Anchor, h2: Heading, pre: HighlightedFence, figure: Languages },
      children: text,
    });
  parsed.set(text, element);
  return element;
}

/** A page of our own Markdown, with an anchor for each heading and a copy button for each piece of code. */
export function Article({ text }: { text: string }) {
  return <div className="prose prose-docs max-w-none">{parse(text)}</div>;
}
