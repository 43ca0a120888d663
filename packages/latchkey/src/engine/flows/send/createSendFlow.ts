/** Sending as far as the form: the holdings, the draft and its review (SPEC §4 "Send flow"). */
import { toDecimalString } from '../../../contract/amount.ts'
import { addressOf } from '../../../contract/caip.ts'
import type { Transfer } from '../../../contract/send.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { Engine } from '../../engine.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { activeNetwork } from '../../nouns/accounts/activeNetwork.ts'
import { writeTypedAmount } from '../../nouns/amounts/readTypedAmount.ts'
import { createHoldings, type Holder, type HoldingsRunner } from '../../nouns/tokens/createHoldings.ts'
import { createPrices } from '../../nouns/tokens/createPrices.ts'
import { canSend } from './canSend.ts'
import { assetOf, type CheckedDraft, checkDraft } from './checkDraft.ts'
import { createDraft, type Draft } from './createDraft.ts'
import { keepPrice } from './keepPrice.ts'

/** What a review is opened with; the view carries it as its data. */
export type SendIntent =
  | { readonly type: 'review'; readonly transfer: Transfer; readonly max: boolean; readonly name?: string }
  /** One of the journal. */
  | { readonly type: 'follow'; readonly id: string; readonly at: 'sent' | 'unknown' }

export interface SendFlow {
  readonly draft: Draft
  readonly holdings: HoldingsRunner
  /** The account that sends, on its network. */
  holder(): Holder | undefined
  /** Keeps everything fresh while a view of sending is shown. Answers the stop. */
  enter(): () => void
  /** All of the token, less the fee where the fee is taken from it; false when it is still wanted and the fee is unknown. */
  takeMax(): Promise<boolean>
  /** What is in the way of the review; `alike`: what the receiver can be mistaken for. */
  check(alike: string | undefined): CheckedDraft
  /** The draft is whole: what a review of its transfer is opened with. */
  review(transfer: Transfer): SendIntent
  /** What a review is opened with that shows a transfer of the journal. */
  follow(id: string, at: 'sent' | 'unknown'): SendIntent
  /** Whether this flow made it and no review has begun with it yet: one that a host made up skipped the checks of the form. */
  isAwaited(intent: SendIntent | undefined): intent is SendIntent
  /** Takes it, once. False for one that is not awaited. */
  take(intent: SendIntent | undefined): intent is SendIntent
  /** Lets a review that another step interrupts begin once more with what it took. One that was never taken stays refused. */
  again(intent: SendIntent | undefined): void
}

/** The sending of one engine; it ends with it. */
export function createSendFlow(engine: Pick<Engine, 'ctx' | 'tokens'>): SendFlow {
  const { ctx } = engine
  const draft = createDraft(ctx)
  ctx.signal.addEventListener('abort', draft.destroy)
  const holdings = createHoldings(engine, holder)
  const prices = createPrices(ctx)
  const locale = () => ctx.config.locale
  const awaited = new WeakSet<SendIntent>()
  const taken = new WeakSet<SendIntent>()
  const made = (intent: SendIntent) => {
    awaited.add(intent)
    return intent
  }

  function holder(): Holder | undefined {
    const account = activeAccount(ctx)
    return account && { caip10: account.owner, network: account.network }
  }

  return {
    draft,
    holdings,
    holder,
    enter() {
      const hold = () => draft.heldTokens(holdings.machine.getState().tokens)
      const leave = holdings.watch()
      const off = holdings.machine.subscribe(hold)
      hold()
      const stopPrices = keepPrice(ctx, {
        prices,
        chosen() {
          const { token } = draft.machine.getState()
          const { pricedAt } = holdings.machine.getState()
          return token && pricedAt !== undefined ? { token, at: pricedAt } : undefined
        },
        subscribe: draft.machine.subscribe,
        read: holdings.reprice,
      })
      return () => {
        stopPrices()
        leave()
        off()
      }
    },
    async takeMax() {
      const { id, token, receiver, owner, typed } = draft.machine.getState()
      const here = holder()
      if (!token || !owner || !here) return false
      const { decimals } = token.amount
      const write = (value: bigint) => writeTypedAmount(toDecimalString({ value, decimals }), locale())
      if (token.address !== undefined) {
        draft.takeMax(write(token.amount.value))
        return true
      }
      // Without a receiver the way to oneself costs as much as the way to anybody who is no contract.
      const to = receiver.at === 'known' ? receiver.address : addressOf(owner)
      const transfer = { from: owner, network: here.network, to, asset: assetOf(token), amount: token.amount }
      const all = await import('./mostOf.ts')
        .then(({ mostOf }) => mostOf(ctx, { token, transfer, signal: ctx.signal }))
        .catch(() => undefined)
      const now = draft.machine.getState()
      // A visitor who typed or chose something else meanwhile does not wait for it any more.
      if (now.id !== id || now.token?.key !== token.key || now.typed !== typed) return true
      if (!all) return false
      draft.takeMax(write(all.amount.value))
      return true
    },
    check(alike) {
      const network = activeNetwork(ctx)
      return checkDraft(draft.machine.getState(), {
        network,
        facts: factsOf(ctx.config, network.chainNamespace),
        locale: locale(),
        supported: canSend(ctx),
        alike,
      })
    },
    review(transfer) {
      const { max, receiver } = draft.machine.getState()
      const name = receiver.at === 'known' ? receiver.name?.name : undefined
      return made({ type: 'review', transfer, max, ...(name !== undefined && { name }) })
    },
    follow: (id, at) => made({ type: 'follow', id, at }),
    isAwaited: (intent): intent is SendIntent => intent !== undefined && awaited.has(intent),
    take(intent): intent is SendIntent {
      if (intent === undefined || !awaited.delete(intent)) return false
      taken.add(intent)
      return true
    },
    again(intent) {
      if (intent !== undefined && taken.has(intent)) awaited.add(intent)
    },
  }
}
