/** The door `latchkey/server`: signing visitors in at a host's own backend. Runs wherever `Request`, `Response` and `fetch` do. */

export { parseSignInMessage } from './contract/parseSignInMessage.ts'
export { formatSignInMessage, type SignInMessage } from './contract/signInMessage.ts'
export type { ExpectedSignIn } from './server/checkSignInMessage.ts'
export type { SignInRefusal } from './server/refusal.ts'
export { type SignInClaim, type SignInRpc, type SignInVerdict, verifySignIn } from './server/verifySignIn.ts'
