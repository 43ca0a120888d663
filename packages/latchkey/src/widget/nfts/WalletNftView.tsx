import { useEffect } from 'react'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { NftDetails } from './NftDetails.tsx'
import css from './nft.css'
import { nftsTexts } from './nftsTexts.ts'
import { useNfts } from './useNfts.ts'

/** WalletNft: one NFT of the account, seen closer. */
export function WalletNftView({ data }: ViewProps<'WalletNft'>) {
  useCss(css)
  const t = useTexts(nftsTexts)
  const errorText = useErrorText()
  const { owned, unreachable, more, retry } = useNfts()
  const nft = owned?.items.find(({ id }) => id === data?.id)
  const failed = unreachable || owned?.phase === 'failed'
  const looksOn = nft === undefined && owned?.phase === 'ready' && owned.next !== undefined
  const at = nft
    ? 'shown'
    : failed
      ? 'failed'
      : owned?.at === undefined || owned.next !== undefined
        ? 'looking'
        : 'gone'

  // A host may open one that is not on the pages that were read.
  useEffect(() => {
    if (looksOn) more()
  }, [looksOn, more])

  return (
    <Body>
      <div className="nft" data-state={at}>
        {nft ? (
          <NftDetails nft={nft} />
        ) : at === 'looking' ? (
          <div className="nft-looking" aria-busy="true">
            <p className="visually-hidden">{t('nfts.looking')}</p>
            <span className="nft-place-whole skeleton" aria-hidden="true" />
            <Skeleton width="60%" height={22} />
            <Skeleton width="40%" height={14} />
          </div>
        ) : (
          <div className="nft-words">
            {at === 'failed' ? (
              <>
                <StatusWords tone="error" title={errorText('NFTS_FAILED')} detail={t('nfts.failedHint')} />
                <Button onClick={retry}>{t('nfts.retry')}</Button>
              </>
            ) : (
              <StatusWords title={t('nft.gone')} detail={t('nft.goneHint')} />
            )}
          </div>
        )}
      </div>
    </Body>
  )
}
