import type { WalletRow } from '../../contract/wallet.ts'
import type { LinkPlatform } from '../../engine/base/linkPlatform.ts'
import { openLink } from '../../engine/flows/pair/openLink.ts'
import { targetOf } from '../../engine/flows/pair/targetOf.ts'
import { browseOf } from './browseOf.ts'

/** Opens this page in the browser of a wallet that is not installed here, in the task of a tap on a phone; else does nothing. */
export function openPage(
  { discovered, listing }: Pick<WalletRow, 'discovered' | 'listing'>,
  platform: LinkPlatform,
): void {
  if (platform.os === 'desktop' || discovered.length > 0) return
  const { link } = browseOf(listing, { os: platform.os, page: platform.page ?? location.href })
  if (link !== undefined) openLink({ href: link, target: targetOf(link, platform) })
}
