import type { CaipNetworkId } from 'latchkey/contract'
import { isContractFault } from 'latchkey/services'
import type { Address, Chain, Client, CustomTransport, Hex, PublicActions } from 'viem'
import { RouteFault } from '../../core/http/routeFault.ts'
import { viem } from '../../core/libraries/viem.ts'
import { chainNumber } from '../namespaces/namespaces.ts'
import type { RpcOutcome } from '../rpc/callUpstream.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import type { CcipRequest } from './createCcipRequest.ts'
import { universalResolvers } from './universalResolvers.ts'

export type ReaderClient = Client<
  CustomTransport,
  Chain,
  undefined,
  undefined,
  PublicActions<CustomTransport, Chain>
>

/** Asks a chain through the services' own upstreams. */
export interface ChainReader {
  readonly chain: CaipNetworkId
  /** Whether names can be looked up there. */
  readonly hasEns: boolean
  /**
   * Runs a question made of any number of calls; one that fails for a reason of its own, such as a resolver that answers
   * nonsense, comes to `otherwise`. Libraries take a node that is out for an answer, too ("not a signature", "no name");
   * here it is never one.
   * @throws RouteFault APKT009, status 503, when a node or a gateway did not answer, or the time ran out.
   */
  ask<T>(question: (client: ReaderClient) => Promise<T>, otherwise: T): Promise<T>
}

/** Look-ups at gateways for one question, which is made of a few calls; EIP-3668 wants four of a call to be enough. */
const mostLookups = 16

export function createChainReader(options: {
  readonly chain: CaipNetworkId
  readonly universalResolver: Address | undefined
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly ccipRequest: CcipRequest
  /** Milliseconds for a question as a whole. */
  readonly timeout: number
}): ChainReader {
  const { chain, proxy, ccipRequest, timeout } = options
  const viemChain = describeChain(chain, options.universalResolver)

  async function callNode(method: string, params: unknown): Promise<RpcOutcome> {
    const lost = { error: { code: -32_603, message: 'No node answered' } }
    try {
      const [outcome] = await proxy.call(chain, [{ method, params: params as readonly unknown[] }])
      return outcome ?? lost
    } catch {
      return lost
    }
  }

  /** A client of its own for each question, so that it alone learns of its failures. */
  function createQuestioner(fail: (cause: unknown) => void): ReaderClient {
    let lookups = 0
    const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
      const outcome = await callNode(method, params)
      if ('result' in outcome) return outcome.result
      const { error } = outcome
      if (!isContractFault(error)) fail(error)
      const { RpcRequestError } = viem()
      throw new RpcRequestError({ body: { method }, error, url: chain })
    }
    return viem()
      .createClient({
        chain: viemChain,
        transport: viem().custom({ request }, { retryCount: 0 }),
        cacheTime: 0,
        ccipRead: {
          async request(lookup): Promise<Hex> {
            // viem follows a contract’s lookups without end, even when no caller waits any more.
            if (++lookups > mostLookups) throw new Error('The contract wants one look-up after another')
            const answer = await ccipRequest(lookup)
            if (answer.failed) fail(answer.cause)
            if (answer.data === undefined) throw new Error('The gateway has no answer')
            return answer.data
          },
        },
      })
      .extend(viem().publicActions)
  }

  return {
    chain,
    hasEns: viemChain.contracts?.ensUniversalResolver !== undefined,
    async ask(question, otherwise) {
      let failure: { readonly cause: unknown } | undefined
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(outage('timeout')), timeout)
      })
      const client = createQuestioner(cause => {
        failure ??= { cause }
      })
      try {
        const answer = await Promise.race([question(client).catch(() => otherwise), late])
        if (failure !== undefined) throw outage(failure.cause)
        return answer
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function outage(cause: unknown): RouteFault {
  return new RouteFault('APKT009', { status: 503, retryAfter: 5, cause })
}

function describeChain(chain: CaipNetworkId, universalResolver: Address | undefined): Chain {
  const id = Number(chainNumber(chain))
  const ens = universalResolver ?? universalResolvers[chain]
  return {
    id,
    name: chain,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    ...(ens === undefined ? {} : { contracts: { ensUniversalResolver: { address: ens } } }),
  }
}
