/** Asks for one picture by its kind (SPEC §7). A chunk of its own, fetched with the first picture. */
import { getAssetImage, getCurrencyImage, getTokenImage } from '../../contract/directory.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import type { EngineContext } from '../context.ts'
import { decodePicture } from './decodePicture.ts'
import type { ImageKind } from './images.ts'

const routes = {
  networks: getAssetImage,
  connectors: getAssetImage,
  tokens: getTokenImage,
  currencies: getCurrencyImage,
} as const

/** Of which a `data:` URL is made that an `<img>` of ours loads (T21). */
const largest = 48_000

/**
 * The address of a picture for an `<img>`, decoded already; undefined when there is none, it is none, or no service to ask.
 * @throws LatchkeyError when no service answered, so that it may be asked for again.
 */
export async function loadImage(
  ctx: Pick<EngineContext, 'config' | 'api' | 'directory' | 'signal'>,
  kind: ImageKind,
  id: string,
): Promise<string | undefined> {
  const url = await fetchImage(ctx, kind, id)
  return url !== undefined && (await decodePicture(url)) ? url : undefined
}

async function fetchImage(
  ctx: Pick<EngineContext, 'config' | 'api' | 'directory' | 'signal'>,
  kind: ImageKind,
  id: string,
): Promise<string | undefined> {
  // A wallet's picture is vouched for by the directory's signature.
  if (kind === 'wallets') return (await ctx.directory()).image(id, ctx.signal)
  const { endpoints } = ctx.config
  const service = endpoints?.images ? 'images' : endpoints?.directory ? 'directory' : undefined
  if (!service) return undefined
  const api = await ctx.api()
  try {
    const image = await api.image(routes[kind], { service, params: { id } })
    if (image.size > largest) return undefined
    const bytes = new Uint8Array(await image.arrayBuffer())
    // A policy that lets icons in lets these in too (docs/host-page-csp.md).
    return `data:${image.type};base64,${btoa(String.fromCharCode(...bytes))}`
  } catch (cause) {
    const { status } = isLatchkeyError(cause) ? cause.context : {}
    if (status === 404 || status === 400) return undefined
    throw cause
  }
}
