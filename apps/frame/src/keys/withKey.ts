import { sha256 } from '@noble/hashes/sha2.js'
import {
  custodyChangeText,
  type DeviceShares,
  getCustodyWallet,
  policyReason,
  postCustodyRelease,
  type RouteRequest,
  type SignedThing,
} from 'latchkey/services'
import { type Bytes, fromHex, toBytes, toHex, wipe } from './bytes.ts'
import { joinShares } from './commitOf.ts'
import { CustodyRefusal } from './custodyClient.ts'
import { type Addresses, addressesOf } from './derive/addressesOf.ts'
import { type KeysContext, withSharesLock } from './keysContext.ts'
import { KeysError } from './keysError.ts'
import { openSealed } from './sealed.ts'
import { aboutOwnShare } from './splitForDevice.ts'
import { deleteShares, type OwnShare, readShares, writeShares } from './storedShares.ts'

/** The request hash sent to the services when no page asks: 32 zero bytes. */
export const noRequest = '00'.repeat(32)

/** The request hash of a release for recovery: it names the one change that follows (S3). */
export function changeRequest(of: Parameters<typeof custodyChangeText>[0]): string {
  return toHex(sha256(toBytes(custodyChangeText(of))))
}

type Purpose = RouteRequest<typeof postCustodyRelease>['body']['purpose']

/**
 * Joins the whole key while `use` runs, for one approved request. The services release their share once; both are
 * joined, checked and wiped afterwards (reference §2.3, T77, T79).
 * @throws KeysError `recover` when this device has no valid share, `mismatch`; CustodyRefusal, SIGN_IN_INVALID where
 * another visitor is logged in meanwhile
 */
export async function withKey<T>(
  ctx: KeysContext,
  options: {
    readonly account: string
    /** SHA-256, hexadecimal, of the approved request: the bytes that are shown and signed. */
    readonly request: string
    readonly purpose: Purpose
    /** The signed content, for services that ask for it and judge it by the project's policy. */
    readonly signed?: SignedThing | undefined
  },
  use: (entropy: Bytes, addresses: Addresses) => Promise<T>,
): Promise<T> {
  const { account, request, purpose, signed } = options
  const { entropy, addresses } = await withSharesLock(ctx, account, async () => {
    const record = await readShares(ctx.database, account)
    if (record === undefined) throw new KeysError('recover')
    const { share, theirs } = await askFor(ctx, record, { request, purpose }, signed)
    const own = await openOwn(ctx, account, share)
    try {
      const joined = joinShares(own, theirs, record)
      // The pending share is valid after all: the answer that said so was lost.
      const isMoved = share !== record.current
      const isOlder = record.addresses.owner === undefined
      const addresses = isOlder ? await withOwner(record.addresses, joined) : record.addresses
      if (isMoved || isOlder)
        await writeShares(ctx.database, {
          ...record,
          addresses,
          ...(isMoved && { current: share, pending: null }),
        })
      return { entropy: joined, addresses }
    } finally {
      wipe(own, theirs)
    }
  })
  try {
    return await use(entropy, addresses)
  } finally {
    wipe(entropy)
  }
}

/** Completes the addresses that were stored before there were smart accounts. */
async function withOwner(addresses: Addresses, entropy: Bytes): Promise<Addresses> {
  return { ...addresses, owner: (await addressesOf(entropy)).owner }
}

/**
 * Requests the services' share for our newest share that they know; sends the signed content only when they ask for it.
 */
async function askFor(
  ctx: KeysContext,
  record: DeviceShares,
  why: { readonly request: string; readonly purpose: Purpose },
  signed: SignedThing | undefined,
): Promise<{ readonly share: OwnShare; readonly theirs: Bytes }> {
  for (const share of [record.current, record.pending]) {
    if (share === null) continue
    const { epoch, version } = share
    try {
      const answer = await ask({ epoch, version, ...why })
      // The services' commitment has to equal ours.
      if (answer.commit !== record.commit) throw new KeysError('mismatch')
      return { share, theirs: fromHex(answer.half) }
    } catch (error) {
      if (!(error instanceof CustodyRefusal)) throw error
      if (error.code === 'CUSTODY_NOT_FOUND') break
      if (error.code !== 'CUSTODY_EPOCH') throw error
    }
  }
  const { account, current, pending } = record
  await requireStale(ctx, account, [current, pending])
  // The stored record is void.
  await deleteShares(ctx.database, account)
  throw new KeysError('recover')

  async function ask(body: RouteRequest<typeof postCustodyRelease>['body']) {
    try {
      return await ctx.client.call(postCustodyRelease, body)
    } catch (error) {
      const isAsked = error instanceof CustodyRefusal && error.reasons.includes(policyReason.untold)
      if (!isAsked || signed === undefined) throw error
      return ctx.client.call(postCustodyRelease, { ...body, signed })
    }
  }
}

/**
 * Passes when none of an account's shares is valid any more: they were revoked, or the services have an older state
 * than this device. Checks that the services' answer is for this account, because another tab may have logged another
 * visitor in.
 * @throws CustodyRefusal SIGN_IN_INVALID
 */
export async function requireStale(
  ctx: KeysContext,
  account: string,
  shares: readonly (OwnShare | null)[],
): Promise<void> {
  const known = await ctx.client.call(getCustodyWallet)
  const theirs = known.wallet?.pairs.find(({ device }) => device === ctx.device.device)
  const counts = shares.some(
    share => share && share.epoch === theirs?.epoch && share.version === theirs.version,
  )
  if (known.account !== account || counts) throw new CustodyRefusal('SIGN_IN_INVALID')
}

/** Decrypts the device's own share. @throws KeysError `recover` when this browser lost the key that encrypted it. */
export async function openOwn(ctx: KeysContext, account: string, share: OwnShare): Promise<Bytes> {
  const about = aboutOwnShare(account, ctx.device.device, share.version)
  try {
    return await openSealed(ctx.device.wrap, share.sealed, about)
  } catch (error) {
    if (error instanceof KeysError && error.code === 'secret') throw new KeysError('recover')
    throw error
  }
}
