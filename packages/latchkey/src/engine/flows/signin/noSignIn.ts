import type { SignInStanding } from './signIn.ts'

/** The state before the first check. */
export const noSignIn: SignInStanding = { isRequired: false, accounts: {} }
