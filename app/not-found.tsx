import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { Empty } from "@/components/ui/panel";

export default function NotFoundPage() {
  return (
    <Empty isPage title="Page not found">
      <p className="mb-4">It may have moved, or the skill is no longer on the marketplace.</p>
      <Link href="/skills" className={buttonStyle({ variant: "primary" })}>
        Browse skills
      </Link>
    </Empty>
  );
}
