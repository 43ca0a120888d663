import type { Login } from './createLogin.ts'

/** Holds the login of a page, once a call needed it; asking whether there is one does not load it. */
export const loginPlace = (): {
  login?: Promise<Login> | undefined
  /** Ends what the login hears of other tabs: another one takes its place in this page. */
  leave?: () => void
  /** The visitor has chosen a type of account: other tabs of this browser use it too. */
  tellTabs?: (news: 'type') => void
} => ({})
