import type { CaipAddress, ChainNamespace } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { getIdentity } from '../../../contract/identity.ts'
import { getImage } from '../../../contract/images.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { pictureUrl } from '../../base/pictureUrl.ts'
import type { EngineContext } from '../../context.ts'
import { activeAccount } from '../accounts/activeAccount.ts'
import { cleanName } from './cleanName.ts'
import { isFresh, type KnownIdentity, keepIdentity, recallIdentity } from './identityCache.ts'
import { type ProfileEvent, profilesTransition } from './profilesTransition.ts'

export interface Identities {
  /**
   * Looks up name and picture of a namespace's active account, at most once in 5 minutes (SPEC §9): not on testnets,
   * not in basic mode, and without a request on networks that the services do not answer for (SPEC §5, §7). A failure
   * is in the state, not thrown.
   */
  refresh(namespace: ChainNamespace): Promise<void>
  /**
   * What was known of a namespace's active account is no longer so: it is looked up anew, unless the identity is certain, as with a name
   * that was just registered.
   */
  renew(namespace: ChainNamespace, identity?: Pick<KnownIdentity, 'name' | 'avatar'>): Promise<void>
  destroy(): void
}

/** What identities need of an engine. */
export type IdentitiesContext = Pick<
  EngineContext,
  'clock' | 'storage' | 'connections' | 'profiles' | 'api' | 'signal'
> & { readonly config: Pick<EngineContext['config'], 'networks' | 'endpoints' | 'basic'> }

/** The identities of one engine; pictures come through the services' own image call, never from a stranger (T69). */
export function createIdentities(ctx: IdentitiesContext): Identities {
  const asked = new Map<string, Promise<KnownIdentity>>()
  const pictures = new Map<string, Promise<string>>()

  const notify = (event: ProfileEvent) =>
    ctx.profiles.dispatch(profilesTransition(ctx.profiles.getState(), event))
  const isActive = (namespace: ChainNamespace, caip10: CaipAddress) =>
    !ctx.signal.aborted && ctx.connections.getState().active[namespace]?.caip10 === caip10

  /** Returns the known identity, from here or the store; else sends one request, however many callers ask for it. */
  async function lookUp(account: string): Promise<KnownIdentity> {
    const before = asked.get(account)
    const known = before && (await before.catch(() => undefined))
    if (known && isFresh(ctx.clock, known)) return known
    const answer = recallIdentity(ctx, account).then(recalled => recalled ?? ask(account))
    asked.set(account, answer)
    return answer
  }

  async function ask(account: string): Promise<KnownIdentity> {
    const address = account.slice(account.indexOf(':') + 1)
    const api = await ctx.api()
    const answer = await api.call(getIdentity, { params: { address }, query: { sender: address } })
    const identity = {
      name: answer.name === null ? undefined : cleanName(answer.name),
      avatar: answer.avatar ?? undefined,
      at: ctx.clock.now(),
    }
    void keepIdentity(ctx.storage, account, identity)
    return identity
  }

  /** The picture as an address of this page, fetched once; a picture that cannot be had is none. */
  function picture(avatar: string): Promise<string | undefined> {
    const known = pictures.get(avatar)
    if (known) return known.catch(() => undefined)
    const service = ctx.config.endpoints?.images ? 'images' : 'api'
    const made = ctx
      .api()
      .then(api => api.image(getImage, { service, query: { url: avatar } }))
      .then(blob => {
        if (ctx.signal.aborted) throw createError('RPC_ABORTED')
        return pictureUrl(blob)
      })
    pictures.set(avatar, made)
    return made.catch(() => {
      pictures.delete(avatar)
      return undefined
    })
  }

  const identities: Identities = {
    async renew(namespace, identity) {
      const account = activeAccount(ctx, namespace)
      if (!account) return
      const id = `${namespace}:${account.address}`
      const known = identity && { ...identity, at: ctx.clock.now() }
      if (known) asked.set(id, Promise.resolve(known))
      else asked.delete(id)
      await keepIdentity(ctx.storage, id, known ?? { name: undefined, avatar: undefined, at: 0 })
      await identities.refresh(namespace)
    },
    async refresh(namespace) {
      const { config } = ctx
      const account = activeAccount(ctx, namespace)
      if (!account || !config.endpoints?.api || config.basic) return
      const { caip10, address, network } = account
      if (network.testnet || isUnsupportedNetwork(network)) return
      try {
        const api = await ctx.api()
        if (!(await api.supported(network.caipNetworkId))) return
        const { name, avatar } = await lookUp(`${namespace}:${address}`)
        const show = (profileImage: string | undefined) => {
          if (!isActive(namespace, caip10)) return
          const profile = {
            ...(name !== undefined && { profileName: name }),
            ...(profileImage !== undefined && { profileImage }),
          }
          notify({ type: 'known', caip10, profile })
        }
        // The name does not wait for the picture; one that is shown stays until its successor is there.
        show(avatar === undefined ? undefined : ctx.profiles.getState()[caip10]?.profileImage)
        if (avatar !== undefined) show(await picture(avatar))
      } catch {
        if (isActive(namespace, caip10)) notify({ type: 'failed', caip10 })
      }
    },
    destroy() {
      for (const made of pictures.values()) made.then(URL.revokeObjectURL, () => undefined)
      pictures.clear()
    },
  }
  return identities
}
