import type { PayFailure, PayFlow, PayState, PayWay } from '../../engine/flows/pay/payFlow.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { waysToFund } from '../fund/waysToFund.ts'
import { SendNote } from '../send/SendNote.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { acceptedNetwork, acceptedWords } from './acceptedWords.ts'
import { PayHead } from './PayHead.tsx'
import { PayWays } from './PayWays.tsx'
import { payPartTexts, payTexts } from './payTexts.ts'
import { takeWay } from './takeWay.ts'
import { usePayFailureWords } from './usePayFailureWords.ts'
import { usePayValues } from './usePayValues.ts'

type Choosing = Extract<PayState, { at: 'choosing' }>

export declare namespace PayChoice {
  interface Props {
    readonly pay: PayFlow
    readonly state: Choosing
  }
}

/** What is to be paid, and the ways to do it; where none suffices it says so. */
export function PayChoice({ pay, state }: PayChoice.Props) {
  const t = useTexts(payTexts)
  const parts = useTexts(payPartTexts)
  const widget = useWidget()
  const snapshot = useEngineState(each => each)
  const { shown, ways, loading, connected } = state
  const isOwn = ({ kind }: PayWay) => kind === 'token' || kind === 'swap' || kind === 'network'
  const isShort = connected && !loading && !ways.some(isOwn)
  const canFund =
    isShort && waysToFund(snapshot, view => widget.views.definition(view) !== undefined).length > 0
  const price = ways.find(way => way.kind === 'token' && way.accepted === shown.accepts[0])
  return (
    <>
      <Body>
        <div className="pay">
          <PayHead shown={shown} price={price?.kind === 'token' ? price.price : undefined} />
          {shown.verified ? null : <SendNote text={parts('pay.unverified')} />}
          {state.failure ? <Failed failure={state.failure} /> : null}
          {isShort ? <Short state={state} /> : null}
          {ways.length > 0 || loading ? (
            <PayWays
              ways={ways}
              isLoading={loading}
              currency={shown.currency}
              onChoose={way => void takeWay(widget, { pay, shown, way })}
            />
          ) : null}
          {connected ? null : <p className="pay-hint">{t('pay.connectHint')}</p>}
        </div>
      </Body>
      {connected ? (
        canFund ? (
          <Footer>
            <Button tone="primary" wide onClick={() => widget.push('FundWallet')}>
              {t('pay.fund')}
            </Button>
          </Footer>
        ) : null
      ) : (
        <Footer>
          <Button tone="primary" wide onClick={() => widget.push('Connect')}>
            {t('pay.connect')}
          </Button>
        </Footer>
      )}
    </>
  )
}

/** Why the way that was chosen last did not lead on. */
function Failed({ failure }: { readonly failure: PayFailure }) {
  const [values] = usePayValues(undefined)
  const [title, hint] = usePayFailureWords()(failure, values)
  return <SendNote tone="danger" text={title} detail={hint} />
}

/** What it takes, where the visitor has too little of everything. */
function Short({ state: { shown } }: { readonly state: Choosing }) {
  const t = useTexts(payTexts)
  const { locale, networks } = useEngineState(({ config }) => config)
  const [first, ...others] = shown.accepts
  if (!first) return null
  const there = acceptedNetwork(first)
  const network = (there && findNetwork(networks, there)?.name) ?? there ?? '—'
  const amount = acceptedWords(first, locale)
  return (
    <SendNote
      tone="warning"
      text={t('pay.short')}
      detail={
        others.length === 0
          ? t('pay.shortHint', { amount, network })
          : t('pay.shortAny', {
              amount: anyOf(
                amount,
                others.map(each => acceptedWords(each, locale)),
              ),
            })
      }
    />
  )

  function anyOf(one: string, more: readonly string[]): string {
    const [second] = more.filter(each => each !== one)
    return second === undefined ? one : t('pay.or', { first: one, second })
  }
}
