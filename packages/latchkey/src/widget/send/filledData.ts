import type { Kept } from '../shell/useKept.ts'

/** What the host opened the form with last: it is filled in once. */
export const filledData = (): Kept<unknown> => ({ value: undefined })
