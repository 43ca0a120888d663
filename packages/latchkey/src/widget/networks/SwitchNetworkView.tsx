import type { SwitchingState } from '../../engine/flows/switchnetwork/switchingTransition.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { connectionOf } from '../shell/connectionOf.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { NetworkLogo } from './NetworkLogo.tsx'
import css from './networks.css'
import { networksTexts } from './networksTexts.ts'
import { switchingOf } from './switchingOf.ts'

const rings = {
  idle: 'running',
  asking: 'running',
  switched: 'success',
  rejected: 'failed',
  failed: 'failed',
} as const

/** SwitchNetwork: the wallet is asked to move (SPEC §4 "Network change"). */
export function SwitchNetworkView({ data }: ViewProps<'SwitchNetwork'>) {
  useCss(css)
  const switching = switchingOf(useWidget())
  const state = useMachine(switching.machine)
  const t = useTexts(networksTexts)
  const network = useEngineState(({ config }) =>
    data ? findNetwork(config.networks, data.caipNetworkId) : undefined,
  )
  const wallet = useEngineState(
    ({ state }) => (network && connectionOf(state, network.chainNamespace)?.wallet.name) ?? '',
  )
  const name = network?.name ?? ''
  return (
    <Body>
      <div
        className="switching"
        data-state={state.at}
        data-waiting={state.at === 'asking' ? state.waiting : undefined}
      >
        <Ring state={rings[state.at]}>
          <NetworkLogo network={network} size={64} />
        </Ring>
        <Words state={state} wallet={wallet} network={name} />
        {state.at === 'rejected' || (state.at === 'failed' && state.failure !== 'unable') ? (
          <Button tone="primary" wide onClick={switching.retry}>
            {t('switch.again')}
          </Button>
        ) : null}
      </div>
    </Body>
  )
}

interface WordsProps {
  readonly state: SwitchingState
  readonly wallet: string
  readonly network: string
}

function Words({ state, wallet, network }: WordsProps) {
  const t = useTexts(networksTexts)
  const errorText = useErrorText()
  const values = { wallet, network }
  switch (state.at) {
    case 'idle':
    case 'asking': {
      const detail = state.at === 'asking' && state.waiting === 'slow' ? 'switch.slow' : 'switch.askingHint'
      return <StatusWords title={t('switch.asking', values)} detail={t(detail, values)} />
    }
    case 'switched':
      return <StatusWords title={t('switch.switched', values)} />
    case 'rejected':
      return (
        <StatusWords
          tone="error"
          title={errorText('SWITCH_REJECTED')}
          detail={t('switch.rejectedHint', values)}
        />
      )
    case 'failed':
      return (
        <StatusWords
          tone="error"
          title={errorText('SWITCH_FAILED')}
          detail={t(`switch.${state.failure}Hint`, values)}
        />
      )
  }
}
