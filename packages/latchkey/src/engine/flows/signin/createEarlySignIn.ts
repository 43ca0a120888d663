import {
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  namespaceOf,
  toCaipAddress,
} from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import type { SignInRequest, Siwx } from '../../../contract/siwx.ts'
import { factsOf } from '../../base/factsOf.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import type { SignOut } from './followSignOut.ts'
import { proofOf } from './proofOf.ts'
import type { SignIn } from './signIn.ts'

/** Milliseconds for which a nonce that was fetched ahead is handed out: the wallet then has four minutes left. */
const freshness = 60_000

/** Milliseconds for which a visitor who clicked waits for what could be signed along: without it the wallet is asked all the same. */
const patience = 1_500

/** What a transport signs along with connecting. */
export type EarlySignIn = Pick<SignIn, 'request' | 'connect' | 'take'>

/** What is signed before the account is known, with the approval itself (DECISIONS C10). */
export function createEarlySignIn(
  { clock, config }: Pick<EngineContext, 'clock' | 'config'>,
  options: {
    readonly source: () => Promise<Siwx>
    /** Something comes before the signature, as far as is known. */
    readonly isHeld: () => boolean
    /** What to await before `isHeld` decides; undefined where nothing can change it any more. */
    readonly settle: () => Promise<void> | undefined
    /** An account was signed in. */
    readonly took: (caip10: CaipAddress) => void
    readonly endLate: SignOut['endLate']
  },
): EarlySignIn {
  let fetched:
    | {
        readonly namespace: ChainNamespace
        readonly at: number
        readonly made: Promise<SignInRequest>
      }
    | undefined

  /** The account that stands in the request as long as the real one is not known. */
  const placeholderOn = (chain: CaipNetworkId) => factsOf(config, namespaceOf(chain)).earlySignIn

  async function fetchRequest(
    chains: readonly CaipNetworkId[],
    chainId: CaipNetworkId,
    accountAddress: string,
  ): Promise<SignInRequest> {
    const siwx = await options.source()
    const { domain, uri, nonce, issuedAt, ...rest } = await siwx.createMessage({ accountAddress, chainId })
    return {
      domain,
      uri,
      nonce,
      chains,
      issuedAt: issuedAt ?? new Date(clock.now()).toISOString(),
      ...(rest.statement !== undefined && { statement: rest.statement }),
      ...(rest.resources && { resources: rest.resources }),
      ...(rest.requestId !== undefined && { requestId: rest.requestId }),
      ...(rest.notBefore !== undefined && { notBefore: rest.notBefore }),
      ...(rest.expirationTime !== undefined && { expirationTime: rest.expirationTime }),
    }
  }

  const early: EarlySignIn = {
    async request(asked) {
      // A requirement is not passed by because the answer that states it was slow. Looking ahead signs nothing, and does not wait.
      if (asked) await options.settle()
      if (options.isHeld()) return undefined
      const listed = config.networks.map(({ caipNetworkId }) => caipNetworkId)
      const chains = (asked ?? listed).filter(placeholderOn)
      const [first] = chains
      const placeholder = first && placeholderOn(first)
      if (!first || !placeholder) return undefined
      const namespace = namespaceOf(first)
      const isFresh = fetched && clock.now() - fetched.at <= freshness
      // A host may write another text for each namespace.
      if (!isFresh || fetched?.namespace !== namespace) {
        const made = fetchRequest(chains, first, placeholder)
        const mine = { namespace, at: clock.now(), made }
        fetched = mine
        made.catch(() => {
          if (fetched === mine) fetched = undefined
        })
      }
      const ahead = await fetched?.made
      // A nonce is good once: only a caller that named its chains has used it up.
      if (asked) fetched = undefined
      return ahead && { ...ahead, chains }
    },
    async take([first], signal) {
      // One nonce, one session: the wallet puts the network it is on first.
      if (!first) return
      // The requirement may have become known while the visitor was in the wallet: then the view asks for both, in their order.
      await options.settle()
      if (options.isHeld()) return
      const { data, message, signature } = first
      await (await options.source()).addSession({ data, message, signature })
      const { chainId, accountAddress: address } = data
      // The visitor gave up connecting, so they are not signed in behind their back either.
      if (signal.aborted && options.endLate({ caipNetworkId: chainId, address })) return
      options.took(toCaipAddress(chainId, address))
    },
    async connect(provider, options, adapter) {
      const { networks, network: preferred, signal } = options
      let asked: SignInRequest | undefined
      const request = async (network: CaipNetworkId) => {
        if (!networks.some(({ caipNetworkId }) => caipNetworkId === network)) return undefined
        // What cannot be had in time is asked for again in the view of signing in.
        const made = early.request([network]).catch(() => undefined)
        asked = await Promise.race([made, wait(clock, patience, signal).then(() => undefined)])
        return asked
      }
      const asking = { request, networks, network: preferred, signal }
      const both = await adapter.connectSigned?.(provider, asking).catch((cause: unknown) => {
        // A chunk that does not come is no reason not to connect.
        if (!isLatchkeyError(cause, 'CHUNK_FAILED')) throw cause
      })
      if (!both) return adapter.connect(provider, options)
      const proof = asked && both.signed && proofOf(asked, both.signed)
      // One that is not taken leads to the view, as if there were none.
      if (proof && !signal.aborted) await early.take([proof], signal).catch(() => undefined)
      return both.state
    },
  }
  return early
}
