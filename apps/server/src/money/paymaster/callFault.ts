import { type PaymasterRefusal, type RpcFault, rpcRefusal } from 'latchkey/services'

/** What asking a paymaster came to. */
export type PaymasterOutcome = { readonly result: object } | { readonly error: RpcFault }

/** The answer of the project's paymaster that it does not pay. */
export function refuseToPay(reason: PaymasterRefusal): PaymasterOutcome {
  return { error: { code: rpcRefusal.notFound, message: reason } }
}

/** The answer to a call that is none of ERC-7677's. */
export function callFault(kind: 'method' | 'params' | 'internal', message: string): PaymasterOutcome {
  return { error: { code: rpcRefusal[kind], message } }
}
