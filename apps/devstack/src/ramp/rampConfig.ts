import { readFileSync } from 'node:fs'

/** A chain that the ramp sends on. */
export interface RampChain {
  readonly chainId: number
  /** For example `Alder`. */
  readonly name: string
  /** JSON-RPC over HTTP. */
  readonly url: string
}

/** The settings of the ramp's process, in a file that only this user can read. */
export interface RampConfig {
  readonly port: number
  /** IPv4 address to listen on. */
  readonly host: string
  /** Where its database is. */
  readonly dataFolder: string
  /** The word after `BASIC` in the authorization of API calls. */
  readonly apiKey: string
  /** Where events go, and the URL that is signed with them; absent: nowhere. */
  readonly webhookUrl?: string | undefined
  readonly webhookSecret: string
  readonly chains: readonly RampChain[]
  /** Addresses that are the same on every chain. */
  readonly contracts: Readonly<Record<'weth' | 'usdc' | 'dai' | 'swapRouter', string>>
  /** Of the account that pays; public, as every key of the local chains. */
  readonly privateKey: `0x${string}`
  /** Milliseconds of each wait that is made on purpose; tests shorten them. */
  readonly waits: RampWaits
}

/** Milliseconds of each wait that is made on purpose. */
export interface RampWaits {
  /** Until the slow service provider answers. */
  readonly slowQuote: number
  /** Until it answers for an amount that ends with .17. */
  readonly lostQuote: number
  /** From the payment until the tokens are sent. */
  readonly payout: number
  /** From the confirmed withdrawal until the exchange sends. */
  readonly withdrawal: number
  /** The same while its network is congested. */
  readonly congestion: number
  /** Until an event that failed is sent again; doubled each time. */
  readonly retry: number
}

export const rampWaits: RampWaits = {
  slowQuote: 2_500,
  lostQuote: 30_000,
  payout: 500,
  withdrawal: 1_500,
  congestion: 30_000,
  retry: 500,
}

/** Reads the file that the stack wrote. */
export function readRampConfig(file: string): RampConfig {
  return JSON.parse(readFileSync(file, 'utf8')) as RampConfig
}
