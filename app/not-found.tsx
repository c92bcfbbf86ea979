import { buttonStyle } from "@/components/ui/button-style";
import { Empty } from "@/components/ui/panel";

export default function NotFoundPage() {
  return (
    <Empty isPage title="There is no such page">
      <p className="mb-4">It may have moved, or the skill may have left the marketplace.</p>
      <a href="/" className={buttonStyle({ look: "primary" })}>
        Browse skills
      </a>
    </Empty>
  );
}
