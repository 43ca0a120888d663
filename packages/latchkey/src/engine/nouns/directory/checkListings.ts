import { canonicalJson } from '../../../contract/canonicalJson.ts'
import { type RegistryHead, toDigest } from '../../../contract/directory.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import { plainListing } from './plainListing.ts'

export interface CheckedListings {
  readonly listings: readonly WalletListing[]
  /** How many the head does not vouch for. */
  readonly dropped: number
}

/** Keeps the listings that a verified head names, letter for letter as they came, made fit to be shown. */
export async function checkListings(
  data: readonly WalletListing[],
  { digests }: Pick<RegistryHead, 'digests'>,
): Promise<CheckedListings> {
  const checked = await Promise.all(
    data.map(async listing => {
      const known = Object.hasOwn(digests, listing.id) ? digests[listing.id] : undefined
      return known !== undefined && known === (await digestOf(listing)) ? listing : undefined
    }),
  )
  const vouched = checked.filter(listing => listing !== undefined)
  return {
    listings: vouched.flatMap(listing => plainListing(listing) ?? []),
    dropped: data.length - vouched.length,
  }
}

async function digestOf(listing: WalletListing): Promise<string | undefined> {
  let text: string
  try {
    text = canonicalJson(listing)
  } catch {
    return undefined
  }
  return toDigest(text)
}
