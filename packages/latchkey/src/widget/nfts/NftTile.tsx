import type { Collectible } from '../../engine/nouns/nfts/nfts.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { shortNftAmount } from './formatNftAmount.ts'
import { NftMedia } from './NftMedia.tsx'
import { nftName } from './nftName.ts'
import { nftsTexts } from './nftsTexts.ts'

export declare namespace NftTile {
  interface Props {
    readonly nft: Collectible
    /** The one tile of the grid that Tab stops at. */
    readonly isStop: boolean
    /** Far down: its picture is loaded when it is about to be seen. */
    readonly isFar: boolean
    readonly onFocus: () => void
    readonly onChoose: () => void
  }
}

/** One collectible of the grid; all of it is the button. */
export function NftTile({ nft, isStop, isFar, onFocus, onChoose }: NftTile.Props) {
  const t = useTexts(nftsTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const name = nftName(nft)
  return (
    <li>
      <button
        type="button"
        className="nft-tile"
        data-nft={nft.id}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        onClick={onChoose}
      >
        <NftMedia src={nft.image} name={name} lazy={isFar} />
        <span className="nft-name" dir="auto">
          {name}
        </span>
        {/* Said apart from the name. */}{' '}
        {nft.amount === '1' ? null : (
          <span className="nft-amount">
            {t('nfts.amount', { amount: shortNftAmount(nft.amount, locale) })}
          </span>
        )}
      </button>
    </li>
  )
}
