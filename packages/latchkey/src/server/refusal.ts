/**
 * Why a sign-in was refused, for the host's log. The client always gets the same 401 (T23–T30). `unreachable` means
 * that the RPC failed, `unknown-network` that `formats` lacks the chain.
 */
export type SignInRefusal =
  | 'malformed'
  | 'chain'
  | 'unknown-network'
  | 'domain'
  | 'uri'
  | 'nonce'
  | 'address'
  | 'issued-in-future'
  | 'too-old'
  | 'expired'
  | 'not-yet-valid'
  | 'signature'
  | 'unsupported'
  | 'unreachable'
