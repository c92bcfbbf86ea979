/** What this browser has counted today stays in the browser: the day, and slugs of skills. */
const STORED = "counted-views";
const MAX_SKILLS = 500;

type Counted = { day: string; skills: string[] };

/** What `POST /v1/views` is sent for a page that is shown now; null when today it was counted, or nothing can be stored. */
export function viewToCount(skill?: string): { skill?: string; is_visit: boolean } | null {
  try {
    const day = new Date().toISOString().slice(0, "2026-11-22".length);
    const stored: Counted | null = JSON.parse(localStorage.getItem(STORED) ?? "null");
    const isVisit = stored?.day !== day;
    const skills = isVisit ? [] : stored.skills;
    const isNew = skill !== undefined && !skills.includes(skill) && skills.length < MAX_SKILLS;
    if (!isVisit && !isNew) return null;
    localStorage.setItem(STORED, JSON.stringify({ day, skills: isNew ? [...skills, skill] : skills }));
    return { ...(isNew && { skill }), is_visit: isVisit };
  } catch {
    return null;
  }
}
