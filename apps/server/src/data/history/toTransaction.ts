import { type CaipNetworkId, toDecimalString } from 'latchkey/contract'
import {
  assetNameLimit,
  readsAsAmount,
  type Transaction,
  type Transfer,
  transfersLimit,
} from 'latchkey/services'
import { viem } from '../../core/libraries/viem.ts'
import type { ChainFacts, Token } from '../chains/chainFacts.ts'
import { cleanText } from '../chains/cleanText.ts'
import { isSpamAsset, isSpamTransfer, type SpamRules } from '../chains/spam.ts'
import { toIconUrl } from '../chains/toIconUrl.ts'
import { type Move, toNative } from '../indexer/decodeLog.ts'
import { type Hex, zeroAddress } from '../indexer/hexBytes.ts'
import type { NftWords } from '../nfts/createNftReader.ts'
import type { HistoryEntry, TokenWords } from './historyProvider.ts'
import { operationType } from './operationType.ts'

/** What the list needs to know to put an entry into words. */
export interface Wording {
  readonly chain: CaipNetworkId
  readonly account: Hex
  readonly facts: Pick<ChainFacts, 'nativeCurrency' | 'wrapped' | 'nativeContract'> | undefined
  readonly tokens: ReadonlyMap<Hex, TokenWords>
  /** The listed token at an address: its words win over the contract's. */
  readonly vouchedToken: (address: Hex) => Token | undefined
  /** By `token id`. */
  readonly nfts: ReadonlyMap<string, NftWords>
  readonly spam: SpamRules
}

/** An EVM chain's native currency has 18 decimals by the protocol, whatever it is called. */
const nativeDecimals = 18

/** Converts an entry to SPEC §3's form, from the account's point of view; unknown values are null. */
export function toTransaction(entry: HistoryEntry, wording: Wording): Transaction {
  const { account, chain, facts } = wording
  const wrapped = facts?.wrapped?.toLowerCase() as Hex | undefined
  const legs = entry.legs.flatMap(leg => toNative(leg, facts?.nativeContract))
  const sentTo = entry.recipient ?? entry.created
  return {
    id: `${chain}:${entry.hash}`,
    metadata: {
      minedAt: new Date(entry.minedAt).toISOString(),
      chain,
      status: entry.status === null ? null : entry.status === 1 ? 'confirmed' : 'failed',
      operationType: operationType({ account, outline: entry, legs, wrapped }),
      sentFrom: viem().getAddress(entry.sender ?? zeroAddress),
      sentTo: sentTo === null ? null : viem().getAddress(sentTo),
      hash: entry.hash,
      nonce: entry.nonce,
      block: String(entry.block),
    },
    transfers: limitPictures(
      legs.slice(0, transfersLimit).map(leg => toTransfer(leg, entry.sender === account, wording)),
    ),
  }
}

/** The most characters of pictures in one transaction; an inline one has 8,000, and anyone can send a hundred. */
const picturesLimit = 32_000

function limitPictures(transfers: readonly Transfer[]): Transfer[] {
  let room = picturesLimit
  return transfers.map(transfer => {
    const { nft_info: nft } = transfer
    const length = nft?.content?.preview?.url.length ?? 0
    if (nft && length > room) return { ...transfer, nft_info: { ...nft, content: null } }
    room -= length
    return transfer
  })
}

function toTransfer(leg: Move, own: boolean, wording: Wording): Transfer {
  const { account, tokens, spam } = wording
  const out = leg.sender === account
  const vouched = leg.token === null ? undefined : wording.vouchedToken(leg.token)
  const words = leg.token === null ? undefined : cleanWords(vouched ?? tokens.get(leg.token))
  const isSpam =
    leg.token !== null &&
    isSpamAsset(
      {
        address: leg.token,
        name: words?.name ?? null,
        symbol: words?.symbol ?? null,
        fungible: leg.standard === 'erc20',
      },
      spam,
    )
  const flags = { is_spam: isSpamTransfer({ amount: leg.amount, isSpamAsset: isSpam, own }) }
  const shared = {
    direction: out ? (leg.recipient === account ? ('self' as const) : ('out' as const)) : ('in' as const),
    sender: viem().getAddress(leg.sender),
    recipient: viem().getAddress(leg.recipient),
    value: null,
    price: null,
  }
  if (leg.token !== null && leg.tokenId !== null) {
    const nft = wording.nfts.get(`${leg.token} ${leg.tokenId}`)
    return {
      ...shared,
      fungible_info: null,
      nft_info: {
        name: nft?.name ?? null,
        content: nft?.image == null ? null : { preview: { url: nft.image } },
        flags,
        address: viem().getAddress(leg.token),
        tokenId: leg.tokenId.toString(),
      },
      quantity: { numeric: leg.amount.toString() },
    }
  }
  const { name, symbol, decimals } =
    (leg.token === null ? nativeOf(wording) : vouched === undefined ? unlikeAmount(words) : words) ?? nothing
  // A token that only calls itself so must not look like it.
  const known = leg.token === null ? symbol : vouched?.symbol
  const icon = known == null ? null : toIconUrl(known)
  return {
    ...shared,
    nft_info: null,
    fungible_info: {
      name,
      symbol,
      decimals,
      icon: icon === null ? null : { url: icon },
      address: leg.token === null ? null : viem().getAddress(leg.token),
      flags: { ...flags, is_vouched: leg.token === null || vouched !== undefined },
    },
    quantity: { numeric: decimals === null ? null : toDecimalString({ value: leg.amount, decimals }) },
  }
}

const nothing: TokenWords = { name: null, symbol: null, decimals: null }

function nativeOf({ facts }: Wording): TokenWords {
  return facts?.nativeCurrency ?? { name: null, symbol: null, decimals: nativeDecimals }
}

/** Drops the words of an unlisted token that would read as part of the amount before them. */
function unlikeAmount(words: TokenWords | undefined): TokenWords | undefined {
  const keep = (text: string | null) => (text !== null && readsAsAmount(text) ? null : text)
  return words && { ...words, name: keep(words.name), symbol: keep(words.symbol) }
}

function cleanWords(words: TokenWords | undefined): TokenWords | undefined {
  if (words === undefined) return undefined
  const { name, symbol, decimals } = words
  return { name: cleanText(name, assetNameLimit), symbol: cleanText(symbol, assetNameLimit), decimals }
}
