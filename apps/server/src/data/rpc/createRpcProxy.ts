import { type CaipNetworkId, limits } from 'latchkey/contract'
import { rpcProxyEffects } from 'latchkey/services'
import type { Logger } from 'pino'
import type { Clock } from '../../core/http/appTypes.ts'
import { servicesOf } from '../namespaces/namespaces.ts'
import type { NodeLanguage, ProxiedCall } from '../namespaces/nodeLanguage.ts'
import { askUpstream, type ChainContext } from './askUpstream.ts'
import type { RpcOutcome } from './callUpstream.ts'
import { forwardReads, toOutcome } from './forwardReads.ts'
import { sendTransaction } from './sendTransaction.ts'
import { createUpstream } from './upstream.ts'
import { watchUpstreams } from './watchUpstreams.ts'

/** Passes calls to the nodes of a chain, from one to the next while that can help. */
export interface RpcProxy {
  serves(chain: CaipNetworkId): boolean
  /** One outcome per call, in their order; it never throws for what a node does. */
  call(chain: CaipNetworkId, calls: readonly ProxiedCall[]): Promise<RpcOutcome[]>
  /** How many nodes the chain has. */
  count(chain: CaipNetworkId): number
  /** A read of one node alone, by its place in the configuration, where its word is to be weighed against the others'. */
  callNode(chain: CaipNetworkId, place: number, call: ProxiedCall): Promise<RpcOutcome>
  /** The chain's newest block, a few seconds old at most; undefined when no node said. */
  head(chain: CaipNetworkId): Promise<number | undefined>
}

interface ServedChain extends ChainContext {
  readonly chain: CaipNetworkId
  /** What never changes, as a node said it. */
  readonly constants: Map<string, unknown>
  head: { block: number; at: number } | undefined
}

/** Milliseconds for which the newest block counts as that. */
const headLifetime = 4_000

export function createRpcProxy(options: {
  readonly upstreams: ReadonlyMap<CaipNetworkId, readonly string[]>
  /** How the nodes of a chain are asked; as its namespace's nodes are by default. */
  readonly languageOf?: (chain: CaipNetworkId) => NodeLanguage | undefined
  /** Goes before a node's name in logs and metrics. */
  readonly label?: string
  readonly timeout: number
  readonly answerLimit: number
  readonly clock: Clock
  readonly log: Logger
  /** Reports the outcome of each request to a node, by the node's index in the configuration. */
  readonly onUpstream?: ChainContext['onUpstream']
  /** Milliseconds between two rounds of pings. */
  readonly pingInterval?: number
}): RpcProxy {
  const { timeout, answerLimit, clock, log, onUpstream, pingInterval = limits.pingInterval } = options
  const { languageOf = chain => servicesOf(chain)?.nodes, label = '' } = options
  const chains = new Map<CaipNetworkId, ServedChain>()
  for (const [chain, urls] of options.upstreams) {
    const language = languageOf(chain)
    if (language === undefined)
      throw new Error(`No reader for nodes of ${chain}: add its namespace to data/namespaces`)
    const upstreams = urls.map((url, index) => createUpstream(url, `${label}${chain}#${index + 1}`))
    const watch = watchUpstreams({ chain, language, upstreams, clock, log, pingInterval })
    const base = { chain, language, upstreams, watch, timeout, answerLimit, clock, log, onUpstream }
    chains.set(chain, { ...base, constants: new Map(), head: undefined })
  }

  async function callOne(served: ServedChain, call: ProxiedCall): Promise<RpcOutcome> {
    if (rpcProxyEffects.includes(call.method)) return sendTransaction(served, call)
    const known = served.constants.get(call.method)
    if (known !== undefined) return { result: known }
    const [outcome = toOutcome(false, undefined)] = await forwardReads(served, [call])
    keepConstant(served, call, outcome)
    return outcome
  }

  async function callMany(served: ServedChain, calls: readonly ProxiedCall[]): Promise<RpcOutcome[]> {
    const outcomes: (RpcOutcome | undefined)[] = calls.map(({ method }) => {
      const known = served.constants.get(method)
      return known === undefined ? undefined : { result: known }
    })
    const open = [...calls.keys()].filter(index => outcomes[index] === undefined)
    const isEffect = (index: number) => rpcProxyEffects.includes(calls[index]?.method ?? '')
    const reads = open.filter(index => !isEffect(index))
    await Promise.all([
      reads.length === 0
        ? undefined
        : forwardReads(
            served,
            reads.flatMap(index => calls[index] ?? []),
          ).then(answers => {
            for (const [place, index] of reads.entries()) outcomes[index] = answers[place]
          }),
      // Each effect travels alone: what may not be sent twice must not hold back what may.
      ...open.filter(isEffect).map(async index => {
        const call = calls[index]
        if (call !== undefined) outcomes[index] = await sendTransaction(served, call)
      }),
    ])
    return calls.map((call, index) => {
      const outcome = outcomes[index] ?? toOutcome(false, undefined)
      keepConstant(served, call, outcome)
      return outcome
    })
  }

  function keepConstant(served: ServedChain, { method }: ProxiedCall, outcome: RpcOutcome): void {
    if (served.language.constants.has(method) && 'result' in outcome && typeof outcome.result === 'string')
      served.constants.set(method, outcome.result)
  }

  async function readHead(served: ServedChain): Promise<number | undefined> {
    const known = [
      served.head,
      ...served.upstreams.filter(({ isQuarantined }) => !isQuarantined).map(({ head }) => head),
    ]
    const fresh = known.flatMap(head =>
      head !== undefined && clock() - head.at < headLifetime ? [head.block] : [],
    )
    if (fresh.length > 0) return Math.max(...fresh)
    const { call, read } = served.language.head
    const outcome = await callOne(served, call)
    const block = 'result' in outcome ? read(outcome.result) : undefined
    if (block !== undefined) served.head = { block, at: clock() }
    return block
  }

  return {
    serves: chain => chains.has(chain),
    async call(chain, calls) {
      const served = chains.get(chain)
      if (served === undefined) return calls.map(() => toOutcome(true, undefined))
      served.watch.touch()
      const [only] = calls
      if (calls.length === 1 && only !== undefined) return [await callOne(served, only)]
      return callMany(served, calls)
    },
    count: chain => chains.get(chain)?.upstreams.length ?? 0,
    async callNode(chain, place, call) {
      const served = chains.get(chain)
      const upstream = served?.upstreams[place]
      if (served === undefined || upstream === undefined) return toOutcome(true, undefined)
      served.watch.touch()
      const reply = await askUpstream(served, upstream, { calls: [call], timeout, isEffect: false })
      return 'failure' in reply
        ? toOutcome(false, reply)
        : (reply.answers.get(0) ?? toOutcome(false, undefined))
    },
    async head(chain) {
      const served = chains.get(chain)
      return served === undefined ? undefined : readHead(served)
    },
  }
}
