import type { Kept } from '../shell/useKept.ts'

/** Whose place in the card the wallet frame is drawn in: each place is an object of its own. */
export const frameOwner = (): Kept<object | undefined> => ({ value: undefined })
