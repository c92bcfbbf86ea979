-- Findings have a severity of their own: what was a warning is a matter of form, what was a notice is judged by its rule.
UPDATE "skill_package" SET "findings" = (
    SELECT jsonb_agg(
        CASE
            WHEN f.finding ->> 'severity' = 'warning' THEN jsonb_set(f.finding, '{severity}', '"low"')
            WHEN f.finding ->> 'severity' <> 'notice' THEN f.finding
            WHEN f.finding ->> 'rule' IN ('api_token', 'private_key', 'prompt_injection', 'pipe_to_shell', 'hidden_unicode', 'executable')
                THEN jsonb_set(f.finding, '{severity}', '"high"')
            ELSE jsonb_set(f.finding, '{severity}', '"medium"')
        END ORDER BY f.at)
    FROM jsonb_array_elements("findings") WITH ORDINALITY AS f(finding, at))
WHERE jsonb_typeof("findings") = 'array' AND jsonb_array_length("findings") > 0;
