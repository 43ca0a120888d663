/** What the services say about ways to more funds: one request for each feature that is on, when a view asks. */
import { namespaceOf } from '../../../contract/caip.ts'
import { getExchangeAssets } from '../../../contract/exchange.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { getOnRampOptions } from '../../../contract/onramp.ts'
import { deriveMachine } from '../../base/deriveMachine.ts'
import { factsOf } from '../../base/factsOf.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { activeNetwork } from '../accounts/activeNetwork.ts'
import { featuresOf } from '../remoteconfig/featuresOf.ts'
import { countryQuery } from './countryQuery.ts'
import { depositAssets } from './depositAssets.ts'
import type { DepositAssets, Funding, Support } from './funding.ts'

/** Milliseconds for which an answer holds; one that did not come is asked for again after a while. */
const life = 300_000
const retryAfter = 10_000

type Answer = { readonly at: 'loading' | 'failed'; readonly since: number } | Known
interface Known {
  readonly at: 'known'
  readonly since: number
  readonly value: unknown
}
type Answers = Readonly<Record<string, Answer>>

export type FundingContext = Pick<
  EngineContext,
  'api' | 'clock' | 'config' | 'connections' | 'remote' | 'signal' | 'storage'
>

/** The ways to more funds of one engine. */
export function createFunding(ctx: FundingContext): Funding {
  const answers = createMachine<Answers, Answers>({}, (_, next) => next)
  const network = () => activeNetwork(ctx)
  const keys = {
    deposits: () => `deposits ${network().caipNetworkId}`,
    buying: () => `buying ${network().chainNamespace}`,
  }

  async function ask(key: string, read: () => Promise<unknown>): Promise<void> {
    const before = answers.getState()[key]
    const now = ctx.clock.now()
    const isFresh = before && now - before.since < (before.at === 'failed' ? retryAfter : life)
    if (isFresh) return
    const keep = (answer: Answer) => {
      if (!ctx.signal.aborted) answers.dispatch({ ...answers.getState(), [key]: answer })
    }
    // What was known stands until the new answer comes.
    keep(before?.at === 'known' ? { ...before, since: now } : { at: 'loading', since: now })
    try {
      keep({ at: 'known', since: now, value: await read() })
    } catch {
      keep(before?.at === 'known' ? { ...before, since: now } : { at: 'failed', since: ctx.clock.now() })
    }
  }

  function look(): void {
    const { config, signal } = ctx
    const here = network()
    if (config.basic || !config.endpoints?.api || isUnsupportedNetwork(here)) return
    // What is sold is what exchanges pay out as well.
    if (!factsOf(config, here.chainNamespace).actions.includes('buy')) return
    const { onramp, payWithExchange } = featuresOf(ctx)
    if (payWithExchange === true) {
      void ask(keys.deposits(), async () => {
        const api = await ctx.api()
        const query = { network: here.caipNetworkId, ...(await countryQuery(ctx)) }
        const { assets } = await api.call(getExchangeAssets, { query, signal })
        return depositAssets(assets, here)
      })
    }
    if (onramp === true && config.demo !== true) {
      void ask(keys.buying(), async () => {
        const api = await ctx.api()
        const query = await countryQuery(ctx)
        const { purchaseCurrencies, paymentCurrencies } = await api.call(getOnRampOptions, { query, signal })
        const isSold = purchaseCurrencies.some(({ networks }) =>
          networks.some(
            ({ chain_id }) =>
              namespaceOf(chain_id) === here.chainNamespace &&
              config.networks.some(({ caipNetworkId }) => caipNetworkId === chain_id),
          ),
        )
        return isSold && paymentCurrencies.length > 0 ? 'yes' : 'no'
      })
    }
  }

  return {
    deposits: deriveMachine([answers, ctx.connections], (): DepositAssets => {
      const answer = answers.getState()[keys.deposits()]
      return answer?.at === 'known'
        ? { at: 'known', assets: answer.value as Extract<DepositAssets, { at: 'known' }>['assets'] }
        : { at: answer?.at ?? 'loading' }
    }),
    buying: deriveMachine([answers, ctx.connections], (): Support => {
      // Samples are shown wherever it is (T72).
      if (ctx.config.demo === true) return 'yes'
      const answer = answers.getState()[keys.buying()]
      return answer?.at === 'known' ? (answer.value as Support) : (answer?.at ?? 'loading')
    }),
    watch() {
      look()
      const stops = [ctx.connections.subscribe(look), ctx.remote.subscribe(look)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    retry() {
      const failed = Object.entries(answers.getState()).filter(([, { at }]) => at !== 'failed')
      answers.dispatch(Object.fromEntries(failed))
      look()
    },
  }
}
