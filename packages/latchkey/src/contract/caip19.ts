/** Assets by CAIP-19, as exchanges, payments and orders name them: tokens by their contract, a network's own currency by SLIP-44. */
import * as v from 'valibot'
import type { CaipNetworkId } from './caip.ts'

/** A CAIP-19 asset type, for example `eip155:1/erc20:0xa0b8…` or `eip155:1/slip44:60`. */
export type CaipAsset = `${string}:${string}/${string}:${string}`

/** What a CAIP-19 id says. */
export interface ParsedAsset {
  readonly network: CaipNetworkId
  /** `slip44` for the network's own currency, `erc20`, or `token` on Solana. */
  readonly kind: 'slip44' | 'erc20' | 'token'
  /** The contract or mint; the number of SLIP-44 for a network's own currency. */
  readonly reference: string
}

const pattern = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})\/(slip44|erc20|token):([-.%a-zA-Z0-9]{1,128})$/

/** Parses a CAIP-19 asset type of one of three kinds; undefined for anything else. */
export function parseCaipAsset(text: string): ParsedAsset | undefined {
  const [, network, kind, reference] = pattern.exec(text) ?? []
  if (network === undefined || kind === undefined || reference === undefined) return undefined
  return { network: network as CaipNetworkId, kind: kind as ParsedAsset['kind'], reference }
}

/** A CAIP-19 asset type on the wire. */
export const caipAssetSchema = v.custom<CaipAsset>(
  value => typeof value === 'string' && parseCaipAsset(value) !== undefined,
)
