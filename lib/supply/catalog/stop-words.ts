const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** English stop words: those of PostgreSQL's `english` dictionary, and the remains of contractions. */
export const STOP_WORDS = wordsOf(`
  i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself
  they them their theirs themselves what which who whom this that these those am is are was were be been being have has had
  having do does did doing a an the and but if or because as until while of at by for with about against between into through
  during before after above below to from up down in out on off over under again further then once here there when where why how
  all any both each few more most other some such no nor not only own same so than too very s t can will just don should now
  d ll m re ve doesn didn isn aren wasn won couldn shouldn wouldn
`);

/** The commonest little words of a few other languages; none that is also an English word for something. */
export const FOREIGN_STOP_WORDS = wordsOf(`
  de del la las el los un una para por como que le les des du et une pour avec dans der das und ein eine fur von zum zur
  da dos uma com il lo gli di della
`);

/** Words of any question. They count only as part of the whole search, never alone. */
export const FILLER_WORDS = wordsOf(`
  able any anyone anything best better could find get give good great help know let like look looking make makes making may maybe
  might must need needs please recommend show skill skills some somebody someone something suggest tell thing things tool tools
  use used using want wants way ways without would
`);
