import type { CaipNetworkId } from '../../contract/caip.ts'
import type { Proof, SignInRequest, Siwx } from '../../contract/siwx.ts'
import type { EngineContext } from '../context.ts'
import type { SignIn } from './signIn.ts'

/** Milliseconds for which a nonce that was fetched ahead is handed out: whoever gets it has four minutes left. */
const freshness = 60_000

/** Whose account it will be is not known yet; providers want an address, and this one is nobody's. */
const nobody = `0x${'0'.repeat(40)}`

/** What is signed before the account is known: by pairing, with the approval itself (DECISIONS C10). */
export function createEarlySignIn(
  { clock, config }: Pick<EngineContext, 'clock' | 'config'>,
  options: {
    readonly source: () => Promise<Siwx>
    /** Something comes before the signature. */
    readonly isHeld: () => boolean
  },
): Pick<SignIn, 'request' | 'take'> {
  let fetched: { readonly at: number; readonly made: Promise<SignInRequest | undefined> } | undefined

  async function fetchRequest(chains: readonly CaipNetworkId[]): Promise<SignInRequest | undefined> {
    const chainId = chains[0]
    if (chainId === undefined) return undefined
    const siwx = await options.source()
    const { domain, uri, nonce, issuedAt, ...rest } = await siwx.createMessage({
      accountAddress: nobody,
      chainId,
    })
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

  return {
    async request(asked) {
      if (options.isHeld()) return undefined
      const listed = config.networks.map(({ caipNetworkId }) => caipNetworkId)
      const chains = (asked ?? listed).filter(each => each.startsWith('eip155:'))
      if (!fetched || clock.now() - fetched.at > freshness) {
        const made = fetchRequest(chains)
        fetched = { at: clock.now(), made }
        made.catch(() => {
          fetched = undefined
        })
      }
      const ahead = await fetched.made
      // A nonce is good once: only whoever named its chains has used it up.
      if (asked) fetched = undefined
      return ahead && { ...ahead, chains }
    },
    async take([first]: readonly Proof[]) {
      // One nonce, one session: the wallet puts the network it is on first.
      if (!first) return
      const { type: _type, ...session } = first
      await (await options.source()).addSession(session)
    },
  }
}
