import { useEffect, useState } from 'react'
import type { WalletListing } from '../../contract/wallet.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Tabs } from '../../ui/tabs/Tabs.tsx'
import { BrowsePanel } from '../connect/BrowsePanel.tsx'
import { GetWallet } from '../connect/GetWallet.tsx'
import { loadListing } from '../connect/loadListing.ts'
import { useBrowse } from '../connect/useBrowse.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useImage } from '../shell/useImage.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { AppPanel } from './AppPanel.tsx'
import { BrowserPanel } from './BrowserPanel.tsx'
import { PairStatus } from './PairStatus.tsx'
import { pairingTexts } from './pairingTexts.ts'
import { type PairTarget, pairTarget } from './pairTarget.ts'
import { type Platform, platformsOf } from './platformsOf.ts'
import { QrPanel } from './QrPanel.tsx'
import { usePairing } from './usePairing.ts'
import { usePlatform } from './usePlatform.ts'

/** ConnectingWalletConnect: a wallet beyond this browser, by whichever ways there are from here (SPEC-NOTES §2). */
export function ConnectingWalletConnectView({ data }: ViewProps<'ConnectingWalletConnect'>) {
  const widget = useWidget()
  const t = useTexts(pairingTexts)
  const known = useTarget(data)
  const { target } = known
  const { state, flow, slow } = usePairing()
  const [chosen, choose] = useState<Platform>()
  const { link: browse } = useBrowse(target?.listing)
  const platforms = usePlatforms(known, browse !== undefined)

  if (state.at === 'scanned' || state.at === 'connected') return <PairStatus state={state} wallet={target} />
  const [best = 'qrcode'] = platforms
  if (best === 'unsupported') return <GetWallet wallet={target} />
  const platform = chosen && platforms.includes(chosen) ? chosen : best
  const restart = () => (flow ? flow.retry() : widget.replace('ConnectingWalletConnect', data))
  const opened = () => flow?.opened()
  const panel =
    platform === 'browser' ? (
      <BrowserPanel wallet={target} data={data} />
    ) : platform === 'browse' && target && browse !== undefined ? (
      <BrowsePanel wallet={target} link={browse} />
    ) : platform === 'qrcode' ? (
      <QrPanel state={state} slow={slow} wallet={target} onOpened={opened} onRetry={restart} />
    ) : platform === 'unsupported' || platform === 'browse' ? null : (
      <AppPanel
        way={platform}
        state={state}
        slow={slow}
        wallet={target}
        isWhole={known.isWhole}
        onOpened={opened}
        onRetry={restart}
      />
    )
  if (platforms.length < 2) return <Body>{panel}</Body>
  const tabs = platforms.map(id => ({
    id,
    label: t(`pairing.way.${id as Exclude<Platform, 'unsupported'>}`),
  }))
  return (
    <Body>
      <Tabs label={t('pairing.ways')} tabs={tabs} selected={platform} onSelect={choose}>
        {panel}
      </Tabs>
    </Body>
  )
}

interface Known {
  readonly target: PairTarget | undefined
  /** Its links are here. */
  readonly isWhole: boolean
}

/** The wallet with all of its links and its picture, once they are here. */
function useTarget(data: ViewProps<'ConnectingWalletConnect'>['data']): Known {
  const widget = useWidget()
  useEngineState(snapshot => snapshot.rows)
  const target = pairTarget(widget.snapshot(), data)
  const listing = target?.listing
  const [full, setFull] = useState<WalletListing>()
  useEffect(() => {
    let isShown = true
    const show = (found: WalletListing) => isShown && setFull(found)
    if (listing) loadListing(listing).then(show, () => show(listing))
    return () => {
      isShown = false
    }
  }, [listing])
  const image = useImage('wallets', listing?.image_id)
  if (!target) return { target, isWhole: true }
  const icon = image ?? target.icon
  return {
    target: { ...target, ...(icon !== undefined && { icon }), ...(full && { listing: full }) },
    isWhole: !listing || full !== undefined,
  }
}

/** While the links are on their way the likeliest stands in their place, so that nothing jumps for most wallets. */
const likely: WalletListing = { id: '', name: '', mobile_link: '' }

function usePlatforms({ target, isWhole }: Known, canBrowse: boolean): readonly Platform[] {
  const { os } = usePlatform()
  return platformsOf({
    listing: isWhole ? target?.listing : likely,
    isInstalled: target?.isInstalled ?? false,
    canPair: target?.canPair ?? true,
    canBrowse,
    os,
  })
}
