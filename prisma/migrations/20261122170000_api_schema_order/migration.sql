-- json keeps the text as it was sent, and so the order of the parameters; jsonb sorts the keys.
ALTER TABLE skill_revision ALTER COLUMN api_schema TYPE json USING api_schema::json;
ALTER TABLE listing ALTER COLUMN api_schema TYPE json USING api_schema::json;
