import {
  getRegistryHead,
  getWalletImage,
  getWallets,
  type RegistryHead,
  toDigest,
} from '../../../contract/directory.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import type { EngineContext } from '../../context.ts'
import { checkListings } from './checkListings.ts'
import type { Directory, DirectoryPage, DirectoryQuery } from './directory.ts'
import { addVerified, addVersion, lastGoodList, seenVersions } from './storedDirectory.ts'
import { trustedKeys } from './trustedKeys.ts'
import { verifyHead } from './verifyHead.ts'

/** Milliseconds for which a verified head is not asked for again. */
const headFresh = 3_600_000
/** A picture whose `data:` URL an `<img>` of ours loads (T21). */
const largestImage = 48_000

export type DirectoryContext = Pick<
  EngineContext,
  'config' | 'api' | 'storage' | 'clock' | 'alert' | 'signal'
>

/** The wallets of the host's directory, each checked against a signed head; the bundled ones where there is none (F24). */
export function createDirectory(ctx: DirectoryContext): Directory {
  let latest: { readonly head: RegistryHead; readonly at: number } | undefined
  let asking: Promise<RegistryHead> | undefined
  let verified: readonly WalletListing[] | undefined
  let isAlerted = false

  function alertOnce(reason: unknown): void {
    if (isAlerted) return
    isAlerted = true
    ctx.alert('APKT003', { reason })
  }

  async function readVerified(source: string): Promise<readonly WalletListing[]> {
    if (verified) return verified
    const stored = await ctx.storage.read(lastGoodList)
    verified ??= stored?.source === source ? stored.wallets : []
    return verified
  }

  async function fetchHead(): Promise<RegistryHead> {
    const api = await ctx.api()
    const head = await api.call(getRegistryHead, { service: 'directory' })
    const seen = (await ctx.storage.read(seenVersions)) ?? {}
    await verifyHead(head, { keys: trustedKeys(ctx.config), seen, now: ctx.clock.now() })
    if (seen[head.key] !== head.version)
      await ctx.storage.write(seenVersions, addVersion(seen, head.key, head.version))
    latest = { head, at: ctx.clock.now() }
    return head
  }

  // Pages that are asked for at once share one head.
  function askHead(): Promise<RegistryHead> {
    asking ??= fetchHead().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function ask(source: string, { signal, ...query }: DirectoryQuery): Promise<DirectoryPage> {
    const api = await ctx.api()
    const { page, entries, search, device, relay, chains, include, exclude, rdns, names } = query
    const isFresh = latest !== undefined && Math.abs(ctx.clock.now() - latest.at) < headFresh
    const [answer, head] = await Promise.all([
      api.call(getWallets, {
        service: 'directory',
        query: {
          ...(device && { device }),
          ...defined({
            page: page?.toString(),
            entries: entries?.toString(),
            search,
            relay,
            chains: joined(chains),
            include: joined(include),
            exclude: joined(exclude),
            rdns: joined(rdns),
            names: joined(names),
          }),
        },
        ...(signal && { signal }),
      }),
      isFresh && latest ? latest.head : askHead(),
    ])
    let vouched = head
    let checked = await checkListings(answer.data, vouched)
    // The list may be newer than the stored head.
    if (checked.dropped > 0 && isFresh) {
      vouched = await askHead()
      checked = await checkListings(answer.data, vouched)
    }
    if (checked.dropped > 0) alertOnce('listings without a valid signature')
    if (checked.listings.length > 0) await keepVerified(source, checked.listings)
    return {
      data: checked.listings,
      count: Math.min(answer.count, Object.keys(vouched.digests).length),
      source: 'directory',
    }
  }

  async function keepVerified(source: string, listings: readonly WalletListing[]): Promise<void> {
    const stored = await readVerified(source)
    // Another page may have come while the store was read.
    const before = verified ?? stored
    const after = addVerified(before, listings)
    if (JSON.stringify(after) === JSON.stringify(before)) return
    verified = after
    await ctx.storage.write(lastGoodList, { source, wallets: after })
  }

  return {
    async page(query = {}) {
      const source = ctx.config.endpoints?.directory
      if (source === undefined) return findBundled([], query)
      try {
        if (trustedKeys(ctx.config).length > 0) return await ask(source, query)
        alertOnce('no directoryKeys')
      } catch (cause) {
        if (isLatchkeyError(cause, 'RPC_ABORTED') || query.signal?.aborted || ctx.signal.aborted) throw cause
        alertOnce(reasonOf(cause))
      }
      return findBundled(await readVerified(source), query)
    },

    async image(imageId, signal) {
      const { endpoints } = ctx.config
      const service = endpoints?.images ? 'images' : 'directory'
      if (!endpoints?.[service] || !/^[\w-]{43}$/.test(imageId)) return undefined
      const api = await ctx.api()
      let blob: Blob
      try {
        blob = await api.image(getWalletImage, {
          service,
          params: { id: imageId },
          ...(signal && { signal }),
        })
      } catch (cause) {
        if (isLatchkeyError(cause) && cause.context.status === 404) return undefined
        throw cause
      }
      if (blob.size > largestImage) return undefined
      const bytes = new Uint8Array(await blob.arrayBuffer())
      // Its name is its digest: another picture under that name is refused (T98 "icon swap").
      if ((await digestOf(bytes)) !== imageId) return undefined
      return `data:${blob.type};base64,${btoa(String.fromCharCode(...bytes))}`
    },
  }
}

/** The list itself is a chunk of its own: a directory that answers makes it needless. */
async function findBundled(
  verified: readonly WalletListing[],
  query: DirectoryQuery,
): Promise<DirectoryPage> {
  const { findWallets, knownWallets } = await import('./bundledList.ts').catch(cause => {
    throw createError('CHUNK_FAILED', { cause })
  })
  return { ...findWallets(knownWallets(verified), query), source: 'bundled' }
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  try {
    return await toDigest(bytes)
  } catch {
    // No WebCrypto on a page without https: nothing can be vouched for.
    return undefined
  }
}

function reasonOf(cause: unknown): unknown {
  if (!isLatchkeyError(cause)) return String(cause).slice(0, 200)
  return cause.context.reason ?? cause.context.status ?? cause.code
}

function joined(words: readonly string[] | undefined): string | undefined {
  return words?.length ? words.join(',') : undefined
}

/** Without undefined members, which an optional member may not be. */
function defined<T extends Readonly<Record<string, string | undefined>>>(
  values: T,
): { readonly [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string
  }
}
