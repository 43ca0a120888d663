/** A chain as the faucet's requests name it. */
export interface FaucetChain {
  /** EVM's number, or the CAIP-2 id. */
  readonly chainId: number | string
  /** Tokens that it hands out beside the native currency. */
  readonly tokens: readonly string[]
  /** Whether an account that can be paid has this address. */
  accepts(address: string): boolean
  /** What an address must be, in one sentence. */
  readonly addressRule: string
}

export interface FaucetRequest {
  readonly chainId: number | string
  readonly address: string
  readonly tokens: readonly string[]
}

/**
 * Reads the body of POST /faucet: `{ chainId, address, tokens? }`; no `tokens` means all of the chain's.
 * @returns the request, or the reason why it is none, in one sentence.
 */
export function parseFaucetRequest(body: unknown, chains: readonly FaucetChain[]): FaucetRequest | string {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return 'The body must be a JSON object.'
  const { chainId, address, tokens, ...rest } = body as Record<string, unknown>
  if (Object.keys(rest).length > 0) return 'The body may hold chainId, address and tokens only.'
  const chain = chains.find(each => each.chainId === chainId)
  if (!chain) return `chainId must be one of ${chains.map(each => each.chainId).join(', ')}.`
  if (typeof address !== 'string' || address.length > 100 || !chain.accepts(address)) return chain.addressRule
  const request = { chainId: chain.chainId, address }
  if (tokens === undefined) return { ...request, tokens: chain.tokens }
  const isKnown = (token: unknown): token is string => chain.tokens.some(known => known === token)
  if (!Array.isArray(tokens) || tokens.length > chain.tokens.length || !tokens.every(isKnown))
    return `tokens must list some of ${chain.tokens.join(', ')}.`
  return { ...request, tokens: [...new Set(tokens)] }
}
