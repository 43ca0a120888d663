import { Body } from '../../ui/body/Body.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { search } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { PairStatus } from './PairStatus.tsx'
import { pairingTexts } from './pairingTexts.ts'
import { QrPanel } from './QrPanel.tsx'
import { usePairing } from './usePairing.ts'

/** ConnectingWalletConnectBasic: a code for any wallet, and the way to those that are opened by name (SPEC §2). */
export function ConnectingWalletConnectBasicView() {
  const widget = useWidget()
  const t = useTexts(pairingTexts)
  const { state, flow, slow } = usePairing()
  if (state.at === 'scanned' || state.at === 'connected')
    return <PairStatus state={state} wallet={undefined} />
  const restart = () => (flow ? flow.retry() : widget.replace('ConnectingWalletConnectBasic'))
  return (
    <Body>
      <QrPanel
        state={state}
        slow={slow}
        wallet={undefined}
        onOpened={() => flow?.opened()}
        onRetry={restart}
      />
      <List label={t('pairing.all')}>
        <Row
          id="all"
          name={t('pairing.all')}
          icon={<Icon shape={search} />}
          end="chevron"
          onClick={() => widget.push('AllWallets')}
        />
      </List>
    </Body>
  )
}
