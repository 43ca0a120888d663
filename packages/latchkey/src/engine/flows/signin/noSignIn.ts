import type { SignInStanding } from './signIn.ts'

/** Before anybody looked. */
export const noSignIn: SignInStanding = { isRequired: false, accounts: {} }
