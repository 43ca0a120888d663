import type { Login } from './createLogin.ts'

/** Where the login of a page is, once a call needed it: whoever only asks whether there is one does not load it. */
export const loginPlace = (): { login?: Promise<Login> | undefined } => ({})
