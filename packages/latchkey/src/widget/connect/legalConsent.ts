import type { Kept } from '../shell/useKept.ts'

/** Whether the visitor has agreed to the host's terms, where they have to before a wallet is asked. */
export const legalConsent = (): Kept<boolean> => ({ value: false })
