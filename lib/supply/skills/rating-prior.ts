/** A Bayesian mean: each skill starts with this many ratings of this value, so one enthusiast does not lead the list. */
export const PRIOR_RATINGS = 5;
export const PRIOR_MEAN = 3.5;
