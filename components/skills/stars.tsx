import { Star } from "lucide-react";

/** A rating as five stars, filled to the nearest half. */
export function Stars({ rating, size = 14 }: { rating: number; size?: number }) {
  const halves = Math.round(rating * 2) / 2;
  return (
    <span role="img" aria-label={`${Math.round(rating * 10) / 10} of 5 stars`} className="inline-flex">
      {[1, 2, 3, 4, 5].map((place) => {
        const share = Math.min(1, Math.max(0, halves - place + 1));
        return (
          <span key={place} className="relative text-warn">
            <Star size={size} aria-hidden className="text-edge" />
            <span className="absolute inset-0 overflow-hidden" style={{ width: `${share * 100}%` }}>
              <Star size={size} aria-hidden className="fill-current" />
            </span>
          </span>
        );
      })}
    </span>
  );
}
