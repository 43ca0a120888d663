import type { CaipNetworkId } from 'latchkey/contract'
import { RouteFault } from '../../core/http/routeFault.ts'

/** Thrown when the chain's nodes did not answer; nothing may be concluded from it (F20). */
export class ChainUnreadable extends Error {
  override readonly name = 'ChainUnreadable'
  readonly chain: CaipNetworkId

  constructor(chain: CaipNetworkId, message: string) {
    super(message)
    this.chain = chain
  }
}

/** Seconds after which asking again may help. */
const retryAfter = 5

/** Awaits a reading of chains. @throws RouteFault APKT009 that names the unreadable chain. */
export async function orChainFault<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof ChainUnreadable)) throw error
    const reasons = [{ name: error.chain, description: "The chain's nodes did not answer" }]
    throw new RouteFault('APKT009', { status: 503, retryAfter, reasons, cause: error })
  }
}
