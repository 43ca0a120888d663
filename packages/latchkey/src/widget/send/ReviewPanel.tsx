import type { SendIntent } from '../../engine/flows/send/createSendFlow.ts'
import type { Review, SendProgress } from '../../engine/flows/send/progressTransition.ts'
import { lacksFee, withDeposits } from '../../engine/nouns/amounts/lacksFee.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { ownWalletTexts } from '../ownwallet/ownWalletTexts.ts'
import { useProtectFirst } from '../ownwallet/useProtectFirst.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useFacts } from '../shell/useFacts.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { BalanceChanges } from './BalanceChanges.tsx'
import { CostFacts } from './CostFacts.tsx'
import { exactAmount } from './exactAmount.ts'
import { FeeWords } from './FeeWords.tsx'
import { fiatOf } from './fiatOf.ts'
import { isAsSaid } from './isAsSaid.ts'
import { Receiver } from './Receiver.tsx'
import { ReviewFact as Fact } from './ReviewFact.tsx'
import { ReviewNotes } from './ReviewNotes.tsx'
import { SendNote } from './SendNote.tsx'
import { reviewTexts } from './sendTexts.ts'
import { TotalWords } from './TotalWords.tsx'
import { tokenOf } from './tokenOf.ts'
import { useSendFlow } from './useSendFlow.ts'
import { useSendReview } from './useSendReview.ts'

type Quote = Extract<SendProgress, { at: 'reviewing' }>['quote']

export declare namespace ReviewPanel {
  interface Props {
    readonly review: Review
    readonly quote: Quote
    /** What the view was opened with. */
    readonly intent: SendIntent | undefined
  }
}

/** The transfer under review, exact to the last unit and the last letter. */
export function ReviewPanel({ review, quote, intent }: ReviewPanel.Props) {
  const t = useTexts(reviewTexts)
  const own = useTexts(ownWalletTexts)
  const errorText = useErrorText()
  const flow = useSendFlow()
  const { send } = useSendReview()
  const { back, push } = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const { tokens, currency } = useMachine(flow.holdings.machine)
  const { transfer, name } = review
  const { asset, network } = transfer
  const { symbol } = network.nativeCurrency
  const noFee = t('review.noFee', { token: symbol })
  const { tokens: spelling } = useFacts(network.chainNamespace)
  const token = tokenOf(tokens, asset, spelling)
  const native = tokenOf(tokens, {}, spelling)
  const known = typeof quote === 'string' ? undefined : quote
  const amount = `${exactAmount(transfer.amount, locale)} ${asset.symbol}`
  const fiat = fiatOf(transfer.amount, token?.price, currency, locale)
  const { isUnprotected, ask } = useProtectFirst(transfer.amount, { value: token?.price, currency })
  const askFirst = () => {
    flow.again(intent)
    ask?.()
  }
  const fee = known?.fee
  const costs = known?.costs ?? []
  const isShort = fee && lacksFee(transfer, fee, native?.amount, costs)
  const refusal = known?.refusal
  const simulation = known?.simulation
  const fails = simulation?.at === 'fails'
  const changes = simulation?.at === 'works' ? simulation.changes : undefined
  const isChecked = changes && isAsSaid(changes, { ...transfer, costs }, spelling)
  const isStrange = known?.notes?.some(({ kind }) => kind === 'program')
  // Until the fee is known, all there is less the fee is not known either.
  const isWaiting = quote === 'asking' && review.max && asset.address === undefined
  return (
    <>
      <Body>
        <div className="review">
          <div className="review-head">
            <p
              className="review-amount"
              data-long={amount.length > 14 ? (amount.length > 22 ? 'very' : '') : undefined}
            >
              {isWaiting ? <Skeleton width={160} height={38} /> : <bdi>{amount}</bdi>}
            </p>
            {fiat && <p className="review-fiat">{fiat}</p>}
          </div>
          <dl className="review-facts">
            <Fact label={t('review.to')} isLong>
              {name && <span className="review-name">{name}</span>}
              <Receiver address={transfer.to} />
            </Fact>
            <Fact label={t('review.network')}>
              <span className="review-network">
                <NetworkLogo network={network} size={20} />
                {network.name}
              </span>
            </Fact>
            <Fact label={t('review.fee')}>
              <FeeWords quote={quote} symbol={symbol} price={native?.price} currency={currency} />
            </Fact>
            <CostFacts costs={costs} asset={asset} symbol={symbol} />
            {asset.address && (
              <Fact label={t('review.effect')}>
                <span className="review-effect">
                  {t('review.effectToken', {
                    token: token?.name ?? asset.symbol,
                    contract: shortAddress(asset.address),
                  })}
                </span>
              </Fact>
            )}
            {fee && (
              <Fact label={t('review.total')}>
                <span className="review-total">
                  <TotalWords
                    transfer={transfer}
                    fee={fee}
                    costs={costs}
                    price={native?.price}
                    currency={currency}
                  />
                </span>
                {isChecked && !isShort && !refusal && (
                  <span className="review-small">{t('review.checked')}</span>
                )}
              </Fact>
            )}
            {changes && !isChecked && <BalanceChanges changes={changes} spelling={spelling} />}
          </dl>
          {isShort ? (
            <SendNote
              tone="danger"
              text={`${errorText('INSUFFICIENT_FUNDS')}. ${noFee}`}
              detail={t('review.noFeeHint', {
                amount: `${exactAmount(withDeposits(fee.most, costs), locale)} ${symbol}`,
              })}
            />
          ) : fails && !refusal ? (
            <SendNote
              tone="danger"
              text={t('review.fails')}
              detail={
                simulation.reason
                  ? t('review.failsHint', { reason: simulation.reason })
                  : t('review.failsPlain')
              }
            />
          ) : null}
          {simulation?.at === 'unknown' || quote === 'failed' ? (
            <SendNote text={t('review.unchecked')} />
          ) : null}
          {isUnprotected ? <SendNote tone="warning" text={own('own.onlyHere')} /> : null}
          <ReviewNotes
            notes={known?.notes}
            refusal={isShort ? undefined : refusal}
            asset={asset}
            symbol={symbol}
          />
          {known?.toContract ? <SendNote tone="warning" text={t('review.contract')} /> : null}
        </div>
      </Body>
      <Footer>
        {isShort ? (
          <div className="send-fund">
            <Button tone="ghost" onClick={() => push('FundWallet')}>
              {t('review.fund')}
            </Button>
          </div>
        ) : null}
        {refusal && !isShort ? (
          <Button tone="primary" wide onClick={back}>
            {t('review.change')}
          </Button>
        ) : (
          <Button
            tone={fails ? 'danger' : 'primary'}
            wide
            aria-disabled={isShort}
            loading={isWaiting}
            onClick={ask ? askFirst : send}
          >
            {isShort ? noFee : t(fails || isStrange ? 'review.sendAnyway' : 'review.send', { amount })}
          </Button>
        )}
      </Footer>
    </>
  )
}
