/** Most skills that are compared side by side. */
export const MAX_COMPARED = 4;
