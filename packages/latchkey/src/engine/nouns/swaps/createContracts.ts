import type { CaipNetworkId } from '../../../contract/caip.ts'
import { getConvertContracts } from '../../../contract/convert.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import type { Network } from '../../../contract/network.ts'
import type { SwapContract, Swapping } from '../../../contract/swap.ts'
import type { EngineContext } from '../../context.ts'
import { trustedKeys } from '../directory/trustedKeys.ts'
import { verifyContracts } from './verifyContracts.ts'

/** The contracts that swaps may go to: those of this build, and those that a key of the host's vouches for (T70). */
export interface Contracts {
  /** Of one network. Never throws: what cannot be had or verified is left out. */
  of(network: Network, swapping: Pick<Swapping, 'known'>): Promise<readonly SwapContract[]>
  /** Networks between which a provider swaps, by the services' word: it only says what is offered. Never throws. */
  crossing(): Promise<readonly CaipNetworkId[]>
}

/** A verified list holds for so long, and one that could not be had is asked for again after. */
const listLife = 600_000
const retryAfter = 10_000

export type ContractsContext = Pick<
  EngineContext,
  'api' | 'alert' | 'clock' | 'config' | 'signal' | 'storage'
>

/** The contracts of one engine. */
export function createContracts(ctx: ContractsContext): Contracts {
  let list: Promise<readonly SwapContract[]> | undefined
  let verified: { readonly contracts: readonly SwapContract[]; readonly until: number } | undefined
  let crossing: readonly CaipNetworkId[] = []
  let due = 0

  async function verify(answer: Parameters<typeof verifyContracts>[1]): Promise<void> {
    await verifyContracts(ctx, answer, { keys: trustedKeys(ctx.config), now: ctx.clock.now() })
    // It may end before the next one is due.
    due = Math.min(due, answer.head.expires)
    verified = { contracts: answer.contracts, until: answer.head.expires }
  }

  async function read(): Promise<readonly SwapContract[]> {
    const keys = trustedKeys(ctx.config)
    try {
      const api = await ctx.api()
      const answer = await api.call(getConvertContracts, { signal: ctx.signal })
      crossing = []
      // Without a key there is nothing to verify an answer by.
      if (keys.length > 0) await verify(answer)
      crossing = answer.crossing
      return keys.length > 0 ? answer.contracts : []
    } catch (cause) {
      due = ctx.clock.now() + retryAfter
      // Those of before hold for as long as they are signed for, unless what came instead is not believed.
      if (!isLatchkeyError(cause, 'APKT003'))
        return verified && ctx.clock.now() < verified.until ? verified.contracts : []
      verified = undefined
      ctx.alert('APKT003', { reason: cause.context.reason, of: 'contracts of swaps' })
      return []
    }
  }

  function current(): Promise<readonly SwapContract[]> {
    const now = ctx.clock.now()
    if (!list || now >= due) {
      due = now + listLife
      list = read()
    }
    return list
  }

  return {
    async crossing() {
      if (!ctx.config.endpoints?.api) return []
      await current()
      return crossing
    },
    async of({ caipNetworkId }, swapping) {
      const isAsked = trustedKeys(ctx.config).length > 0 && ctx.config.endpoints?.api
      const signed = (isAsked ? await current() : []).filter(({ network }) => network === caipNetworkId)
      return [...swapping.known(caipNetworkId), ...signed]
    },
  }
}
