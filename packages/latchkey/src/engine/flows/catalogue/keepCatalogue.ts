import { limits } from '../../../contract/limits.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import type { EngineContext } from '../../context.ts'
import { directoryFilter } from './directoryFilter.ts'

/**
 * Asks the directory which wallets Connect offers, once a visitor has acted. Their count is reported at once; the
 * wallets take their places when the card is closed, because rows must not jump under a finger (SPEC-NOTES §2).
 */
export function keepCatalogue(
  ctx: Pick<EngineContext, 'clock' | 'config' | 'directory' | 'facts' | 'phone' | 'signal' | 'wallets'>,
): void {
  if (ctx.config.endpoints?.directory === undefined) return
  let next: readonly WalletListing[] | undefined
  let isAsked = false
  let cancel = () => {}

  async function ask(): Promise<void> {
    if (isAsked) return
    isAsked = true
    const directory = await ctx.directory()
    const { signal } = ctx
    const filter = directoryFilter(ctx.config, { phone: ctx.phone })
    const { featuredWalletIds: include = [] } = ctx.config
    const [first, featured] = await Promise.all([
      directory.page({ ...filter, entries: limits.pagedWallets, signal }),
      include.length > 0
        ? directory.page({ ...filter, include, entries: limits.searchResults, signal })
        : undefined,
    ])
    // What this library brings along is in the list already; the directory is asked again at the next opening.
    isAsked = first.source === 'directory'
    if (!isAsked) return
    ctx.wallets.dispatch({ type: 'counted', count: first.count })
    const ids = new Set(first.data.map(({ id }) => id))
    const wallets = [...first.data, ...(featured?.data ?? []).filter(({ id }) => !ids.has(id))]
    const { catalogue, discovered } = ctx.wallets.getState()
    const isFound = ({ injected = [] }: WalletListing) =>
      injected.some(({ namespace, injected_id }) =>
        discovered.some(
          each => each.namespace === namespace && each.injectedId === injected_id && !each.info.icon,
        ),
      )
    const likely = new Set(
      [
        ...catalogue.slice(0, likelyRows),
        ...wallets.filter((wallet, rank) => rank < likelyRows || isFound(wallet)),
      ]
        .map(({ id }) => id)
        .concat(include),
    )
    next = wallets.map(wallet => withPicture(wallet, undefined))
    const pictures = new Map(
      await Promise.all(
        wallets.map(async ({ id, image_id }): Promise<readonly [string, string | undefined]> => {
          const isWanted = likely.has(id) && image_id !== undefined
          return [id, isWanted ? await directory.image(image_id, signal).catch(() => undefined) : undefined]
        }),
      ),
    )
    next = wallets.map(wallet => withPicture(wallet, pictures.get(wallet.id)))
    // A picture in the place of a letter moves nothing.
    ctx.wallets.dispatch({
      type: 'catalogueLoaded',
      catalogue: ctx.wallets
        .getState()
        .catalogue.map(wallet => ({ ...wallet, ...pictureOf(pictures.get(wallet.id)) })),
    })
  }
  const tryAsk = () => {
    ask().catch(() => {
      isAsked = false
    })
  }

  const stops = [
    ctx.facts.on('opened', () => {
      cancel()
      tryAsk()
    }),
    ctx.facts.on('closed', () => {
      // Once the card has faded.
      cancel = ctx.clock.setTimeout(() => {
        if (next) ctx.wallets.dispatch({ type: 'catalogueLoaded', catalogue: next })
        next = undefined
      }, 3 * limits.viewOut)
    }),
  ]
  ctx.signal.addEventListener('abort', () => {
    cancel()
    for (const stop of stops) stop()
  })
  tryAsk()
}

/**
 * Rows of Connect that a wallet of this rank may become: the four recommended ones, with some that are installed. Wallets that
 * were found without a picture of their own are likely at any rank.
 */
const likelyRows = 2 * limits.recommendedWallets

// Only a picture that the directory vouched for: an address of its own would tell a stranger who looks (T69).
function withPicture({ image_url: _, ...wallet }: WalletListing, picture: string | undefined): WalletListing {
  return { ...wallet, ...pictureOf(picture) }
}

function pictureOf(picture: string | undefined): Pick<WalletListing, 'image_url'> {
  return picture === undefined ? {} : { image_url: picture }
}
