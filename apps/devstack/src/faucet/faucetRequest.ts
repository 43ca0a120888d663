import { type Address, isAddress, zeroAddress } from 'viem'

/** Tokens the faucet hands out beside the native currency. */
export const faucetTokens = ['USDC', 'DAI', 'WETH'] as const
export type FaucetToken = (typeof faucetTokens)[number]

export interface FaucetRequest {
  readonly chainId: number
  readonly address: Address
  readonly tokens: readonly FaucetToken[]
}

/**
 * Reads the body of POST /faucet: `{ chainId, address, tokens? }`; no `tokens` means all of them.
 * @returns the request, or the reason why it is none, in one sentence.
 */
export function parseFaucetRequest(body: unknown, chainIds: readonly number[]): FaucetRequest | string {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return 'The body must be a JSON object.'
  const { chainId, address, tokens, ...rest } = body as Record<string, unknown>
  if (Object.keys(rest).length > 0) return 'The body may hold chainId, address and tokens only.'
  if (typeof chainId !== 'number' || !chainIds.includes(chainId)) {
    return `chainId must be one of ${chainIds.join(', ')}.`
  }
  if (typeof address !== 'string' || !isAddress(address) || address === zeroAddress) {
    return 'address must be an EVM address; in mixed case its checksum must be right.'
  }
  if (tokens === undefined) return { chainId, address, tokens: faucetTokens }
  if (!Array.isArray(tokens) || tokens.length > faucetTokens.length || !tokens.every(isFaucetToken)) {
    return `tokens must list some of ${faucetTokens.join(', ')}.`
  }
  return { chainId, address, tokens: [...new Set(tokens)] }
}

function isFaucetToken(value: unknown): value is FaucetToken {
  return faucetTokens.some(token => token === value)
}
