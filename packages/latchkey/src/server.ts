/** `latchkey/server`: signs visitors in at a host's own backend. Runs wherever `Request`, `Response` and `fetch` do. */

export { parseSignInMessage } from './contract/parseSignInMessage.ts'
export { formatSignInMessage, type SignInMessage } from './contract/signInMessage.ts'
export type { ExpectedSignIn } from './server/checkSignInMessage.ts'
export type { ServerSession, SessionPair } from './server/createSessions.ts'
export { createSignIn, type HasCookies, type SignIn } from './server/createSignIn.ts'
export type { SignInFormats } from './server/formatOf.ts'
export type { SignInRefusal } from './server/refusal.ts'
export type { SignInOptions } from './server/signInOptions.ts'
export type { SignInStore } from './server/signInStore.ts'
export { type NodeRequest, type NodeResponse, toNodeHandler } from './server/toNodeHandler.ts'
export { type SignInClaim, type SignInRpc, type SignInVerdict, verifySignIn } from './server/verifySignIn.ts'
