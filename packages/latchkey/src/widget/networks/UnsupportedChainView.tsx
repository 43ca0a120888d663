import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { useDisconnect } from '../account/useDisconnect.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { NetworkList } from './NetworkList.tsx'
import css from './networks.css'
import { networksTexts } from './networksTexts.ts'

/** UnsupportedChain: the wallet must move to a network of the host, or be disconnected (SPEC-NOTES §2). */
export function UnsupportedChainView() {
  useCss(css)
  const t = useTexts(networksTexts)
  const networks = useEngineState(snapshot => snapshot.config.networks)
  const namespace = useEngineState(snapshot => snapshot.state.activeNamespace)
  const { disconnecting, run } = useDisconnect()
  return (
    <>
      <Body>
        <div className="unsupported-words">
          <StatusWords title={t('unsupported.lead')} detail={t('unsupported.hint')} />
        </div>
        <NetworkList networks={networks.filter(network => network.chainNamespace === namespace)} />
      </Body>
      <Footer>
        <Button tone="secondary" wide loading={disconnecting} onClick={run}>
          {t('unsupported.disconnect')}
        </Button>
      </Footer>
    </>
  )
}
