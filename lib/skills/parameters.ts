export function checkSchema(_schema: unknown): { param: string; message: string }[] { return []; }
