CREATE TABLE "category" (
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "category_pkey" PRIMARY KEY ("slug")
);

CREATE TABLE "former_category" (
    "slug" TEXT NOT NULL,
    "category_slug" TEXT NOT NULL,

    CONSTRAINT "former_category_pkey" PRIMARY KEY ("slug"),
    CONSTRAINT "former_category_category_slug_fkey" FOREIGN KEY ("category_slug") REFERENCES "category"("slug") ON DELETE CASCADE ON UPDATE CASCADE
);

INSERT INTO "category" ("position", "slug", "title", "description") VALUES
  (1, 'data', 'Data & analytics', 'Query, clean, convert and summarize data.'),
  (2, 'writing', 'Writing & editing', 'Draft, edit, shorten and check texts.'),
  (3, 'developer-tools', 'Developer tools', 'Write, review, test and ship code.'),
  (4, 'devops', 'DevOps & infrastructure', 'Deploy, schedule, monitor and repair systems.'),
  (5, 'security', 'Security', 'Find weaknesses, check secrets, judge risk.'),
  (6, 'design', 'Design', 'Color, layout, images and accessibility.'),
  (7, 'media', 'Images, audio & video', 'Make, convert and describe media.'),
  (8, 'productivity', 'Productivity', 'Calendars, notes, documents and everyday work.'),
  (9, 'finance', 'Finance', 'Invoices, budgets, markets and taxes.'),
  (10, 'marketing', 'Marketing & sales', 'Campaigns, search ranking, leads and copy.'),
  (11, 'research', 'Research', 'Find, read, cite and compare sources.'),
  (12, 'language', 'Language & translation', 'Translate, transliterate and teach languages.'),
  (13, 'education', 'Education', 'Explain, practice and grade.'),
  (14, 'customer-support', 'Customer support', 'Answer, route and learn from requests.');

-- A skill cannot be put into a category that is being merged away: the key's check waits for the merge and then fails.
ALTER TABLE "skill_revision" ADD CONSTRAINT "skill_revision_category_fkey" FOREIGN KEY ("category") REFERENCES "category"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "listing" ADD CONSTRAINT "listing_category_fkey" FOREIGN KEY ("category") REFERENCES "category"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;
