/** JSON-RPC to one network: batches, retries, and the next URL when one fails (SPEC §7; rows F13–F18). */
import type { RpcRequest } from '../../contract/adapter.ts'
import { limits } from '../../contract/limits.ts'
import type { Network } from '../../contract/network.ts'
import { rpcEffects } from '../../contract/rpcEffects.ts'
import type { Clock } from './clock.ts'
import type { ResolvedConfig } from './config.ts'
import { type Answer, fetchBounded } from './http.ts'
import { type ListedEndpoints, listEndpoints, type RpcEndpoint } from './listEndpoints.ts'
import { callAborted, nodeFailure, parseJson, pauseOf, retriedStatuses, wordsOf } from './nodeAnswer.ts'
import { wait } from './wait.ts'

export interface RpcOptions {
  readonly network: Network
  readonly config: Pick<ResolvedConfig, 'projectId' | 'networks' | 'customRpcUrls' | 'endpoints'>
  readonly clock: Clock
  readonly fetch?: typeof fetch
  /** Tells the developer of a URL that lags behind the others (F17). */
  readonly alert?: (code: 'RPC_STALE', context: Readonly<Record<string, unknown>>) => void
  /** Ends every request. */
  readonly signal?: AbortSignal
}

interface Call {
  readonly id: number
  readonly method: string
  /** The call as JSON. */
  body: string
  readonly signals: readonly AbortSignal[]
  readonly resolve: (result: unknown) => void
  readonly reject: (cause: unknown) => void
  done: boolean
  /** Whether the same URL may be asked again. */
  again: boolean
  cause: unknown
}

const retriedCodes: readonly unknown[] = [-1, -32_005, -32_603]
/** The node cannot serve this; another one may. Any other code is the chain's own answer. */
const passedOnCodes: readonly unknown[] = [-32_700, -32_600, -32_601, -32_001, -32_002, -32_004, -32_006]

/**
 * Makes the request function of a network: the host's own URLs, else the proxy of the services, else the network's list.
 * `listed` stands in for these. It throws LatchkeyError RPC_ABORTED when its signal aborts, else UNKNOWN with the node's error as its cause.
 */
export function createRpc(options: RpcOptions, listed: ListedEndpoints = listEndpoints(options)): RpcRequest {
  const { clock, signal: end } = options
  const { endpoints, isRanked } = listed
  /** The order in which they are asked. */
  let order = endpoints
  let lastCall = 0
  let ranking = false
  let lastId = 0
  let waiting: Call[] = []

  async function run(calls: readonly Call[]): Promise<void> {
    const flight = new AbortController()
    for (const call of calls) {
      const abort = () => {
        abandon(call)
        if (calls.every(each => each.done)) flight.abort()
      }
      for (const each of call.signals) {
        if (each.aborted) abort()
        else each.addEventListener('abort', abort, { signal: flight.signal })
      }
    }
    let open = calls.filter(call => !call.done)
    const own = order.filter(each => !each.foreign)
    const asked = own.length > 0 ? own : order
    for (const [at, endpoint] of asked.entries()) {
      if (open.length === 0) break
      await tryEndpoint(endpoint, open, flight.signal, at === asked.length - 1)
      open = open.filter(call => !call.done)
      // The one that answered is asked first from now on, so that a dead one costs its time-out once.
      if (open.length === 0 && !flight.signal.aborted && at > 0)
        order = [...asked.slice(at), ...asked.slice(0, at)]
    }
    for (const call of open) fail(call, call.cause ?? new Error('The network has no RPC URL'))
    flight.abort()
  }

  async function tryEndpoint(
    endpoint: RpcEndpoint,
    open: readonly Call[],
    signal: AbortSignal,
    isLast: boolean,
  ): Promise<void> {
    let here = open
    for (let attempt = 0; here.length > 0; attempt++) {
      const chunks: Call[][] = []
      for (let at = 0; at < here.length; at += endpoint.batch)
        chunks.push(here.slice(at, at + endpoint.batch))
      const pauses = await Promise.all(chunks.map(chunk => post(endpoint, chunk, signal, isLast)))
      here = here.filter(call => !call.done && call.again)
      if (here.length === 0 || attempt === limits.rpcRetries) return
      await wait(clock, Math.max(limits.rpcRetryDelay * 2 ** attempt, ...pauses), signal)
      here = here.filter(call => !call.done)
    }
  }

  /** Settles what it can; answers how long the server asks to wait. */
  async function post(
    endpoint: RpcEndpoint,
    chunk: readonly Call[],
    signal: AbortSignal,
    isLast: boolean,
  ): Promise<number> {
    const body = chunk.map(call => call.body).join()
    let answer: Answer
    try {
      answer = await fetchBounded(endpoint.url, {
        ...options,
        signals: [signal],
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: chunk.length > 1 ? `[${body}]` : body,
        },
      })
    } catch (cause) {
      // A URL that hangs is left for the next one (F15); any other failure without a status is tried again.
      const again = (cause as { kind?: unknown }).kind !== 'timeout'
      for (const call of chunk) missed(call, cause, again, false)
      return 0
    }
    settle(endpoint, chunk, answer, isLast ? undefined : options.network.caipNetworkId)
    return pauseOf(answer, clock.now())
  }

  /** While several URLs are in use, they are pinged and put in order (SPEC §9). */
  function rank(): void {
    lastCall = clock.now()
    if (ranking || !isRanked || endpoints.length < 2) return
    ranking = true
    const stop = () => {
      ranking = false
    }
    import('./rankUrls.ts').then(({ rankUrls }) => {
      const urls = endpoints.map(({ url }) => url)
      const ranked = (best: readonly string[]) => {
        order = best.flatMap(url => endpoints.find(endpoint => endpoint.url === url) ?? [])
      }
      // Only where it is: the rest of a URL may hold a key.
      const lags = (url: string) =>
        options.alert?.('RPC_STALE', {
          network: options.network.caipNetworkId,
          node: URL.canParse(url) ? new URL(url).host : undefined,
        })
      rankUrls({ ...options, urls, ranked, lags, signal: end, lastCall: () => lastCall, isHidden }, stop)
    }, stop)
  }

  return (method, params, signal) =>
    new Promise((resolve, reject) => {
      rank()
      const signals = [end, signal].filter(each => each !== undefined)
      const id = ++lastId
      const call: Call = {
        id,
        method,
        body: '',
        signals,
        resolve,
        reject,
        done: false,
        again: false,
        cause: undefined,
      }
      try {
        call.body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      } catch (cause) {
        return fail(call, cause)
      }
      if (waiting.length === 0) {
        clock.setTimeout(() => {
          const calls = waiting
          waiting = []
          run(calls).catch(cause => {
            for (const open of calls) fail(open, cause)
          })
        }, limits.rpcBatchWait)
      }
      waiting.push(call)
    })
}

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.hidden
}

type Foreign = Readonly<Record<string, unknown>>

/** `home`: the chain that the node has to be of, when there is another one to be asked instead. */
function settle(
  endpoint: RpcEndpoint,
  chunk: readonly Call[],
  { status, ok, bytes }: Answer,
  home: string | undefined,
): void {
  const body = parseJson(bytes)
  const answers = new Map<unknown, Foreign>()
  for (const answer of Array.isArray(body) ? body : [body]) {
    if (typeof answer === 'object' && answer !== null && !answers.has(answer.id))
      answers.set(answer.id, answer)
  }
  const chainId = chunk.find(call => call.method === 'eth_chainId')
  const told = chainId && answers.get(chainId.id)?.result
  const isHex = typeof told === 'string' && /^0x[0-9a-f]{1,16}$/i.test(told)
  const reference = home?.slice(home.indexOf(':') + 1)
  if (reference !== undefined && isHex && String(Number(told)) !== reference) {
    endpoint.foreign = true
    for (const call of chunk) missed(call, new Error('The node is of another chain'), false, true)
    return
  }
  // A node that refuses a batch as a whole may take a smaller one, or the calls one by one (F18). Some say so by status.
  const isRefused = chunk.length > 1 && !chunk.some(call => answers.has(call.id))
  const refusesBatch = isRefused && (ok || status === 400 || status === 413 || status >= 500)
  // A status of its own trouble may mean just that.
  if (refusesBatch) endpoint.batch = status < 500 ? 1 : Math.min(endpoint.batch, chunk.length >> 1)
  for (const call of chunk) {
    const answer = answers.get(call.id) ?? (chunk.length === 1 ? answers.get(null) : undefined)
    const error = answer?.error as Foreign | null | undefined
    if (ok && answer && error == null && 'result' in answer) succeed(call, answer.result)
    else if (typeof error === 'object' && error !== null) refused(call, toNodeError(error), status)
    else {
      const cause = new Error(ok ? 'The answer makes no sense' : `HTTP status ${status}`)
      missed(call, cause, ok || refusesBatch || retriedStatuses.includes(status), isUntaken(status))
    }
  }
}

/** The node said no: asked again, passed on to the next URL, or the end. */
function refused(call: Call, error: NodeError, status: number): void {
  const again = retriedCodes.includes(error.code) || retriedStatuses.includes(status)
  const isOwnAnswer = !again && !passedOnCodes.includes(error.code)
  const isVague = error.code === -1 || error.code === -32_603
  if (isOwnAnswer || /execution reverted/i.test(error.message)) fail(call, error)
  else missed(call, error, again, isUntaken(status) || !isVague)
}

/** Whether a status says that nothing was done. */
function isUntaken(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408
}

/**
 * No answer to the call. One that changes the chain is not sent a second time unless it was certainly not taken,
 * because a blind repetition may spend twice (F15, F19).
 */
function missed(call: Call, cause: unknown, again: boolean, isUntouched: boolean): void {
  if (call.done) return
  call.cause = cause
  call.again = again
  if (!isUntouched && rpcEffects.includes(call.method)) fail(call, cause)
}

function succeed(call: Call, result: unknown): void {
  if (call.done) return
  call.done = true
  call.resolve(result)
}

function abandon(call: Call): void {
  if (call.done) return
  call.done = true
  call.reject(callAborted(call.method))
}

function fail(call: Call, cause: unknown): void {
  if (call.done) return
  call.done = true
  call.reject(nodeFailure(call.method, cause))
}

interface NodeError extends Error {
  readonly code: unknown
  readonly data: unknown
}

function toNodeError({ code, message, data }: Foreign): NodeError {
  return Object.assign(new Error(wordsOf(message)), { code, data })
}
