import * as v from 'valibot'

/** A path with what follows it, of the page's own origin: it leads nowhere else, however it is read. */
export const returnPath = v.pipe(
  v.string(),
  v.maxLength(1_024),
  v.regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/),
)
