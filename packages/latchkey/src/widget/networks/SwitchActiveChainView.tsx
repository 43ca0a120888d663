import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { accountTexts } from '../account/accountTexts.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { chooseNetwork } from './chooseNetwork.ts'
import { NetworkLogo } from './NetworkLogo.tsx'
import css from './networks.css'
import { networksTexts } from './networksTexts.ts'

/** SwitchActiveChain: going to a namespace that is not connected, keeping the other (SPEC-NOTES §2). */
export function SwitchActiveChainView({ data }: ViewProps<'SwitchActiveChain'>) {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(networksTexts)
  const a = useTexts(accountTexts)
  const network = useEngineState(({ config }) =>
    data ? findNetwork(config.networks, data.caipNetworkId) : undefined,
  )
  const current = useEngineState(({ state }) => state.network)
  if (!network) return null
  const confirm = () =>
    chooseNetwork(widget, network, () => widget.replace('Connect', { namespace: network.chainNamespace }))
  return (
    <Body>
      <div className="switching">
        <NetworkLogo network={network} size={64} />
        <StatusWords
          title={t('active.lead', { network: network.name })}
          detail={t('active.keep', { network: network.name })}
        />
        <div className="switching-actions">
          <Button tone="primary" wide onClick={confirm}>
            {t('active.confirm', { network: network.name })}
          </Button>
          <Button tone="ghost" wide onClick={widget.back}>
            {t('active.cancel', {
              network: isUnsupportedNetwork(current)
                ? a('account.unknownNetwork', { id: current.id })
                : current.name,
            })}
          </Button>
        </div>
      </div>
    </Body>
  )
}
