import type { WalletCall } from '../../contract/send.ts'
import { type CallsState, callStatus } from '../../engine/flows/send/callsTransition.ts'
import { Address } from '../../ui/address/Address.tsx'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { exactAmount } from '../send/exactAmount.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import css from './calls.css'
import { sendCallsTexts } from './sendCallsTexts.ts'

type Run = NonNullable<ViewProps<'WalletSendCalls'>['data']>['run']

/** WalletSendCalls: how far several calls of the host's have come (SPEC §5 "Batched wallet calls"). */
export function WalletSendCallsView({ data }: ViewProps<'WalletSendCalls'>) {
  const t = useTexts(sendCallsTexts)
  // A host may open it by its name alone.
  if (data) return <Calls run={data.run} />
  return (
    <Body>
      <StatusWords title={t('calls.none')} />
    </Body>
  )
}

function Calls({ run }: { readonly run: Run }) {
  useCss(css)
  const t = useTexts(sendCallsTexts)
  const { finish } = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const state = useMachine(run)
  const { at, calls, network } = state
  const isOver = at === 'confirmed' || at === 'failed' || at === 'stopped'
  return (
    <>
      <Body>
        <div className="calls" data-state={at}>
          <Ring state={at === 'confirmed' ? 'success' : isOver ? 'failed' : 'running'}>
            <NetworkLogo network={network} size={64} />
          </Ring>
          <Words state={state} />
        </div>
        <List label={t('calls.list')}>
          {calls.map((call, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of calls never changes
              key={index}
              id={`call-${index + 1}`}
              still
              name={
                <>
                  {t('calls.at', { at: String(index + 1), count: String(calls.length) })}{' '}
                  <Address address={String(call.to)} />
                </>
              }
              detail={whatOf(call, state, locale) ?? t('calls.call')}
              value={t(`calls.status.${callStatus(state, index)}`)}
            />
          ))}
        </List>
      </Body>
      <Footer>
        <Button tone={isOver ? 'primary' : 'secondary'} wide onClick={finish}>
          {t(isOver ? 'calls.done' : 'calls.close')}
        </Button>
      </Footer>
    </>
  )
}

/** What a call moves of the network's own currency; undefined where that is nothing, or not to be read. */
function whatOf({ value }: WalletCall, { network }: CallsState, locale?: string): string | undefined {
  const { decimals, symbol } = network.nativeCurrency
  const units =
    typeof value === 'bigint' ? value : /^0x[\da-f]{1,64}$/i.test(value ?? '') ? BigInt(value as string) : 0n
  return units > 0n ? `${exactAmount({ value: units, decimals }, locale)} ${symbol}` : undefined
}

function Words({ state }: { readonly state: CallsState }) {
  const t = useTexts(sendCallsTexts)
  const errorText = useErrorText()
  const { at, batch, code = 'UNKNOWN', network } = state
  const values = {
    network: network.name,
    count: String(state.calls.length),
    sent: String(state.sent),
    confirmed: String(state.confirmed),
  }
  switch (at) {
    case 'confirmed':
      return <StatusWords title={t('calls.confirmed')} />
    case 'failed':
      return batch ? (
        <StatusWords
          tone="error"
          title={t('calls.batchFailed')}
          detail={t('calls.batchFailedHint', values)}
        />
      ) : (
        <StatusWords tone="error" title={t('calls.failed')} detail={t('calls.failedHint')} />
      )
    case 'stopped':
      return (
        <StatusWords
          tone="error"
          title={errorText(code)}
          detail={t(code === 'SEND_UNKNOWN' ? 'calls.unknownHint' : 'calls.stoppedHint', values)}
        />
      )
    default:
      return <StatusWords title={t(`calls.${at}`, values)} detail={t(`calls.${at}Hint`, values)} />
  }
}
