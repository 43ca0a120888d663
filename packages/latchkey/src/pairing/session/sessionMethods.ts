/** The messages of the session protocol; their tags and lifetimes are the contract's (relay.md §1.8). */
import { type RelayKind, relayKinds } from '../../contract/relay.ts'

/** A method of the session protocol, for example `wc_sessionRequest`. */
export type SessionMethod = `wc_${keyof typeof relayKinds}`

/** Whether a peer's method belongs to the session protocol. */
export function isSessionMethod(method: string): method is SessionMethod {
  return method.startsWith('wc_') && Object.hasOwn(relayKinds, method.slice('wc_'.length))
}

/** Returns the tag and time to live of a message: request, response, or rejection where the method has a tag for it. */
export function kindOf(method: SessionMethod, as: 'request' | 'response' | 'reject'): RelayKind {
  const kinds: { readonly request: RelayKind; readonly response: RelayKind; readonly reject?: RelayKind } =
    relayKinds[method.slice('wc_'.length) as keyof typeof relayKinds]
  return kinds[as] ?? kinds.response
}

/** Methods that a wallet answers without a prompt. */
const quietMethod = /^(?:wallet_get\w+|eth_accounts|\w+_get(?:Accounts|Addresses)|getAccountAddresses)$/

/** Whether the visitor has to answer a page's request in the wallet. */
export function isForPerson(method: string): boolean {
  return !quietMethod.test(method)
}

/** The answer to a method that the protocol does not have; no method has its tag. */
export const unknownMethodKind: RelayKind = { tag: 0, ttl: 86_400, prompt: false }

/** How long a session lasts, and is prolonged by, at most: 7 days in ms. */
export const sessionLifetime = 604_800_000
/** How long a proposal waits for its answer: 5 minutes in ms. */
export const proposalLifetime = 300_000
/** A request may wait from 5 minutes to 7 days (ms). */
export const requestLifetime = { shortest: 300_000, longest: 604_800_000 } as const
