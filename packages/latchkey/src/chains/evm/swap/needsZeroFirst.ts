import type { CaipNetworkId } from '../../../contract/caip.ts'

/** Tokens that refuse a new allowance while there is one, in lower case. Others show it when the approval is tried. */
const tokens: Readonly<Record<CaipNetworkId, readonly string[]>> = {
  'eip155:1': [
    // USDT
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
    // LDO
    '0x5a98fcbea516cf06857215779fd812ca3bef1b32',
  ],
}

/** Whether a token is known to refuse a new allowance while there is one (reference money §1.5). */
export function needsZeroFirst(network: CaipNetworkId, token: string): boolean {
  return Object.hasOwn(tokens, network) && tokens[network]?.includes(token.toLowerCase()) === true
}
