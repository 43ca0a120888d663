import { looksAlike } from 'latchkey/evmcodec'
import type { ApprovalProgress, ApprovalRequest } from '../provider/approval.ts'
import { type NetworkFacts, networkFacts, networkName } from '../provider/networkFacts.ts'
import type { ApprovalView, EffectWords, Fact, Warning } from './approvalView.ts'
import { type Effect, flattenEffects } from './effects/effect.ts'
import type { SeenCall } from './effects/exchange.ts'
import { effectWords, isSame, isTakenBack } from './effectWords.ts'
import { feeFact, feeWarnings, gasFacts, priceFacts, totalFacts } from './feeWords.ts'
import { findUntoldLoss } from './findUntoldLoss.ts'
import { headlineOf, sayOnce, titleOf, withoutFiat } from './headlineOf.ts'
import { outcomeFacts } from './outcomeFacts.ts'
import { permissionView } from './permissionView.ts'
import { hasHidden, showHidden } from './showHidden.ts'
import { simulationWarnings } from './simulationWarnings.ts'
import { solanaView } from './solana/solanaView.ts'
import { sortWarnings } from './sortWarnings.ts'
import { findExcessGrants, swapBatchOf } from './swapBatch.ts'
import type { Telling } from './telling.ts'

/** Bytes of the hashes that accounts, transactions and typed data are signed by. */
const hashLength = 32
const mayBeTransaction =
  'You may be signing a transaction. These bytes can be its hash, and nothing shows what it would do.'

const fallback: Warning = {
  tone: 'warning',
  text: 'Your smart account isn’t available on this network right now. This is your standard account.',
}

const handsOver: Warning = {
  tone: 'warning',
  text: 'To send as one, the contract Simple7702Account will act for your account on this network. You can turn it off in your wallet settings.',
}

const activation = 'Activate your smart account'
const activated: EffectWords = {
  label: 'Does',
  value: 'puts your account on this network, and nothing else',
}

/** Puts an approval into words: its effects, its costs and its warnings. Unknown values are named as unknown. */
export function composeApproval(request: ApprovalRequest, progress: ApprovalProgress): ApprovalView {
  const view = viewOf(request, progress)
  if (!request.isFallback || request.is === 'blocked') return view
  return { ...view, warnings: sortWarnings([...view.warnings, fallback]) }
}

function viewOf(request: ApprovalRequest, progress: ApprovalProgress): ApprovalView {
  const isSmart = request.is === 'calls' && request.operation?.safe !== undefined
  const place: readonly Fact[] = [
    { label: 'Network', value: networkName(networkOf(request)) },
    { label: isSmart ? 'Smart account' : 'Account', value: request.account, address: true },
  ]
  switch (request.is) {
    case 'blocked':
      return {
        title: 'Sign-in blocked',
        effects: [],
        facts: request.site ? [{ label: 'Meant for', value: showHidden(request.site) }] : [],
        warnings: [
          {
            tone: 'danger',
            text: 'This page wants your sign-in for another site, and could act as you there.',
          },
        ],
        asksTwice: [],
      }
    case 'message':
      return messageView(request, place)
    case 'typed': {
      const telling = tellingOf(request, progress)
      const told = request.effect && effectWords(request.effect, telling)
      const unread = 'This wallet can’t explain what this signature allows. Read all of it below.'
      const everywhere: readonly Warning[] = request.isEverywhere
        ? [{ tone: 'warning', text: 'It names no network, so it’s valid on all of them.' }]
        : []
      const alike = alikeOf(request.effect ? [request.effect] : [], telling)
      const headline = request.effect && headlineOf([request.effect], telling)
      const title = (request.effect && titleOf([request.effect], telling)) ?? 'Sign data'
      return {
        title,
        action: 'Sign',
        ...(headline && { headline }),
        effects: sayOnce(told?.words ?? [], title, headline),
        facts: place,
        warnings: sortWarnings([
          ...(told?.warnings ?? [{ tone: 'danger' as const, text: unread }]),
          ...everywhere,
          ...alikeWarning(alike),
        ]),
        asksTwice: told?.asksTwice ?? [unread],
        ...(alike && { alike }),
      }
    }
    case 'permission':
      return permissionView(request, progress, { telling: tellingOf(request, progress), place })
    case 'calls':
      return callsView(request, progress, { telling: tellingOf(request, progress), place })
    case 'solanaMessage':
      return messageView(request, place)
    case 'solanaTransactions':
      return solanaView(request, progress, { telling: tellingOf(request, progress), place })
  }
}

function tellingOf(request: ApprovalRequest, progress: ApprovalProgress): Telling {
  const { at, tokens, prices, names, known, holders, deposits } = progress
  const { account, chainId, payee } = request
  return {
    account,
    chainId,
    network: networkOf(request),
    tokens,
    known,
    isAsking: at === 'asking',
    ...(payee && { payee }),
    ...(prices && { prices }),
    ...(names && { names }),
    ...(holders && { holders }),
    ...(deposits && { deposits }),
  }
}

function networkOf({ network, chainId }: ApprovalRequest): NetworkFacts {
  return network ?? networkFacts(chainId)
}

/** What the nodes say that one of the calls does by itself; what all of them do together says it of a single one. */
function outcomeOf(
  effects: readonly Effect[],
  at: number,
  { simulation, outcomes }: ApprovalProgress,
): SeenCall | undefined {
  const call = effects[at]
  if (!call || !simulation || simulation.at === 'fails') return undefined
  const own = outcomes?.[at]
  if (own) return { call, gains: own, hasBalances: true }
  const gains = effects.length === 1 && simulation.at === 'works' ? simulation.changes : undefined
  return gains && { call, gains, hasBalances: false }
}

function messageView(
  request: Extract<ApprovalRequest, { is: 'message' | 'solanaMessage' }>,
  place: readonly Fact[],
): ApprovalView {
  const { text, signIn, bytes } = request
  // A contract account takes a signature of the 32 bytes of a hash for one of what was hashed; readable ones as well (S1).
  const isHash = request.is === 'message' && bytes.length === 2 + hashLength * 2
  if (text === undefined || isHash) {
    const why = isHash ? mayBeTransaction : 'These bytes aren’t text and can’t be read.'
    return {
      title: isHash ? `Sign ${hashLength} bytes` : 'Sign bytes',
      action: 'Sign',
      effects: [],
      facts: place,
      warnings: [{ tone: 'danger', text: why }],
      asksTwice: [why],
      ...(text !== undefined && { text: showHidden(text) }),
      bytes: [bytes],
    }
  }
  const hidden: readonly Warning[] = hasHidden(text)
    ? [{ tone: 'warning', text: 'It contains invisible characters. They’re written out below.' }]
    : []
  return {
    title: signIn ? `Sign in to ${signIn.domain}` : 'Sign a message',
    action: signIn ? 'Sign in' : 'Sign',
    effects: [],
    facts:
      signIn && signIn.chainId !== request.chainId
        ? [...place, { label: 'Network in the message', value: signIn.chainId }]
        : place,
    warnings: hidden,
    asksTwice: [],
    text: showHidden(text),
  }
}

/** Whether all that an operation does is to put the smart account on its network: a call to itself, of nothing. */
function isActivation({ account, calls, operation }: Extract<ApprovalRequest, { is: 'calls' }>): boolean {
  const [call] = calls
  return (
    operation !== undefined &&
    operation.plain === undefined &&
    calls.length === 1 &&
    call?.to === account &&
    call.value === 0n &&
    call.data === '0x'
  )
}

function callsView(
  request: Extract<ApprovalRequest, { is: 'calls' }>,
  progress: ApprovalProgress,
  { telling, place }: { readonly telling: Telling; readonly place: readonly Fact[] },
): ApprovalView {
  const { effects, calls } = request
  const isOne = request.operation !== undefined
  const tellings = effects.map((_, at) => ({ ...telling, outcome: outcomeOf(effects, at, progress) }))
  const batch = swapBatchOf(effects, tellings, isOne)
  const told = batch ? [batch] : effects.map((effect, at) => effectWords(effect, tellings[at] ?? telling))
  const isSeveral = calls.length > 1 && !batch
  const words = told.flatMap(({ words }, at): readonly EffectWords[] =>
    isSeveral ? [{ label: `${at + 1} of ${calls.length}` }, ...words] : words,
  )
  const alike = alikeOf(effects, telling)
  const untold = [...findUntoldLoss(effects, progress.simulation, telling), ...findExcessGrants(effects)]
  // What it takes is not known of an operation that the network does not do: that it fails says it all.
  const isVain = isOne && progress.simulation?.at === 'fails' && !progress.operation
  const foreseen = [...simulationWarnings(progress), ...(isVain ? [] : feeWarnings(progress))]
  const handing: readonly Warning[] = request.operation?.plain?.isNew ? [handsOver] : []
  const apart: readonly Warning[] =
    isSeveral && !isOne
      ? [{ tone: 'warning', text: 'They’re sent one by one. If one fails, the earlier ones still count.' }]
      : []
  const fails = foreseen.filter(({ tone }) => tone === 'danger').map(({ text }) => text)
  const title = isActivation(request)
    ? activation
    : isSeveral
      ? `Approve ${calls.length} transactions${isOne ? ' as one' : ''}`
      : (batch?.title ?? titleOf(effects, tellings[0] ?? telling) ?? 'Approve a transaction')
  const headline = isSeveral || title === activation ? undefined : headlineOf(effects, tellings[0] ?? telling)
  return {
    title,
    action:
      title === activation
        ? 'Activate'
        : isSeveral
          ? isOne
            ? 'Send as one'
            : `Send ${calls.length} transactions`
          : batch
            ? 'Swap'
            : actionOf(title),
    ...(headline && { headline }),
    effects: title === activation ? [activated] : sayOnce(words, title, headline),
    facts: [
      ...withoutFiat(
        outcomeFacts(progress.simulation, telling, progress.operation?.sponsor !== undefined),
        headline,
      ),
      feeFact(progress, telling),
      ...totalFacts(
        calls.reduce((sum, { value }) => sum + value, 0n),
        progress,
        telling,
      ),
      ...place,
    ],
    details: [...gasFacts(progress), ...priceFacts(progress, telling)],
    warnings: sortWarnings([
      ...told.flatMap(({ warnings }) => warnings),
      ...untold.map(text => ({ tone: 'danger' as const, text })),
      ...foreseen,
      ...apart,
      ...handing,
      ...alikeWarning(alike),
    ]),
    asksTwice: [...new Set([...told.flatMap(({ asksTwice }) => asksTwice), ...untold, ...fails])],
    ...(alike && { alike }),
    bytes: calls.flatMap(({ data }) => (data === '0x' ? [] : [data])),
  }
}

function actionOf(title: string): string {
  if (title.startsWith('Send ') || title === 'Swap' || title === 'Wrap' || title === 'Unwrap') return title
  if (title.startsWith('Allow ')) return 'Allow'
  if (title.startsWith('Revoke ')) return 'Revoke'
  return title.startsWith('Create a contract') ? title : 'Send transaction'
}

/** The first receiver or spender that can be mistaken for one that is known, or for the project's own. */
function alikeOf(effects: readonly Effect[], telling: Telling): ApprovalView['alike'] {
  const known = [...telling.known, ...(telling.payee?.addresses ?? [])]
  for (const effect of flattenEffects(effects)) {
    const address =
      effect.is === 'transfer' || effect.is === 'nft'
        ? effect.to
        : effect.is === 'allowance' && !isTakenBack(effect, telling)
          ? effect.spender
          : undefined
    const other = address && looksAlike(address, known)
    if (address && other && !isSame(address, other)) return { address, known: other }
  }
  return undefined
}

function alikeWarning(alike: ApprovalView['alike']): readonly Warning[] {
  return alike ? [{ tone: 'danger', text: 'This address looks like one you know but isn’t.' }] : []
}
