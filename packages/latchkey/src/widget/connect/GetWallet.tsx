import type { WalletRow } from '../../contract/wallet.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { usePlatform } from '../pairing/usePlatform.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { BrowsePanel } from './BrowsePanel.tsx'
import css from './connecting.css'
import { connectingTexts } from './connectTexts.ts'
import { StoreList, useStoreLinks } from './StoreList.tsx'
import { useBrowse } from './useBrowse.ts'

export declare namespace GetWallet {
  interface Props {
    readonly wallet: Pick<WalletRow, 'name' | 'icon' | 'listing'> | undefined
  }
}

/** A wallet that is not in this browser: the page in the wallet's own browser where it has one, else where to get it. */
export function GetWallet({ wallet }: GetWallet.Props) {
  const { link, unreachable } = useBrowse(wallet?.listing)
  return (
    <Body>
      {wallet && link !== undefined ? (
        <BrowsePanel wallet={wallet} link={link} />
      ) : (
        <GetPanel wallet={wallet} unreachable={unreachable} />
      )}
    </Body>
  )
}

function GetPanel({ wallet, unreachable }: GetWallet.Props & { readonly unreachable: string | undefined }) {
  useCss(css)
  const t = useTexts(connectingTexts)
  const errorText = useErrorText()
  const isDesktop = usePlatform().os === 'desktop'
  const name = wallet?.name ?? ''
  const links = useStoreLinks(wallet?.listing)
  // A phone installs apps, which no reload finds.
  const hint = links?.length === 0 ? 'connecting.getNoLink' : isDesktop ? 'connecting.getHint' : undefined
  return (
    <div className="connecting" data-state="notInstalled">
      <Ring state="idle">
        <Logo src={wallet?.icon} name={name} size={64} />
      </Ring>
      <StatusWords
        title={wallet ? t('connecting.get', { wallet: name }) : errorText('WALLET_NOT_FOUND')}
        detail={wallet && hint ? t(hint) : undefined}
      />
      <StoreList links={links} />
      {unreachable === undefined ? null : (
        <p className="connecting-note">
          {t(isDesktop ? 'connecting.unreachable' : 'connecting.insecure', {
            wallet: name,
            host: unreachable,
          })}
        </p>
      )}
    </div>
  )
}
