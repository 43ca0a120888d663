import { type CaipNetworkId, limits } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../core/http/appTypes.ts'
import type { NodeLanguage, ProxiedCall } from '../namespaces/nodeLanguage.ts'
import { callNode } from './callNode.ts'
import type { UpstreamFailure } from './callUpstream.ts'
import type { Sample, Upstream } from './upstream.ts'

/** Keeps an eye on the nodes of a chain. */
export interface UpstreamWatch {
  /** Marks the chain as in use; pings go on while it is (SPEC §9). */
  touch(): void
  /**
   * Verifies that a node serves this chain (F16): from the cache after a recent success, and beside the calls after an
   * older one, unless `strict`. A node that cannot report its chain is not suspected.
   */
  verify(upstream: Upstream, options: VerifyOptions): Promise<UpstreamFailure | undefined>
}

interface VerifyOptions {
  readonly timeout: number
  readonly strict: boolean
}

/** Milliseconds for which a node's word on its chain counts. */
const verified = 60_000
/** The id that distinguishes pings from visitors' calls. */
export const probeId = 'latchkey'

/** The failure of a node that is of another chain. */
export const wrongChain = 'wrong chain'
const isWrongChain: UpstreamFailure = { failure: wrongChain, retryable: true, mayHaveActed: false }

export function watchUpstreams(options: {
  readonly chain: CaipNetworkId
  readonly language: NodeLanguage
  readonly upstreams: readonly Upstream[]
  readonly clock: Clock
  readonly log: Logger
  /** Milliseconds between two rounds of pings. */
  readonly pingInterval: number
}): UpstreamWatch {
  const { chain, language, upstreams, clock, log, pingInterval } = options
  const checks = new Map<Upstream, Promise<UpstreamFailure | undefined>>()
  const round = { isRunning: false, usedAt: Number.NEGATIVE_INFINITY }

  async function probe(upstream: Upstream, call: ProxiedCall, timeout: number) {
    const calls = [{ ...call, id: probeId }]
    const { target } = upstream
    const reply = await callNode(language, { target, calls, timeout, answerLimit: 10_000 })
    return 'failure' in reply ? reply : reply.answers.get(0)
  }

  async function check(upstream: Upstream, timeout: number): Promise<UpstreamFailure | undefined> {
    const outcome = await probe(upstream, language.identity.call, timeout)
    if (outcome !== undefined && 'failure' in outcome) return outcome
    upstream.verifiedAt = clock()
    const said = outcome !== undefined && 'result' in outcome ? outcome.result : undefined
    const isWrong = language.identity.isOf(said, chain) === false
    if (isWrong && !upstream.isQuarantined)
      log.error({ upstream: upstream.label, said }, 'upstream is of another chain, and quarantined')
    if (!isWrong && upstream.isQuarantined)
      log.warn({ upstream: upstream.label }, 'upstream is back on its chain')
    upstream.isQuarantined = isWrong
    return isWrong ? isWrongChain : undefined
  }

  function checkOnce(upstream: Upstream, timeout: number): Promise<UpstreamFailure | undefined> {
    const running = checks.get(upstream)
    if (running !== undefined) return running
    const starting = check(upstream, timeout).finally(() => checks.delete(upstream))
    checks.set(upstream, starting)
    return starting
  }

  async function ping(upstream: Upstream): Promise<void> {
    const started = clock()
    const outcome = await probe(upstream, language.ping, limits.pingTimeout)
    // An error of the node's is an answer: it is there.
    const isAnswered = outcome !== undefined && !('failure' in outcome)
    const sample: Sample = { isAnswered, latency: isAnswered ? clock() - started : limits.pingTimeout }
    upstream.samples = [...upstream.samples, sample].slice(-limits.pingSamples)
    const head = isAnswered ? await probe(upstream, language.head.call, limits.pingTimeout) : undefined
    const block = head !== undefined && 'result' in head ? language.head.read(head.result) : undefined
    if (block !== undefined) upstream.head = { block, at: clock() }
    if (isAnswered && clock() - upstream.verifiedAt >= verified) await checkOnce(upstream, limits.pingTimeout)
  }

  function compareHeads(): void {
    const current = upstreams.filter(
      ({ head, isQuarantined }) =>
        !isQuarantined && head !== undefined && clock() - head.at < 3 * pingInterval + 2_000,
    )
    const newest = Math.max(...current.map(({ head }) => head?.block ?? 0))
    for (const upstream of upstreams) {
      const behind = current.includes(upstream) ? newest - (upstream.head?.block ?? newest) : 0
      const isStale = behind > language.staleBy
      if (isStale && !upstream.isStale) log.warn({ upstream: upstream.label, behind }, 'upstream is stale')
      upstream.isStale = isStale
    }
  }

  async function goRound(): Promise<void> {
    await Promise.all(upstreams.map(ping))
    compareHeads()
    // The pings must not hold a process up that has nothing else to do.
    setTimeout(() => {
      if (clock() - round.usedAt > pingInterval) round.isRunning = false
      else void goRound()
    }, pingInterval).unref()
  }

  return {
    touch() {
      round.usedAt = clock()
      for (const upstream of upstreams) {
        const isDue = upstream.isQuarantined && round.usedAt - upstream.verifiedAt >= verified
        if (isDue) void checkOnce(upstream, limits.pingTimeout)
      }
      // One node alone cannot be ranked.
      if (round.isRunning || upstreams.length < 2) return
      round.isRunning = true
      void goRound()
    },
    async verify(upstream, { timeout, strict }) {
      const age = clock() - upstream.verifiedAt
      if (age < verified) return upstream.isQuarantined ? isWrongChain : undefined
      const checking = checkOnce(upstream, timeout)
      return age < Number.POSITIVE_INFINITY && !strict ? undefined : checking
    },
  }
}
